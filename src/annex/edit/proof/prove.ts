import { compareText } from "../../../base/text-order.ts";
import { Identities } from "../../../compare/identity.ts";
import { type FoundChanges, isOnlyAt, madeFrom, type NodeChangeTest } from "../../../inspect/impact/feeding.ts";
import { keepsValues } from "../../../model/findings/codes.ts";
import { isError } from "../../../model/findings/diagnostic.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import type { FoldedChange } from "../../../model/results/change.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import type { Rename } from "../../../model/results/printed-parts.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { placeOf, type ScalarValue, textValue, type Value } from "../../../model/values/value.ts";
import { partsOf, withParts } from "../../../model/values/value-at.ts";
import { resolveNode } from "../../../resolve/node.ts";
import { kept } from "../../../speed/kept.ts";
import { maskedComparison } from "../../../workspace/compare/comparison.ts";
import { readings } from "../../../workspace/scope/things.ts";
import type { CompareOptions, Workspace } from "../../../workspace/workspace.ts";
import { type Claim, divided, isClassOrder, type KindRename, type Proof, withListed } from "./claim.ts";
import { withGroupPlaces, withNames } from "./renaming.ts";

export interface ClaimedStates {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

export interface ProveOptions extends Abortable, Pick<CompareOptions, "progress" | "nodes"> {
  readonly claim: Claim;
  /** Which nodes may fail: `none`, the default; those not `reached`; or also those that fail the `same` way before. */
  readonly failing?: "none" | "reached" | "same";
  /** Files that have another path in the later state. */
  readonly moved?: ReadonlyMap<string, string>;
}

/** The path of the name that heir gives each node itself. */
const OWN_NAME = ["parameters", "_reclass_", "name"];

/**
 * Whether a claim about two states holds (rules X1 to X3). Both are re-resolved where the difference of their files
 * reaches. Throws HeirError for a claim about several nodes with another name, and what reading the states throws.
 */
export async function prove(
  workspace: Workspace,
  { before, after }: ClaimedStates,
  { claim, failing = "none", moved = new Map(), ...options }: ProveOptions,
): Promise<Proof> {
  const renames = claim.kind === "mv" ? claim.renames : [];
  const renamed = nodeRename(renames);
  const isOfGroup = renames.some(({ kind }) => kind === "group");
  const listed = claim.kind === "same" ? claim.but : undefined;
  const { settings, nodeNames } = await workspace.load(after, { scope: "names", signal: options.signal });
  const compared = { values: 0, policies: 0 };
  const comparison = await workspace.compare(before, after, {
    ...options,
    causes: true,
    // Two secrets are equal only where their values are.
    secrets: "show",
    renamed,
    as: (old, now) => {
      compared.values += leaves(now.node.parameters) + leaves(now.node.exports);
      compared.policies += now.policies.policies.length;
      const renaming = withNames(old, renames, settings);
      const named = isOfGroup ? renaming.with({ node: withGroupPlaces(renaming.node, now.node) }) : renaming;
      return listed === undefined ? named : named.with({ node: withListed(named.node, now.node, listed) });
    },
  });
  const { beyond, allowed } = await dividedBy(claim, comparison, { workspace, after, ...options });
  const masked = await maskedWith(workspace, { before, after }, comparison);
  const alike =
    failing === "same" ? await failingAlike(workspace, { before, after }, { comparison, moved, renamed }) : [];
  const rest = derived(masked(beyond), (whole) => withoutAlike(withoutRenamed(whole, renamed), alike));
  const unresolved =
    failing === "none"
      ? await unresolvedNodes(workspace, after, { comparison, ...options })
      : sortedNames(reachedFailing(rest));
  return {
    claim,
    holds: unresolved.length === 0 && rest.lookedAt.leftOut.length === 0 && isEqual(rest),
    comparison: rest,
    unresolved,
    alike,
    nodes: nodeNames.length,
    ...compared,
    allowed: masked(allowed).changes,
  };
}

/** Masks changes of a comparison by the secrets of both of its states. */
async function maskedWith(workspace: Workspace, { before, after }: ClaimedStates, comparison: Comparison) {
  const inventories = (await readings(workspace, [before, after])).map(({ inventory }) => inventory);
  return (changes: Comparison["changes"]) => maskedComparison({ ...comparison, changes }, inventories);
}

function nodeRename(renames: readonly KindRename[]): KindRename | undefined {
  const [first, ...more] = renames.filter(({ kind }) => kind === "node");
  if (more.length === 0) return first;
  throw new HeirError("usage", "only one node at a time can have another name");
}

async function dividedBy(
  claim: Claim,
  { changes }: Comparison,
  { workspace, after, signal }: Abortable & { readonly workspace: Workspace; readonly after: Snapshot },
) {
  const renamed = claim.kind === "mv" ? nodeRename(claim.renames) : undefined;
  if (claim.kind !== "only" && renamed === undefined) return { beyond: changes, allowed: [] };
  const inventory = await workspace.load(after, { nodes: changes.flatMap(({ nodes }) => nodes), signal });
  const found = { inventory, changes };
  return divided(changes, claim.kind === "only" ? inClaim(claim, found) : following(renamed, found));
}

function inClaim({ path, nodes }: Claim & { readonly kind: "only" }, found: FoundChanges): NodeChangeTest {
  const names = new Set(nodes);
  const made = madeFrom(path, found);
  return (change, node) => isClassOrder(change) || (names.has(node) && (isOnlyAt(change, path) || made(change, node)));
}

/** A node with another name may differ in what it makes of its name, any node in the names that a query gives it. */
function following(renamed: KindRename | undefined, found: FoundChanges): NodeChangeTest {
  const own = madeFrom(OWN_NAME, found);
  const asked = madeFrom(["exports"], found);
  if (renamed === undefined) return () => false;
  const isSameName = sameButName(found.changes, renamed);
  return (change, node) => {
    if (node === renamed.to && (isOnlyAt(change, OWN_NAME.slice(0, 2)) || own(change, node))) return true;
    return isSameName(change, node) && asked(change, node);
  };
}

/** A node that has another name is one node, and neither added nor removed. */
function withoutRenamed(comparison: Comparison, renamed: KindRename | undefined): Comparison {
  if (renamed === undefined) return comparison;
  const { nodes, lookedAt } = comparison;
  const added = nodes.added.filter((name) => name !== renamed.to);
  const removed = nodes.removed.filter((name) => name !== renamed.from);
  const isTwice = added.length < nodes.added.length && removed.length < nodes.removed.length;
  return {
    ...comparison,
    nodes: { ...nodes, added, removed, renamed: [] },
    lookedAt: { ...lookedAt, nodes: lookedAt.nodes - (isTwice ? 1 : 0) },
  };
}

function isEqual({ changes, nodes }: Comparison): boolean {
  const { added, removed, newlyFailing, newlyResolving, stillFailing } = nodes;
  const differing = [added, removed, newlyFailing, newlyResolving, stillFailing];
  return changes.length === 0 && differing.every((each) => each.length === 0);
}

/** Nodes that do not resolve: of the later state, and of the earlier one where that differs. */
async function unresolvedNodes(
  workspace: Workspace,
  after: Snapshot,
  { comparison, ...options }: Abortable & { readonly comparison: Comparison },
): Promise<readonly string[]> {
  const known = await workspace.knownFindings(after, options);
  const { findings } = await workspace.check(after, { ...options, known, unused: new Set() });
  await workspace.keepFindings(after, known);
  const failing = findings.filter(({ diagnostic: { code, severity } }) => severity === "error" && !keepsValues(code));
  return sortedNames([...reachedFailing(comparison), ...failing.flatMap(({ nodes }) => nodes)]);
}

/** The nodes of a comparison that fail on either side. */
function reachedFailing({ nodes: { newlyFailing, newlyResolving, stillFailing } }: Comparison): readonly string[] {
  return [...[...newlyFailing, ...stillFailing].map(({ name }) => name), ...newlyResolving];
}

function sortedNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}

/** Nodes that resolve in neither state, with the same errors, by code and line (rule X6 of docs/concepts/edits.md). */
async function failingAlike(
  workspace: Workspace,
  { before, after }: ClaimedStates,
  {
    comparison,
    moved,
    renamed,
  }: Pick<Required<ProveOptions>, "moved"> & { readonly comparison: Comparison; readonly renamed: Rename | undefined },
): Promise<readonly string[]> {
  const names = comparison.nodes.stillFailing.map(({ name }) => name);
  const old = await workspace.load(before, { nodes: renamed === undefined ? names : [...names, renamed.from] });
  const now = await workspace.load(after, { nodes: names });
  return names.filter((name) => {
    const errors = errorsOf(old, name === renamed?.to ? renamed.from : name, (path) => moved.get(path) ?? path);
    return errors.join("\n") === errorsOf(now, name, (path) => path).join("\n");
  });
}

/** How many leaves a value has. */
function leaves(value: Value): number {
  return value.kind === "map" || value.kind === "list" ? leavesInside(value) : 1;
}

const leavesInside = kept("shared", (value: Value): number => {
  return partsOf(value).reduce((sum, part) => sum + leaves(part), 0);
});

function withoutAlike(comparison: Comparison, alike: readonly string[]): Comparison {
  const stillFailing = comparison.nodes.stillFailing.filter(({ name }) => !alike.includes(name));
  return { ...comparison, nodes: { ...comparison.nodes, stillFailing } };
}

function errorsOf(inventory: Inventory, name: string, pathOf: (path: string) => string): readonly string[] {
  const { diagnostics } = resolveNode(inventory, name);
  const errors = diagnostics.filter(isError);
  return errors.map(({ code, span }) => {
    if (span === undefined) return code;
    const { file, line } = placeOf(span);
    return `${code} ${pathOf(file)}:${line}`;
  });
}

/**
 * Whether a change of a node is one of another node's name alone: both sides are equal but for the name, as text, in
 * the order of a list (queries list nodes by name), or as a key: the value goes and comes back under the new name.
 */
function sameButName(changes: readonly FoldedChange[], rename: Rename): NodeChangeTest {
  const identities = new Identities({ isOrdered: false });
  const renamed = (value: Value) => identities.of(withName(value, rename));
  const [gone, come] = [new Map<string, number>(), new Map<string, number>()];
  for (const { change, nodes } of changes) {
    for (const node of nodes) {
      if (change.kind === "removed") gone.set(placed(node, change.path, rename), renamed(change.before));
      if (change.kind === "added") come.set(placed(node, change.path), identities.of(change.after));
    }
  }
  return (change, node) => {
    if (change.kind === "changed") return renamed(change.before) === identities.of(change.after);
    const place = placed(node, change.path, change.kind === "removed" ? rename : undefined);
    return gone.has(place) && gone.get(place) === come.get(place);
  };
}

function placed(node: string, path: ParameterPath, rename?: Rename): string {
  return JSON.stringify([node, ...path.map((key) => (key === rename?.from ? rename.to : key))]);
}

/** A value with another name as text, and as a key. */
function withName(value: Value, rename: Rename): Value {
  const { from, to } = rename;
  const named = (text: ScalarValue) => (text.data === from ? { ...text, data: to } : text);
  if (value.kind === "scalar") return named(value);
  if (value.kind === "set") return { ...value, items: value.items.map(named) };
  const inside = withParts(value, (part) => withName(part, rename));
  if (inside.kind !== "map") return inside;
  const entries = inside.entries.map((entry) => {
    return entry.key === from ? { ...entry, key: to, keyNode: textValue(to, entry.keyNode.origin) } : entry;
  });
  return { ...inside, entries };
}
