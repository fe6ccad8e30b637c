import type { EmptyScope } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { LogEntry } from "../../model/results/log.ts";
import { hasError, shownNode } from "../load/outcome.ts";
import { type GivenPath, noSuchName, noValue, type StateReading } from "../scope/things.ts";
import type { Log, LogRequest } from "./request.ts";

/** A node whose history is asked for, and the error if no commit has it. */
export interface AskedNode {
  readonly asked: Pick<LogRequest, "node" | "path" | "known">;
  nothing(): EmptyScope;
}

/** A node and path by the newest commit; the node may be in older ones only. Throws HeirError for an invalid path. */
export async function askedNode(
  { name, path: given, operand }: { readonly name: string; readonly path?: GivenPath; readonly operand?: string },
  { workspace, snapshot, inventory, signal }: StateReading & Abortable,
): Promise<AskedNode> {
  const { nodeNames } = inventory;
  const noNode = () => noSuchName(["node"], name, nodeNames, operand);
  const isKnown = !hasError(inventory) && nodeNames.includes(name);
  if (given === undefined) return { asked: { node: name, known: isKnown }, nothing: noNode };
  await workspace.load(snapshot, { nodes: [name], signal });
  const explainer = isKnown ? workspace.views(inventory).explainer(name) : undefined;
  const path = given.read((each) => explainer?.knows(each) === true);
  const known = explainer !== undefined && (explainer.knows(path) || path.length === 1);
  const nothing = (): EmptyScope => {
    if (!isKnown) return noNode();
    const outcomes = [...workspace.resolve(inventory, [name])];
    const wholes = outcomes.flatMap(({ node }) => (node === undefined ? [] : shownNode(node, inventory)));
    return noValue({ node: name, text: given.text, path, wholes });
  };
  return { asked: { node: name, path, known }, nothing };
}

/** The entries of a log once a commit has what is asked for, until when nothing may be reported; else calls `onNothing`. */
export async function* entriesInScope(found: Log, onNothing: () => void): AsyncGenerator<LogEntry> {
  const held: LogEntry[] = [];
  for await (const entry of found.entries) {
    held.push(entry);
    if (found.seen()) yield* held.splice(0);
  }
  if (!found.seen()) onNothing();
  yield* held;
}
