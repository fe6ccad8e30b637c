import { compareText, compareTexts, grouped } from "../../base/text-order.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { FoldedMergedValue, FourWay, MergedValue, MergeKind } from "../../model/results/branch-merge.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import { jsonEntries } from "../../model/values/json-form.ts";
import { isOfNames, NODE_SECTIONS, type ParameterPath } from "../../model/values/parameter-path.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import { isMap, type MapValue, mappingOf, startOf, type TemplateValue, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { definingFiles } from "../changes/values.ts";
import { Identities } from "../identity.ts";

/**
 * The values of a merged node that do not follow from its sides, sorted by path. If one side changed a value, or both
 * alike, the merged value should be that one; any other is reported, and so is every value that both sides changed
 * differently. Mappings are compared key by key, down to where they differ. Never fails.
 */
export function mergedValues(
  states: FourWay<NodeData | undefined>,
  options: Pick<Judged, "identities" | "settings">,
): readonly MergedValue[] {
  const { base, ours, theirs, merged } = states;
  if (merged === undefined || (ours === undefined && theirs === undefined)) return [];
  const trees = mapFour(states, (state) => state && nodeTree(state));
  const isNew = base === undefined && (ours === undefined || theirs === undefined);
  const judged = { states, trees, ...options };
  return [...unexpected(judged, trees, [])].flatMap(({ path, values }): readonly MergedValue[] => {
    // Values missing because of group conflicts are reported as a failing node.
    if (values.merged === undefined && merged.node.conflicts.length > 0) return [];
    return [{ kind: isNew ? "new-node" : kindOf(judged, path, values), path, values }];
  });
}

type FoldedValue = Omit<FoldedMergedValue, "parts">;

/** Folds merged values equal in kind, path, values and files. Semantic conflicts first, then by path. Never fails. */
export function foldMergedValues(
  byNode: Iterable<readonly [string, readonly MergedValue[]]>,
  identities: Identities,
): readonly FoldedValue[] {
  const sorted = [...byNode].sort(([left], [right]) => compareText(left, right));
  const values = sorted.flatMap(([name, of]) => of.map((value) => ({ ...value, nodes: [name] })));
  return folded(values, (value) => foldKey(value, identities)).sort(
    (left, right) => rank[left.kind] - rank[right.kind] || compareTexts(left.path, right.path),
  );
}

/** Values with equal keys as one, the first of them, on the nodes of all. */
function folded<Of extends FoldedValue>(values: readonly Of[], keyOf: (value: Of, index: number) => string): Of[] {
  const groups = grouped(values.entries(), ([index, value]) => keyOf(value, index));
  return [...groups.values()].flatMap((group) => {
    const nodes = group.flatMap(([, value]) => value.nodes).sort(compareText);
    return group.slice(0, 1).map(([, first]) => ({ ...first, nodes }));
  });
}

const rank: Readonly<Record<MergeKind, number>> = {
  neither: 0,
  "ours-lost": 1,
  "theirs-lost": 1,
  joined: 2,
  "new-node": 3,
};

/** Folds masked values again, so that the folding does not say which secrets are equal. Parts are the first's. */
export function foldMaskedValues(values: readonly FoldedMergedValue[]): readonly FoldedMergedValue[] {
  const identities = new Identities();
  return folded(values, (value, index) => {
    return Object.values(value.values).some(holdsMarker) ? foldKey(value, identities) : String(index);
  });
}

function foldKey({ kind, path, values }: MergedValue, identities: Identities): string {
  const { base, ours, theirs, merged } = values;
  const sides = [base, ours, theirs, merged].map((value) => {
    return value === undefined ? "" : `${identities.of(value)} ${definingFiles(value)}`;
  });
  return [kind, JSON.stringify(path), ...sides].join("\n");
}

/** Applies a function to each of four. */
export function mapFour<From, To>(four: FourWay<From>, make: (from: From) => To): FourWay<To> {
  return { base: make(four.base), ours: make(four.ours), theirs: make(four.theirs), merged: make(four.merged) };
}

type Values = FourWay<Value | undefined>;

interface Judged {
  readonly states: FourWay<NodeData | undefined>;
  readonly trees: FourWay<MapValue | undefined>;
  readonly identities: Identities;
  readonly settings: Settings;
}

/** Each place at which the merged value does not follow from the sides. */
function* unexpected(judged: Judged, values: Values, path: ParameterPath): Iterable<Omit<MergedValue, "kind">> {
  if (isExpected(judged, values)) return;
  if (!goesOn(judged, values)) {
    yield { path, values };
    return;
  }
  const entries = mapFour(values, entriesOf);
  const keys = new Set(Object.values(entries).flatMap((each: ReadonlyMap<string, Value>) => [...each.keys()]));
  for (const key of [...keys].sort(compareText)) {
    const inside = mapFour(entries, (each) => each.get(key));
    yield* unexpected(judged, inside, [...path, key]);
  }
}

function kindOf(judged: Judged, path: ParameterPath, values: Values): MergeKind {
  const { base, ours, theirs, merged } = values;
  if (isSame(judged, merged, theirs) && !isSame(judged, ours, base)) return "ours-lost";
  if (isSame(judged, merged, ours) && !isSame(judged, theirs, base)) return "theirs-lost";
  return isJoined(judged, path, values) ? "joined" : "neither";
}

/** Whether the merged value is the result of one change, or of two equal ones. */
function isExpected(judged: Judged, { base, ours, theirs, merged }: Values): boolean {
  if (isSame(judged, ours, theirs) || isSame(judged, theirs, base)) return isSame(judged, merged, ours);
  return isSame(judged, ours, base) && isSame(judged, merged, theirs);
}

function isJoined(judged: Judged, path: ParameterPath, values: Values, depth = 0): boolean {
  const isList = path.length === 1 && isOfNames(path) ? isJoinedSet : isJoinedList;
  if (isList(values, judged.identities)) return true;
  if (depth === DEEPEST) return false;
  const targets = commonTargets(judged, path, values);
  const holds = (target: ParameterPath): boolean => {
    const parts = mapFour(judged.trees, (tree) => tree && under(tree, target));
    return isExpected(judged, parts) || isJoined(judged, target, parts, depth + 1);
  };
  return targets.length > 0 && targets.every(holds);
}

/** Mappings that differ are compared further; where all mappings are the same, they are one value. */
function goesOn({ identities }: Judged, { base, ours, theirs, merged }: Values): boolean {
  const there = [base, ours, theirs, merged].filter((value) => value !== undefined);
  return there.every(isMap) && new Set(there.map((value) => identities.of(value))).size > 1;
}

function isSame({ identities }: Judged, left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return identities.same(left, right);
}

/** The most levels of references of references to follow. */
const DEEPEST = 8;

function entriesOf(value: Value | undefined): ReadonlyMap<string, Value> {
  return isMap(value) ? new Map(jsonEntries(value)) : new Map();
}

function under(tree: Value, path: ParameterPath): Value | undefined {
  let at: Value | undefined = tree;
  for (const key of path) at = entriesOf(at).get(key);
  return at;
}

/** What a node gets as one mapping with the paths of changes; a list of names has the place of its last: lists grow at their end. */
function nodeTree(data: NodeData): MapValue {
  const start = startOf(data.node.definition.file);
  const sections = NODE_SECTIONS.map((name): [string, Value] => {
    const value = data.section(name);
    if (value.kind !== "list" || !isOfNames([name])) return [name, value];
    return [name, { ...value, origin: value.items.at(-1)?.origin ?? start }];
  });
  return mappingOf(sections, start);
}

/**
 * Whether a merged list joins both sides' changes: it has the items that each side added, in the order of that side, and
 * none that either side removed. A list to which both sides added the same item is not joined.
 */
function isJoinedList(values: Values, identities: Identities): boolean {
  const { base, ours, theirs, merged } = mapFour(values, (value) => {
    if (value === undefined) return [];
    return value.kind === "list" ? value.items.map((item) => identities.of(item)) : undefined;
  });
  if (base === undefined || ours === undefined || theirs === undefined || merged === undefined) return false;
  const [byOurs, byTheirs] = [lacking(ours, base), lacking(theirs, base)];
  if ([...byOurs].some((item) => byTheirs.has(item))) return false;
  const [goneInOurs, goneInTheirs] = [lacking(base, ours), lacking(base, theirs)];
  if (without(merged, byTheirs) !== without(ours, goneInTheirs)) return false;
  return without(merged, byOurs) === without(theirs, goneInOurs);
}

/** As {@link isJoinedList}, for lists of names, which have each name once: their order is not checked. */
function isJoinedSet(values: Values, identities: Identities): boolean {
  const { base, ours, theirs, merged } = mapFour(values, (value) => {
    return new Set(value?.kind === "list" ? value.items.map((item) => identities.of(item)) : []);
  });
  const all = new Set([...base, ...ours, ...theirs, ...merged]);
  return [...all].every((item) => {
    const [before, here, there] = [base.has(item), ours.has(item), theirs.has(item)];
    return merged.has(item) === (here === before ? there : here);
  });
}

type Items = readonly number[];

function lacking(items: Items, others: Items): ReadonlySet<number> {
  const known = new Set(others);
  return new Set(items.filter((item) => !known.has(item)));
}

/** The other items, in their order, as a text. */
function without(items: Items, left: ReadonlySet<number>): string {
  return items.filter((item) => !left.has(item)).join(" ");
}

/** What a text refers to from which a value comes in all four states; nothing if it comes from several texts. */
function commonTargets({ states, settings }: Judged, path: ParameterPath, values: Values): readonly ParameterPath[] {
  const sides = ["merged", "base", "ours", "theirs"] as const;
  const [merged, ...others] = sides.map((side) => writtenAs(states[side]?.node, path, values[side]));
  if (merged === undefined || others.some((side) => side?.text !== merged.text)) return [];
  return targetsOf(merged, settings);
}

/** The target paths of the references in a text; none where the text alone does not give them. */
export function targetsOf({ parts }: TemplateValue, settings: Settings): readonly ParameterPath[] {
  const found: ParameterPath[] = [];
  for (const part of parts) {
    if (part.kind === "text") continue;
    if (part.kind !== "reference") return [];
    const texts = part.path.map((inner) => (inner.kind === "text" ? inner.text : undefined));
    if (texts.includes(undefined)) return [];
    found.push(["parameters", ...referencePath(texts.join(""), settings).keys]);
  }
  return found;
}

/** The text with references from which a value was computed; undefined for a literal value. */
function writtenAs(
  node: ResolvedNode | undefined,
  [section, ...keys]: ParameterPath,
  value: Value | undefined,
): TemplateValue | undefined {
  if (node === undefined || value === undefined) return undefined;
  if (section !== "parameters" && section !== "exports") return undefined;
  for (const step of node.steps) {
    const written = valueAt(step[section], keys);
    const { file, start } = value.origin;
    if (written?.kind !== "template" || written.origin.start !== start) continue;
    if (written.origin.file.path === file.path) return written;
  }
  return undefined;
}
