import { keptAt } from "../../../base/made-once.ts";
import { grouped } from "../../../base/text-order.ts";
import { Identities } from "../../../compare/identity.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import { bytesAfter } from "../../../model/results/file-edit.ts";
import { holdsMarker, maskedValue } from "../../../model/secrets/secrets.ts";
import { isAlong, type ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Destination, Proposal } from "../../../model/values/proposal.ts";
import { isMap, placeOf } from "../../../model/values/value.ts";
import { walkNode } from "../../../resolve/node.ts";
import { layerAt, type Written } from "../../../written/written.ts";
import { type EditPlan, firstProved } from "../plan.ts";
import { type ExtractScope, extraction, POSITIONS } from "./extraction.ts";

export interface ProposalScope extends ExtractScope {
  /** Only files that these nodes alone read. */
  readonly nodes: ReadonlySet<string>;
  /** Only values at or below these paths; all if there is none. */
  readonly paths: readonly ParameterPath[];
}

const MOST_LISTED = 10;

/** The most to try: each one is resolved. */
const MOST_TRIED = 40;

/**
 * Equal values that can move to one place, each move proved, those that save most lines first (rule X12 of
 * docs/concepts/edits.md). A line of one proposal is in no other one. Throws what reading the state throws.
 */
export async function proposals(scope: ProposalScope): Promise<readonly Proposal[]> {
  const trying = { ...scope, holders: nodeHolders(scope.inventory) };
  const found: Proposal[] = [];
  const taken = new Map<string, ParameterPath[]>();
  let tried = 0;
  for (const values of equalValues(scope)) {
    if (found.length === MOST_LISTED || tried === MOST_TRIED) break;
    const others = values.speakers.flatMap(({ file }) => taken.get(file) ?? []);
    if (others.some((path) => values.paths.some((other) => isAlong(path, other)))) continue;
    tried += 1;
    const proposal = await proposed(values, trying);
    if (proposal === undefined) continue;
    found.push(proposal);
    for (const { file } of values.speakers) taken.set(file, [...(taken.get(file) ?? []), ...values.paths]);
  }
  return found.sort((one, other) => other.linesSaved - one.linesSaved);
}

interface Trying extends ProposalScope {
  readonly holders: ReturnType<typeof nodeHolders>;
}

/** The first place at which equal values can be proved to be the same; undefined if there is none that saves a line. */
async function proposed(values: EqualValues, scope: Trying): Promise<Proposal | undefined> {
  const { paths, nodes } = values;
  for (const to of destinations(values, scope)) {
    for (const position of POSITIONS) {
      const { plans, left } = await extraction({ paths, nodes: new Set(nodes), to }, scope, [position]);
      const [plan] = plans;
      if (plan === undefined || left.length > 0) break;
      const linesSaved = plan.files.reduce((sum, edit) => sum + linesIn(edit.before) - linesIn(bytesAfter(edit)), 0);
      if (linesSaved < 1) break;
      if (await isProved(plan, nodes, scope)) {
        return { paths, nodes, linesSaved, to, wanted: scope.holders.text(values) };
      }
      const isNew = plan.claim.kind === "same" && plan.claim.but !== undefined;
      if (!isNew) break;
    }
  }
  return undefined;
}

/** What does not hold for a few of the nodes does not hold: most plans that fail do so there. */
async function isProved(plan: EditPlan, nodes: readonly string[], scope: Trying): Promise<boolean> {
  const { workspace, signal } = scope;
  const few = new Set([nodes[0], nodes[nodes.length >> 1], nodes.at(-1)].flatMap((name) => name ?? []));
  const first = await firstProved(workspace, [plan], { signal, nodes: few });
  return first.proof.holds && (await firstProved(workspace, [plan], { signal })).proof.holds;
}

function linesIn(bytes: Uint8Array): number {
  return Buffer.from(bytes).toString().split("\n").length;
}

/** Which classes and groups a set of nodes has, and no other node. */
function nodeHolders(inventory: Inventory) {
  const holders = new Map<string, { readonly to: Destination; readonly nodes: string[] }>();
  for (const name of inventory.nodeNames) {
    for (const { layer, name: holder } of walkNode(inventory, name).ancestry.steps.toReversed()) {
      if (layer !== "class" && layer !== "group") continue;
      const made = () => ({ to: { kind: layer, name: holder }, nodes: [] });
      keptAt(holders, `${layer}:${holder}`, made).nodes.push(name);
    }
  }
  const byNodes = grouped(holders.values(), ({ nodes }) => nodes.join("\0"));
  /** Classes that exactly these nodes have, the latest layer first, then groups. */
  const of = (nodes: readonly string[]): readonly Destination[] => {
    const all = (byNodes.get(nodes.join("\0")) ?? []).map(({ to }) => to);
    return [...all.filter(({ kind }) => kind === "class"), ...all.filter(({ kind }) => kind === "group")];
  };
  /** The nodes of equal values as NODES of a command line: the class or group that has just these, else what the files are of. */
  const text = ({ nodes, speakers }: EqualValues): string => {
    if (nodes.length === inventory.nodeNames.length) return "all";
    const [first] = nodes.length > 1 ? of(nodes) : [];
    if (first !== undefined) return `${first.kind}:${first.name}`;
    const names = nodes.join(",");
    const files = speakers.map(({ kind, name }) => (kind === "node" ? name : `class:${name}`)).join(",");
    return names.length < files.length ? names : files;
  };
  return { of, text };
}

const MOST_EXISTING = 3;

/**
 * Places for equal values, the best first: what exactly their nodes have, but for the classes that say them now, else a new
 * class. Of several classes, one whose name begins as theirs do comes first.
 */
function destinations({ nodes, paths, speakers }: EqualValues, { inventory, holders }: Trying): readonly Destination[] {
  const leaving = new Set(speakers.map(({ kind, name }) => `${kind}:${name}`));
  const parent = commonPart(speakers.map(({ kind, name }) => (kind === "class" ? name.split(".").slice(0, -1) : [])));
  const there = holders.of(nodes).filter(({ kind, name }) => !leaving.has(`${kind}:${name}`));
  const shared = ({ kind, name }: Destination) => (kind === "class" ? commonPart([parent, name.split(".")]).length : 0);
  const near = there.toSorted((one, other) => shared(other) - shared(one));
  return [...near.slice(0, MOST_EXISTING), { kind: "class", name: freeName([...parent, ...nameOf(paths)], inventory) }];
}

/** What paths have in common, as the last parts of a name. */
function nameOf(paths: readonly ParameterPath[]): readonly string[] {
  const own = paths.length === 1 ? paths.map((path) => path.slice(1)) : paths.map((path) => path.slice(1, -1));
  const parts = commonPart(own)
    .filter((key) => !key.startsWith("_"))
    .map((key) => key.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "");
  return parts.length === 0 ? ["common"] : parts;
}

function freeName(parts: readonly string[], inventory: Inventory): string {
  const taken = new Set(inventory.classNames);
  const name = parts.join(".");
  if (!taken.has(name)) return name;
  let [free, number] = [`${name}.common`, 2];
  while (taken.has(free)) {
    free = `${name}.common${number}`;
    number += 1;
  }
  return free;
}

/** The parts that all of these begin with. */
function commonPart([first = [], ...more]: readonly (readonly string[])[]): readonly string[] {
  const differs = first.findIndex((part, index) => more.some((parts) => parts[index] !== part));
  return differs === -1 ? first : first.slice(0, differs);
}

/** A node or class whose file says values, and the nodes that read it. */
interface Speaker {
  readonly kind: "node" | "class";
  readonly name: string;
  readonly file: string;
  readonly nodes: readonly string[];
}

/** Values that several files say with the same words. */
interface EqualValues {
  readonly paths: readonly ParameterPath[];
  readonly speakers: readonly Speaker[];
  /** All nodes that read one of the files, in the order of the inventory. */
  readonly nodes: readonly string[];
  /** How many lines they take in one file. */
  readonly lines: number;
}

/** On fewer nodes a single scalar is no gain. */
const FEWEST_NODES = 3;

/** Values that node and class files say with the same words, those with the most lines first (rule X12 of docs/concepts/edits.md). */
function equalValues(scope: ProposalScope): readonly EqualValues[] {
  const { inventory, nodes, readersOf } = scope;
  const definitions = [
    ...inventory.classNames.map((name) => inventory.class(name)),
    ...inventory.nodeNames.map((name) => inventory.node(name)),
  ].flatMap((definition) => definition ?? []);
  const speakers = definitions.flatMap((definition) => {
    const { kind, name, file } = definition;
    const readers = kind === "node" ? [name] : [...readersOf(file.path)];
    const isWanted = readers.length > 0 && readers.every((each) => nodes.has(each));
    return isWanted ? [{ definition, speaker: { kind, name, file: file.path, nodes: readers } }] : [];
  });
  const searching = { ...scope, identities: new Identities() };
  const sections = ["parameters", "exports"] as const;
  const found = sections.flatMap((section) => {
    const said = speakers.flatMap(({ definition, speaker }) => {
      const parts = layerAt(definition[section]).parts(inventory.settings);
      return parts.map((part) => ({ speaker, part }));
    });
    return [...equalBelow([section], said, searching)];
  });
  const all = [...grouped(found, ({ some }) => filesOf(some)).values()].flatMap((same) => ofFiles(same, inventory));
  const saved = ({ lines, speakers: saying }: EqualValues) => lines * (saying.length - 1);
  return all.sort((one, other) => saved(other) - saved(one));
}

interface Said {
  readonly speaker: Speaker;
  readonly part: Written;
}

interface EqualAt {
  readonly path: ParameterPath;
  readonly some: readonly Said[];
}

interface Searching extends ProposalScope {
  readonly identities: Identities;
}

/** What several of some files say below a path; `known` are the files for which all of it is known to be equal. */
function* equalBelow(
  above: ParameterPath,
  said: readonly Said[],
  searching: Searching,
  known: ReadonlySet<string> = new Set(),
): Iterable<EqualAt> {
  const { identities, inventory } = searching;
  for (const [key, all] of grouped(said, ({ part }) => part.key)) {
    const path = [...above, key];
    const equal = new Set(known);
    for (const some of grouped(all, ({ part }) => `${part.entry?.key} ${identities.of(part.value)}`).values()) {
      const files = filesOf(some);
      if (some.length < 2 || known.has(files) || !isWanted({ path, some }, searching)) continue;
      yield { path, some };
      equal.add(files);
    }
    const inner = all.flatMap(({ speaker, part }) => {
      const isEntered = isMap(part.value) && part.prefixes.length === 0;
      return isEntered ? part.parts(inventory.settings).map((below) => ({ speaker, part: below })) : [];
    });
    if (inner.length > 0) yield* equalBelow(path, inner, searching, equal);
  }
}

function isWanted({ path, some: [first] }: EqualAt, { paths, inventory }: ProposalScope): boolean {
  if (paths.length > 0 && !paths.some((each) => path.length >= each.length && isAlong(path, each))) return false;
  return first !== undefined && !holdsMarker(maskedValue(first.part.value, path, inventory.secrets));
}

/** All that the same files say alike; nothing for a single scalar on too few nodes. */
function ofFiles(same: readonly EqualAt[], { nodeNames }: Inventory): readonly EqualValues[] {
  const speakers = same[0]?.some.map(({ speaker }) => speaker) ?? [];
  const readers = new Set(speakers.flatMap(({ nodes }) => nodes));
  const parts = same.flatMap(({ some }) => some.slice(0, 1).map(({ part }) => part));
  const isScalar = parts.length === 1 && parts.every(({ value: { kind } }) => kind === "scalar" || kind === "template");
  if (isScalar && readers.size < FEWEST_NODES) return [];
  const lines = parts.reduce((sum, part) => sum + linesOf(part), 0);
  const nodes = nodeNames.filter((name) => readers.has(name));
  return [{ paths: same.map(({ path }) => path), speakers, nodes, lines }];
}

function filesOf(said: readonly Said[]): string {
  return said.map(({ speaker }) => speaker.file).join("\0");
}

function linesOf({ entry, value: { origin } }: Written): number {
  const end = Math.max(origin.start, origin.end - 1);
  return placeOf({ ...origin, start: end }).line - placeOf(entry?.keyNode.origin ?? origin).line + 1;
}
