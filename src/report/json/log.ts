import type { LogEntry } from "../../model/results/log.ts";
import { changeJson, nodesJson } from "./comparison.ts";
import { jsonList, jsonObject, member, plainJson } from "./document.ts";

/** `heir log --json` begins so; the commits follow, one on each line. */
export const logJsonStart = '{"v":1,"commits":[';

/**
 * One commit of `heir log --json`:
 * `{"commit","parents","author","email","date","subject","node","renamed_from","changes","nodes"}`. `changes` and `nodes`
 * are as in `heir diff --json`; `node` is there when one was asked for and is there, `renamed_from` where its name changed.
 */
export function logEntryJson({ commit, node, renamedFrom, comparison }: LogEntry): string {
  const { id, parents, author, email, date, subject } = commit;
  return jsonObject([
    member("commit", plainJson(id)),
    member("parents", plainJson(parents)),
    ...Object.entries({ author, email, date, subject }).map(([name, text]) => member(name, plainJson(text))),
    ...(node === undefined ? [] : [member("node", plainJson(node))]),
    ...(renamedFrom === undefined ? [] : [member("renamed_from", plainJson(renamedFrom))]),
    member("changes", jsonList(comparison?.changes ?? [], changeJson)),
    ...(comparison === undefined ? [] : [member("nodes", nodesJson(comparison))]),
  ]);
}

/** The end of the document: how many commits were read, and how often a node was resolved for them. */
export function logJsonEnd(lookedAt: { readonly commits: number; readonly resolved: number }): string {
  const { commits, resolved } = lookedAt;
  return `\n],"looked_at":${plainJson({ commits, resolved })}}\n`;
}
