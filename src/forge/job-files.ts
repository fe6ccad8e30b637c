import { appendFile } from "node:fs/promises";
import type { Variables } from "./forge.ts";

/** Adds a review to the page of the run, where the job has one; false if it was not added. Never fails. */
export function addToRunPage(env: Variables, markdown: string): Promise<boolean> {
  return appended(env["GITHUB_STEP_SUMMARY"], markdown);
}

/** Adds outputs of the step of a workflow, each one line; false if the job has none. Never fails. */
export function addOutputs(env: Variables, outputs: Readonly<Record<string, string>>): Promise<boolean> {
  const lines = Object.entries(outputs).map(([name, text]) => `${name}=${text.replaceAll(/[\r\n]+/g, " ")}\n`);
  return appended(env["GITHUB_OUTPUT"], lines.join(""));
}

async function appended(path: string | undefined, text: string): Promise<boolean> {
  if (path === undefined || path === "") return false;
  return appendFile(path, text).then(
    () => true,
    () => false,
  );
}
