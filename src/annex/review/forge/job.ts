import { appendFile } from "node:fs/promises";
import { HeirError } from "../../../model/findings/failure.ts";
import { CallFailed, type PipelineRun, type Site, type Variables } from "./forge.ts";

const IN_JOB = "--post works in a CI job of a pull or merge request";

/** The address in a variable. Throws HeirError for none, or one that sends a token to another machine in the clear. */
export function addressIn(env: Variables, variable: string): URL {
  const text = variableIn(env, variable);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    const hint = "it looks like https://forge.example/api";
    throw new HeirError("environment", `${variable} is no address of a forge`, hint);
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return url;
  throw new HeirError("environment", `${variable} is no https address`, "a token is sent over https only");
}

/** A variable that a CI job has. Throws HeirError if it is not set. */
export function variableIn(env: Variables, variable: string): string {
  const text = env[variable];
  if (text !== undefined && text !== "") return text;
  throw new HeirError("environment", `${variable} is not set`, IN_JOB);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The id of a commit; undefined for anything else. */
export function asCommit(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}

/** The same. Throws HeirError for anything else, naming where it comes from. */
export function commitIn(text: string | undefined, from: string): string {
  const commit = asCommit(text);
  if (commit !== undefined) return commit;
  throw new HeirError("environment", `${from} is no commit id`, IN_JOB);
}

/** A run by the number of its pipeline and of its attempt; 0 and 1 where there is none. */
export function asRun(id: string | undefined, attempt: string | undefined): PipelineRun {
  return { id: wholeNumber(id) ?? 0, attempt: wholeNumber(attempt) ?? 1 };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The token in a variable. Throws CallFailed if missing or unfit for a header: the error of `fetch` would quote it. */
export function tokenIn(env: Variables, variable: Site["tokenVariable"]): string {
  const token = env[variable]?.trim() ?? "";
  if (token === "") throw new CallFailed(`${variable} is not set`, { kind: "other" });
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const message = `${variable} holds no token: there are spaces or other such characters in it`;
  throw new CallFailed(message, { kind: "other" });
}

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
