import { keptAt } from "../../base/remembered.ts";
import { compareText } from "../../base/text-order.ts";
import { type FoundProblem, isError } from "../../model/findings/diagnostic.ts";
import type { CauseEdit, EditPlaces, Sided } from "../../model/results/change.ts";
import type { Block, Comparison, Edit, Effect, FailingNode, KeptKey } from "../../model/results/comparison.ts";
import { isSamePath, type ParameterPath } from "../../model/values/parameter-path.ts";
import { spanKey, spanPlace } from "../../model/values/value.ts";
import { rootOf } from "../causes/key.ts";
import { Identities } from "../identity.ts";
import { deltaKey, effectsOf, parameterRenames, type RootedChange, rootedChange } from "./effects.ts";
import { type EditGroup, editGroups, editSubject } from "./grouping.ts";
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
  const moved = renamed.filter(({ to }) => !named.has(to));
  return [
    ...blocks,
    ...nodeBlock("node-added", fresh, { newNodes }),
    ...nodeBlock("node-removed", lone(removed)),
    ...moved.flatMap((rename) => nodeBlock("node-renamed", [rename.to], { renamed: rename })),
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
    for (const place of places) found.set(placeKey(place), place);
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

/** Each reason to fail in the block whose edit it comes from, or in one of its own. */
function withFailing(
  blocks: readonly Block[],
  failing: readonly FailingNode[],
  added: readonly string[],
): readonly Block[] {
  const result = [...blocks];
  const isNew = new Set(added);
  for (const { edit, reasons: found } of failedEdits(failing)) {
    const reasons = [...found.values()];
    const at = result.findIndex((block) => reasons.some((reason) => isBehind(block, reason, edit)));
    const block = result[at] ?? { edit: failingEdit(reasons, edit, isNew), nodes: [], failing: [], effects: [] };
    const reached = new Set([...block.nodes, ...reasons.flatMap((reason) => reason.nodes)]);
    const whole = { ...block, nodes: [...reached].sort(compareText), failing: [...block.failing, ...reasons] };
    if (at === -1) result.push(whole);
    else result[at] = whole;
  }
  return result;
}

interface RootEdit {
  readonly edit: CauseEdit;
  /** Of an edited value. */
  readonly path?: ParameterPath;
  readonly places: readonly EditPlaces[];
}

interface FailedEdit {
  readonly reasons: Map<string, FoundProblem & { readonly nodes: string[] }>;
  /** Undefined if no edit is found. */
  edit: RootEdit | undefined;
}

/** The reasons by the edit behind them, each first error once; what has no edit is apart, by its place. */
function failedEdits(failing: readonly FailingNode[]): Iterable<FailedEdit> {
  const found = new Map<string, FailedEdit>();
  for (const node of failing) {
    const { name, diagnostics } = node;
    const diagnostic = diagnostics.find(isError) ?? diagnostics[0];
    if (diagnostic === undefined) continue;
    const reasonKey = `${diagnostic.code}\n${diagnostic.message}`;
    const edit = rootEdit(node);
    const key = edit === undefined ? `${reasonKey}\n${spanPlace(diagnostic.span)}` : editKey(edit);
    const known = keptAt(found, key, (): FailedEdit => ({ edit, reasons: new Map() }));
    if (known.edit !== undefined && edit !== undefined) known.edit = together(known.edit, edit);
    keptAt(known.reasons, reasonKey, () => ({ diagnostic, nodes: [] })).nodes.push(name);
  }
  return found.values();
}

function rootEdit({ edit: found }: FailingNode): RootEdit | undefined {
  if (found === undefined) return undefined;
  const { edit, path = found.path } = rootOf(found.cause);
  const places = "in" in edit ? [{ old: edit.old, new: edit.new }] : [];
  const isValue = edit.kind.startsWith("value-") && path !== undefined;
  return { edit, places, path: isValue ? path : undefined };
}

/** Edits of a value at one path are one, in whatever file; so are edits of the same name. Files are each for itself. */
function editKey({ edit, path, places }: RootEdit): string {
  const subject = path?.join("\0") ?? (editSubject(edit) || places.map(placeKey).join("\n"));
  return `${edit.kind}\n${subject}`;
}

function together(one: RootEdit, other: RootEdit): RootEdit {
  const known = new Set(one.places.map(placeKey));
  return { ...one, places: [...one.places, ...other.places.filter((place) => !known.has(placeKey(place)))] };
}

function placeKey({ old, new: now }: EditPlaces): string {
  return `${spanPlace(old)} ${spanPlace(now)}`;
}

function isBehind({ effects, edit }: Block, { nodes, diagnostic }: FoundProblem, root: RootEdit | undefined): boolean {
  const isIn = (effect: Effect): boolean => nodes.every((node) => effect.nodes.includes(node));
  if (effects.some((effect) => effect.kind === "conflict" && isIn(effect))) return true;
  const at = spanPlace(diagnostic.span);
  const own = new Set(root?.places.map(placeKey));
  return edit.places.some((place) => own.has(placeKey(place)) || (at !== "" && spanPlace(place.new) === at));
}

function failingEdit(reasons: readonly FoundProblem[], root: RootEdit | undefined, isNew: ReadonlySet<string>): Edit {
  if (root !== undefined) {
    const { edit, path, places } = root;
    return { kind: edit.kind, cause: edit, path, places, also: [] };
  }
  const [span] = reasons.flatMap(({ diagnostic }) => diagnostic.span ?? []);
  const kind = reasons.every(({ nodes }) => nodes.every((name) => isNew.has(name))) ? "node-added" : "unknown";
  return { kind, places: span === undefined ? [] : [{ new: span }], also: [] };
}
