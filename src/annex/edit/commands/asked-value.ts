import { buffer } from "node:stream/consumers";
import type { Arguments, Context, Operand, Options } from "../../../cli/commands/command.ts";
import { problemsOf, warnProblems, warnUnreadable } from "../../../cli/reading/state.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { givenText } from "../../../workspace/scope/things.ts";
import { type WantedNodes, type WantedValue, wantedNodes, wantedPath } from "../value/wanted.ts";

export const wantedOperands: readonly Operand[] = [
  { name: "NODES", says: "a node", kind: "selector", required: true },
  { name: "PATH", kind: "path", required: true },
];

export const newOption: Options = { new: { kind: "flag", summary: "write a path that no node has yet" } };

/**
 * What the operands mean in the work tree; undefined, with the problems printed, where one of the nodes does not resolve.
 * Throws HeirError for nodes and a path that are not there, and for a path into a list.
 */
export async function askedValue(args: Arguments, context: Context, isNew?: boolean): Promise<WantedValue | undefined> {
  const [nodes = "", text = ""] = args.operands;
  const asked = await askedNodes(nodes, context);
  return asked && { ...asked, path: await wantedPath(givenText(text), asked, { steps: context, isNew }) };
}

/**
 * The nodes that a text means; undefined, with the problems printed, if one of them does not resolve. Throws HeirError for
 * a part that means none.
 */
export async function askedNodes(nodes: string, context: Context): Promise<WantedNodes | undefined> {
  const wanted = await wantedNodes(await context.open(), nodes, context);
  if ("found" in wanted) return wanted.found;
  const { inventory, node, diagnostics } = wanted.fault;
  if (node === undefined) warnUnreadable(context, inventory);
  else warnProblems(context, problemsOf({ diagnostics, name: node }));
  return undefined;
}

/** Why there is no place at all. */
export function nowhereText(path: ParameterPath): string {
  return path[0] === "variables"
    ? "no directive that sets variables reaches all of these nodes"
    : `no place: these nodes would differ in more than ${printPath(path)} and what is made from it`;
}

/** A value of the command line; `-` reads it from standard input, so that it is in no list of processes. */
export async function givenValue(text: string | undefined): Promise<string | undefined> {
  return text === "-" ? (await buffer(process.stdin)).toString() : text;
}
