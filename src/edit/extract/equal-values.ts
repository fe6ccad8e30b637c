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
  const search = new EqualSearch(scope);
  const speakers = definitions.flatMap((definition) => {
    const { kind, name, file } = definition;
    const readers = kind === "node" ? [name] : [...readersOf(file.path)];
    const isWanted = readers.length > 0 && readers.every((each) => nodes.has(each));
    return isWanted ? [{ definition, speaker: { kind, name, file: file.path, nodes: readers } }] : [];
  });
  for (const section of ["parameters", "exports"] as const) {
    const said = speakers.flatMap(({ definition, speaker }) =>
      layerAt(definition[section])
        .parts(inventory.settings)
        .map((part) => ({ speaker, part })),
    );
    search.visit([section], said);
  }
  return search.found();
}

interface Said {
  readonly speaker: Speaker;
  readonly part: Written;
}

interface Found {
  readonly speakers: readonly Speaker[];
  readonly paths: ParameterPath[];
  lines: number;
  /** A scalar is the only value. */
  isScalar: boolean;
}

class EqualSearch {
  private readonly scope: EqualScope;
  private readonly identities = new Identities();
  private readonly byFiles = new Map<string, Found>();

  constructor(scope: EqualScope) {
    this.scope = scope;
  }

  /** Looks at what several files say below a path; `known` are the files for which all of it is known to be equal. */
  visit(above: ParameterPath, said: readonly Said[], known: ReadonlySet<string> = new Set()): void {
    const { settings } = this.scope.inventory;
    for (const [key, all] of grouped(said, ({ part }) => part.key)) {
      const path = [...above, key];
      const equal = new Set(known);
      const same = grouped(all, ({ part }) => `${part.entry?.key} ${this.identities.of(part.value)}`);
      for (const some of same.values()) {
        const files = filesOf(some);
        if (some.length > 1 && !known.has(files) && this.isWanted(path, some)) {
          this.add(path, some);
          equal.add(files);
        }
      }
      const inner = all.flatMap(({ speaker, part }) => {
        const isEntered = isMap(part.value) && part.prefixes.length === 0;
        return isEntered ? part.parts(settings).map((below) => ({ speaker, part: below })) : [];
      });
      if (inner.length > 0) this.visit(path, inner, equal);
    }
  }

  /** Those with the most lines first. */
  found(): readonly EqualValues[] {
    const { nodeNames } = this.scope.inventory;
    const all = [...this.byFiles.values()].flatMap(({ speakers, paths, lines, isScalar }) => {
      const readers = new Set(speakers.flatMap(({ nodes }) => nodes));
      if (isScalar && readers.size < FEWEST_NODES) return [];
      return [{ paths, speakers, nodes: nodeNames.filter((name) => readers.has(name)), lines }];
    });
    const saved = ({ lines, speakers }: EqualValues) => lines * (speakers.length - 1);
    return all.sort((one, other) => saved(other) - saved(one));
  }

  private isWanted(path: ParameterPath, [first]: readonly Said[]): boolean {
    const { paths, inventory } = this.scope;
    if (paths.length > 0 && !paths.some((each) => path.length >= each.length && isAlong(path, each))) return false;
    return first !== undefined && !holdsMarker(maskedValue(first.part.value, path, inventory.secrets));
  }

  private add(path: ParameterPath, some: readonly Said[]): void {
    const [first] = some;
    if (first === undefined) return;
    const key = filesOf(some);
    const lines = linesOf(first.part);
    const { kind } = first.part.value;
    const isScalar = kind === "scalar" || kind === "template";
    const known = this.byFiles.get(key);
    if (known === undefined) {
      this.byFiles.set(key, { speakers: some.map(({ speaker }) => speaker), paths: [path], lines, isScalar });
      return;
    }
    known.paths.push(path);
    known.lines += lines;
    known.isScalar = false;
  }
}

function filesOf(said: readonly Said[]): string {
  return said.map(({ speaker }) => speaker.file).join("\0");
}

function linesOf({ entry, value: { origin } }: Written): number {
  const end = Math.max(origin.start, origin.end - 1);
  return placeOf({ ...origin, start: end }).line - placeOf(entry?.keyNode.origin ?? origin).line + 1;
}
