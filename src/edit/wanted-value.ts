import { didYouMean } from "../base/similar.ts";
import type { MaskedDiagnostic } from "../model/findings/diagnostic.ts";
import { EmptyScope } from "../model/findings/empty-scope.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { ResolvedNode } from "../model/inventory/resolved.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import { holdsMarker, isSecretPath, maskedValue } from "../model/secrets/secrets.ts";
import { type ParameterPath, printPath } from "../model/values/parameter-path.ts";
import { exactFilter } from "../model/values/path-filter.ts";
import type { Value } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import { wholeNode } from "../workspace/load/node-value.ts";
import { hasError } from "../workspace/load/outcome.ts";
import { Pace } from "../workspace/load/pace.ts";
import type { GivenPath } from "../workspace/scope/given-path.ts";
import { NearSearch } from "../workspace/scope/near-paths.ts";
import { resolvedNodes, type Steps } from "../workspace/scope/resolved-nodes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { nodesMeant } from "./node-set.ts";

/** The wanted nodes of the work tree, resolved. */
export interface WantedNodes {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly nodes: readonly ResolvedNode[];
}

/** The same with the path of a value in each. */
export interface WantedValue extends WantedNodes {
  readonly path: ParameterPath;
}

/** What keeps a wanted node from resolving; without a node, the inventory cannot be read. */
export interface WantedFault {
  readonly inventory: Inventory;
  readonly node: string | undefined;
  readonly diagnostics: readonly MaskedDiagnostic[];
}

type Wanted = { readonly found: WantedNodes } | { readonly fault: WantedFault };

/**
 * The nodes of the work tree that a text means (rule X4 of docs/concepts/edits.md), or why one of them does not resolve. Throws
 * HeirError for a part that means none.
 */
export async function wantedNodes(workspace: Workspace, text: string, { signal }: Abortable): Promise<Wanted> {
  const snapshot = await workspace.snapshot("WORKTREE", { signal });
  const inventory = await workspace.load(snapshot, { scope: "shared", signal });
  if (hasError(inventory)) return { fault: { inventory, node: undefined, diagnostics: [] } };
  const names = meantNodes(text, inventory);
  await workspace.load(snapshot, { nodes: names, signal });
  const nodes: ResolvedNode[] = [];
  const pace = new Pace({ signal }, names.length);
  for (const { name, node, diagnostics } of workspace.resolve(inventory, names)) {
    await pace.step(nodes.length);
    if (node === undefined) return { fault: { inventory, node: name, diagnostics } };
    nodes.push(node);
  }
  return { found: { workspace, snapshot, inventory, nodes } };
}

/** Names of nodes in the order of the inventory. Throws HeirError for a part that means none. */
export function meantNodes(text: string, inventory: Inventory): readonly string[] {
  try {
    return nodesMeant(text, inventory);
  } catch (error) {
    return alwaysAnError(error);
  }
}

/** An edit of nothing is always an error, whatever is accepted as empty elsewhere. Throws what it gets, as a HeirError. */
export function alwaysAnError(error: unknown): never {
  if (!(error instanceof EmptyScope)) throw error;
  throw new HeirError("usage", error.message, error.hint);
}

interface PathSearch {
  readonly steps: Steps;
  /** Whether no node needs to have a value at the path. */
  readonly isNew: boolean;
}

/**
 * The path of a value of these nodes (rule X10 of docs/concepts/edits.md). Throws HeirError, with near paths, for a path that no node
 * of the inventory has, and for one into a list.
 */
export async function wantedPath(given: GivenPath, wanted: WantedNodes, search: PathSearch): Promise<ParameterPath> {
  const { nodes, inventory } = wanted;
  const wholes = nodes.map((node) => wholeNode(inventory, node));
  const isThere = (path: ParameterPath) => wholes.some((whole) => valueAt(whole, path) !== undefined);
  const path = given.read(isThere);
  const [section] = path;
  if ((section !== "parameters" && section !== "exports") || path.length < 2) {
    throw new HeirError("usage", `${given.text} is no path of a value`, "PATH is a path below parameters or exports");
  }
  const list = listAbove(path, wholes);
  if (list !== undefined) {
    throw new HeirError("usage", `${printPath(list)} is a list, and a list is written as a whole`);
  }
  if (!search.isNew && !isThere(path)) await expectOnAnyNode(path, wanted, search);
  return path;
}

function listAbove(path: ParameterPath, wholes: readonly Value[]): ParameterPath | undefined {
  const above = path.slice(1, -1).map((_, index) => path.slice(0, index + 2));
  return above.find((each) => wholes.some((whole) => valueAt(whole, each)?.kind === "list"));
}

async function expectOnAnyNode(path: ParameterPath, wanted: WantedNodes, { steps }: PathSearch): Promise<void> {
  const { workspace, snapshot, inventory } = wanted;
  const near = new NearSearch(exactFilter(path));
  const names = inventory.nodeNames;
  for await (const node of resolvedNodes({ snapshot, names }, { workspace, steps })) {
    if (valueAt(node.whole, path) !== undefined) return;
    near.add(node);
  }
  const hint = didYouMean(near.found());
  const allow = "--new writes a new path";
  throw new HeirError(
    "usage",
    `no node has a value at "${printPath(path)}"`,
    hint === undefined ? allow : `${hint} ${allow}`,
  );
}

/** Whether values at a path are secret, above it or below it. */
export function isSecret({ inventory, nodes, path }: WantedValue): boolean {
  const { secrets } = inventory;
  const above = path.map((_, index) => path.slice(0, index + 1));
  if (above.some((each) => isSecretPath(each, secrets.paths))) return true;
  return nodes.some((node) => {
    const value = valueAt(wholeNode(inventory, node), path);
    return value !== undefined && holdsMarker(maskedValue(value, path, secrets));
  });
}
