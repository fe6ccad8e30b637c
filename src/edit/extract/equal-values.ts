import { grouped } from "../../base/grouped.ts";
import { Identities } from "../../compare/identity.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { holdsMarker, maskedValue } from "../../model/secrets/secrets.ts";
import { placeOf } from "../../model/values/origin.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { isMap } from "../../model/values/value.ts";
import { layerAt, type Written } from "../../written/written.ts";

/** A node or class whose file says values, and the nodes that read it. */
interface Speaker {
  readonly kind: "node" | "class";
  readonly name: string;
  readonly file: string;
  readonly nodes: readonly string[];
}

/** Values that several files say with the same words. */
export interface EqualValues {
  readonly paths: readonly ParameterPath[];
  readonly speakers: readonly Speaker[];
  /** All nodes that read one of the files, in the order of the inventory. */
  readonly nodes: readonly string[];
  /** How many lines they take in one file. */
  readonly lines: number;
}

export interface EqualScope {
  readonly inventory: Inventory;
  /** The nodes that read a file. */
  readersOf(file: string): Iterable<string>;
  /** Only files that these nodes alone read. */
  readonly nodes: ReadonlySet<string>;
  /** Only values at or below these paths; all if there is none. */
  readonly paths: readonly ParameterPath[];
}

/** On fewer nodes a single scalar is no gain. */
const FEWEST_NODES = 3;

/** Values that node and class files say with the same words, those with the most lines first (rule X12 of docs/concepts/edits.md). */
export function equalValues(scope: EqualScope): readonly EqualValues[] {
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
  const searching = { scope, identities: new Identities() };
  const found = (["parameters", "exports"] as const).flatMap((section) => {
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

/** What several files say with the same words at a path. */
interface EqualAt {
  readonly path: ParameterPath;
  readonly some: readonly Said[];
}

interface Searching {
  readonly scope: EqualScope;
  readonly identities: Identities;
}

/** What several of some files say below a path; `known` are the files for which all of it is known to be equal. */
function* equalBelow(
  above: ParameterPath,
  said: readonly Said[],
  searching: Searching,
  known: ReadonlySet<string> = new Set(),
): Iterable<EqualAt> {
  const { scope, identities } = searching;
  for (const [key, all] of grouped(said, ({ part }) => part.key)) {
    const path = [...above, key];
    const equal = new Set(known);
    for (const some of grouped(all, ({ part }) => `${part.entry?.key} ${identities.of(part.value)}`).values()) {
      const files = filesOf(some);
      if (some.length < 2 || known.has(files) || !isWanted({ path, some }, scope)) continue;
      yield { path, some };
      equal.add(files);
    }
    const inner = all.flatMap(({ speaker, part }) => {
      const isEntered = isMap(part.value) && part.prefixes.length === 0;
      return isEntered ? part.parts(scope.inventory.settings).map((below) => ({ speaker, part: below })) : [];
    });
    if (inner.length > 0) yield* equalBelow(path, inner, searching, equal);
  }
}

function isWanted({ path, some: [first] }: EqualAt, { paths, inventory }: EqualScope): boolean {
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
  return [
    { paths: same.map(({ path }) => path), speakers, nodes: nodeNames.filter((name) => readers.has(name)), lines },
  ];
}

function filesOf(said: readonly Said[]): string {
  return said.map(({ speaker }) => speaker.file).join("\0");
}

function linesOf({ entry, value: { origin } }: Written): number {
  const end = Math.max(origin.start, origin.end - 1);
  return placeOf({ ...origin, start: end }).line - placeOf(entry?.keyNode.origin ?? origin).line + 1;
}
