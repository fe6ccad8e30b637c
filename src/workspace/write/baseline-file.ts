import { join } from "node:path";
import { BASELINE_FILE, type BaselineEntry } from "../../model/findings/baseline.ts";
import { isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { textYaml } from "../../report/values/value.ts";
import { editableText, replaceEdited } from "../../source/disk/changed-files.ts";
import { baselineOf, excuse, isExcusable, readBaseline } from "../check/baseline.ts";
import type { CheckOptions, Workspace } from "../workspace.ts";

/**
 * Writes errors and warnings of the work tree to `heir-baseline.yml`; a file that is there only shrinks (rule J9 in
 * docs/concepts/gates.md). Throws HeirError if it is invalid or has changed. Counts entries now and before (if any).
 */
export async function writeBaseline(workspace: Workspace, options: CheckOptions = {}) {
  const snapshot = await workspace.snapshot("WORKTREE", options);
  const path = join(await workspace.worktreeFolder(), BASELINE_FILE);
  const text = await editableText(path, BASELINE_FILE);
  const read = await readBaseline(workspace, snapshot, options);
  const fault = read?.faults.find(isError);
  if (fault !== undefined) throw new HeirError("environment", `${BASELINE_FILE} is not valid: ${fault.message}`);
  const { findings } = await workspace.check(snapshot, options);
  const entries = read === undefined ? baselineOf(findings.filter(isExcusable)) : excuse(findings, read.baseline).used;
  const listed = entries.length === 0 ? " []\n" : `\n${entries.map(entryText).join("")}`;
  if (!(await replaceEdited(path, BASELINE_FILE, { before: text, after: `version: 1\nfindings:${listed}` }))) {
    throw new HeirError("environment", `${BASELINE_FILE} has changed meanwhile`, "try again");
  }
  return { entries: entries.length, before: read?.baseline.entries.length };
}

function entryText({ code, file, message, nodes }: BaselineEntry): string {
  const lines = [
    `code: ${textYaml(code)}`,
    ...(file === undefined ? [] : [`file: ${textYaml(file)}`]),
    `message: ${textYaml(message)}`,
    ...(nodes.length === 0 ? [] : [`nodes: [${nodes.map(nodeYaml).join(", ")}]`]),
  ];
  return `  - ${lines.join("\n    ")}\n`;
}

/** A name inside brackets, where more characters need quotes. */
function nodeYaml(name: string): string {
  return /^[\w.-]+$/.test(name) ? textYaml(name) : JSON.stringify(name);
}
