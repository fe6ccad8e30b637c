import { compareText } from "../../base/text-order.ts";
import type { CauseEdit, EditPlaces, Sided } from "../../model/results/change.ts";
import type { Block, Comparison, Edit, Effect, KeptKey } from "../../model/results/comparison.ts";
import { isSamePath } from "../../model/values/parameter-path.ts";
import { spanKey } from "../../model/values/value.ts";
import { rootOf } from "../cause.ts";
import { Identities } from "../identity.ts";
import { deltaKey, effectsOf, parameterRenames, type RootedChange, rootedChange } from "./effects.ts";
import { linesKey, withFailing } from "./failing.ts";
import { type EditGroup, editGroups } from "./grouping.ts";
import { selectorOf } from "./selector.ts";

/**
 * A comparison as blocks, each one edit with all its effects: first those that make nodes fail, then nodes that are
 * added and removed, then values, then renames without effect, then what newly resolves. Every change is in one effect
 * of one block (rules V1 to V7 of docs/concepts/review.md). Never fails; without causes, changes with one delta are a block.
 */
export function blocksOf(comparison: Comparison): readonly Block[] {
  const { changes, nodes, renamed = [], kept = [] } = comparison;
  const identities = new Identities();
  const rooted = changes.map((change, index) => rootedChange(change, index, renamed));
  const parameters = parameterRenames(rooted, kept, identities);
  const nodeRenames = nodes.renamed.map((rename) => ({ kind: "node" as const, places: {}, ...rename }));
  const groups = editGroups(rooted, { identities, parameters, renamed: [...renamed, ...nodeRenames] });
  const conflicts = new Map(nodes.newlyFailing.map(({ name, open }) => [name, open ?? []] as const));
  const valued = groups.map((group): Block => {
    const effects = effectsOf(group.changes, { identities, parameters, conflicts });
    const reached = new Set(group.changes.flatMap((change) => change.nodes));
    const edit = editOf(group, { identities, effects, kept });
    return { edit, nodes: [...reached].sort(compareText), failing: [], effects };
  });
  const blocks = withNodes(withFailing(valued, nodes.newlyFailing, nodes.added), nodes).sort(inOrder);
  return blocks.map((block) => withSelector(block, comparison));
}

function withSelector(block: Block, comparison: Comparison): Block {
  const members = block.edit.kind.startsWith("node-") ? undefined : comparison.members?.();
  const { cause } = block.edit;
  const own = cause !== undefined && "in" in cause ? cause.in.name : undefined;
  const selector = members && selectorOf(block.nodes, members, own);
  return selector === undefined ? block : { ...block, selector };
}

/** With blocks for nodes that are new, gone or renamed, or resolve again, where no other block has them. */
function withNodes(blocks: readonly Block[], nodes: Comparison["nodes"]): Block[] {
  const { added, removed, renamed, newlyResolving, newNodes } = nodes;
  const failing = new Set(blocks.flatMap((block) => block.failing.flatMap(({ nodes }) => nodes)));
  const told = new Set(blocks.flatMap(({ nodes }) => nodes));
  const names = new Set(renamed.flatMap(({ from, to }) => [from, to]));
  const lone = (some: readonly string[]): readonly string[] => some.filter((name) => !names.has(name));
  const named = new Set(blocks.flatMap(({ edit }) => (edit.kind === "node-renamed" ? [edit.renamed?.to] : [])));
  const fresh = lone(added).filter((name) => !failing.has(name));
  const resolving = newlyResolving.filter((name) => !told.has(name));
  const unnamed = renamed.filter(({ to }) => !named.has(to));
  return [
    ...blocks,
    ...nodeBlock("node-added", fresh, { newNodes }),
    ...nodeBlock("node-removed", lone(removed)),
    ...unnamed.flatMap((rename) => nodeBlock("node-renamed", [rename.to], { renamed: rename })),
    ...nodeBlock("unknown", resolving),
  ];
}

function nodeBlock(
  kind: Edit["kind"],
  nodes: readonly string[],
  { newNodes, renamed }: Pick<Comparison["nodes"], "newNodes"> & Pick<Edit, "renamed"> = {},
): readonly Block[] {
  if (nodes.length === 0) return [];
  const all = new Set(nodes);
  const own = newNodes?.filter(({ name }) => all.has(name));
  return [{ edit: { kind, renamed, places: [], also: [] }, nodes, failing: [], newNodes: own, effects: [] }];
}

function inOrder(left: Block, right: Block): number {
  return (
    rank(left) - rank(right) ||
    right.nodes.length - left.nodes.length ||
    right.effects.length - left.effects.length ||
    compareText(startOf(left), startOf(right))
  );
}

function rank({ edit, failing, effects }: Block): number {
  if (failing.length > 0) return 0;
  if (edit.kind === "node-added" || edit.kind === "node-removed") return 1;
  if (edit.renamed?.differs === true) return 2;
  if (effects.length > 0) return edit.kind.endsWith("-renamed") && edit.kind !== "parameter-renamed" ? 3 : 2;
  return edit.kind === "unknown" ? 4 : 3;
}

function startOf({ edit }: Block): string {
  const [place] = edit.places;
  const span = place?.new ?? place?.old;
  return `${edit.path?.join(":") ?? ""}\n${span?.file.path ?? ""}\n${String(span?.start ?? 0).padStart(9, "0")}`;
}

interface EditContext {
  readonly identities: Identities;
  readonly effects: readonly Effect[];
  readonly kept: readonly KeptKey[];
}

function editOf({ changes, renamed }: EditGroup, { identities, effects, kept }: EditContext): Edit {
  const direct = changes.filter(({ derivedFrom }) => derivedFrom === undefined);
  const all = direct.length > 0 ? direct : changes;
  // A group that an edited fact brings says more than the fact.
  const first = all.find(({ change }) => change.path[0] !== "facts") ?? all[0];
  if (first === undefined) throw new Error("an edit without changes");
  const places = uniquePlaces(changes);
  const also = alsoOf(changes);
  if (renamed !== undefined) {
    const { kind, from, to } = renamed;
    return { kind: `${kind}-renamed`, renamed: { from, to }, places: [renamed.places, ...places], also };
  }
  const rename = effects.find((effect) => effect.kind === "renamed");
  const edited = { cause: first.edit, ...editedValue(direct, first, identities), places, also };
  if (rename === undefined) return { kind: first.edit.kind, ...edited };
  return { kind: "parameter-renamed", ...edited, kept: keptBy(rename, kept) };
}

function keptBy({ path, toPath = [], nodes }: Effect, kept: readonly KeptKey[]): readonly KeptKey[] {
  const own = kept.filter(({ from, to, node }) => {
    return isSamePath(from, path) && isSamePath(to, toPath) && nodes.includes(node);
  });
  return own.toSorted((one, other) => compareText(one.node, other.node));
}

/** The path of an edited value, and both sides where all changes agree on them. */
function editedValue(
  direct: readonly RootedChange[],
  first: RootedChange,
  identities: Identities,
): Pick<Edit, "path" | "from" | "to" | "values"> {
  if (!/^(?:value-|unknown)/.test(first.edit.kind)) return {};
  const path = first.editedPath;
  if (direct.length === 0) return { path };
  const { before, after }: Sided = first.change;
  const own = direct.filter((each) => isSamePath(each.editedPath, path));
  const values = new Set(own.map((each) => deltaKey(each.change, identities))).size;
  return values > 1 ? { path, values } : { path, from: before, to: after };
}

function uniquePlaces(changes: readonly RootedChange[]): readonly EditPlaces[] {
  const found = new Map<string, EditPlaces>();
  for (const { places = [] } of changes) {
    for (const place of places) found.set(linesKey(place), place);
  }
  return [...found.values()].sort((left, right) => {
    const [one, other] = [left.new ?? left.old, right.new ?? right.old];
    return compareText(one?.file.path ?? "", other?.file.path ?? "") || (one?.start ?? 0) - (other?.start ?? 0);
  });
}

function alsoOf(changes: readonly RootedChange[]): readonly CauseEdit[] {
  const own = new Set(changes.flatMap(({ places = [] }) => places.map((place) => spanKey(place.new ?? place.old))));
  const found = new Map<string, CauseEdit>();
  for (const { change } of changes) {
    for (const cause of change.cause?.also ?? []) {
      const { edit } = rootOf(cause);
      const place = "in" in edit ? spanKey(edit.new ?? edit.old) : edit.kind;
      if (!own.has(place)) found.set(place, edit);
    }
  }
  return [...found.values()];
}
