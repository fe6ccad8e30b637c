import { nodesMeant } from "../../../edit/node-set.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../../model/inventory/resolved.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { holdsMarker, isSecretPath, maskedValue } from "../../../model/secrets/secrets.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { exactFilter } from "../../../model/values/path-filter.ts";
import { readPath } from "../../../model/values/read-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { NearSearch } from "../../../workspace/scope/near-paths.ts";
import { resolvedNodes } from "../../../workspace/scope/resolved-nodes.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { warnProblems, warnUnreadable } from "../../reading/problems.ts";
import type { Arguments, Context, Operand, Options } from "../command.ts";
import { alwaysAnError } from "./expected-name.ts";

/** Which nodes are wanted, and the path of the value. */
export const wantedOperands: readonly Operand[] = [
  { name: "NODES", kind: "text", required: true },
  { name: "PATH", kind: "path", required: true },
];

export const newOption: Options = {
  new: { kind: "flag", summary: "write a path that no node has yet" },
};

/** The wanted nodes of the work tree, resolved. */
export interface AskedNodes {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly nodes: readonly ResolvedNode[];
}

/** The same with the path of a value in each. */
export interface AskedValue extends AskedNodes {
  readonly path: ParameterPath;
}

/**
 * What the operands mean in the work tree; undefined, with the problems printed, where one of the nodes does not resolve.
 * Throws HeirError for nodes and a path that are not there, and for a path into a list.
 */
export async function askedValue(
  args: Arguments,
  context: Context,
  { isNew }: { readonly isNew: boolean },
): Promise<AskedValue | undefined> {
  const [wanted = "", text = ""] = args.operands;
  const asked = await askedNodes(wanted, context);
  return asked && { ...asked, path: await pathMeant(text, { ...asked, context, isNew }) };
}

/**
 * The nodes that a text means; undefined, with the problems printed, where one of them does not resolve. Throws HeirError for a part
 * that means none.
 */
export async function askedNodes(wanted: string, context: Context): Promise<AskedNodes | undefined> {
  const { signal } = context;
  const workspace = await context.open();
  const snapshot = await workspace.snapshot("WORKTREE", { signal });
  const inventory = await workspace.load(snapshot, { scope: "shared", signal });
  if (warnUnreadable(context, inventory)) return undefined;
  const names = await meantNodes(wanted, inventory);
  await workspace.load(snapshot, { nodes: names, signal });
  const nodes: ResolvedNode[] = [];
  for (const { name, node, diagnostics } of workspace.resolve(inventory, names)) {
    if (node === undefined) {
      warnProblems(
        context,
        diagnostics.map((diagnostic) => ({ diagnostic, nodes: [name] })),
      );
      return undefined;
    }
    nodes.push(node);
  }
  return { workspace, snapshot, inventory, nodes };
}

/** Names of nodes in the order of the inventory. Throws HeirError for a part that means none. */
export async function meantNodes(text: string, inventory: Inventory): Promise<readonly string[]> {
  try {
    return nodesMeant(text, inventory);
  } catch (error) {
    return alwaysAnError(error);
  }
}

interface PathScope extends AskedNodes {
  readonly context: Context;
  readonly isNew: boolean;
}

/** The path of a value of these nodes. Throws HeirError for a path that no node has, and for one into a list. */
export async function pathMeant(text: string, { nodes, ...scope }: PathScope): Promise<ParameterPath> {
  const wholes = nodes.map((node) => nodeValue(node, shownParts));
  const isThere = (path: ParameterPath) => wholes.some((whole) => valueAt(whole, path) !== undefined);
  const path = readPath(text, isThere);
  const [section] = path;
  if ((section !== "parameters" && section !== "exports") || path.length < 2) {
    throw new HeirError("usage", `${text} is no path of a value`, "PATH is a path below parameters or exports");
  }
  const list = listAbove(path, wholes);
  if (list !== undefined) {
    throw new HeirError("usage", `${printPath(list)} is a list, and a list is written as a whole`);
  }
  if (!scope.isNew && !isThere(path)) await expectOnAnyNode(path, scope);
  return path;
}

function listAbove(path: ParameterPath, wholes: readonly Value[]): ParameterPath | undefined {
  const above = path.slice(1, -1).map((_, index) => path.slice(0, index + 2));
  return above.find((each) => wholes.some((whole) => valueAt(whole, each)?.kind === "list"));
}

/** Throws HeirError, with near paths, where no node of the inventory has a value at a path. */
async function expectOnAnyNode(path: ParameterPath, scope: Omit<PathScope, "nodes">): Promise<void> {
  const { workspace, snapshot, inventory, context } = scope;
  const near = new NearSearch(exactFilter(path));
  const names = inventory.nodeNames;
  for await (const node of resolvedNodes({ snapshot, names }, { workspace, steps: context })) {
    if (valueAt(node.whole, path) !== undefined) return;
    near.add(node);
  }
  const hint = near.hint();
  const allow = "--new writes a new path";
  throw new HeirError(
    "usage",
    `no node has a value at "${printPath(path)}"`,
    hint === undefined ? allow : `${hint} ${allow}`,
  );
}

/** Whether values at a path are secret, above it or below it. */
export function isSecret({ inventory: { secrets }, nodes, path }: AskedValue): boolean {
  const above = path.map((_, index) => path.slice(0, index + 1));
  if (above.some((each) => isSecretPath(each, secrets.paths))) return true;
  return nodes.some((node) => {
    const value = valueAt(nodeValue(node, shownParts), path);
    return value !== undefined && holdsMarker(maskedValue(value, path, secrets));
  });
}

/** A value of the command line; `-` reads it from standard input, so that it is in no list of processes. */
export async function givenValue(text: string): Promise<string> {
  if (text !== "-") return text;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
