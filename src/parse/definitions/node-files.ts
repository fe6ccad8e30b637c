import { type KeyTest, keyOfName, nameKey, namesWith } from "../../base/name-key.ts";
import type { PathLines } from "../../base/path-lines.ts";
import { sortTexts } from "../../base/text-order.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { filesBelow } from "../../model/inventory/snapshot.ts";
import type { ListedDefinition, ListingSource, NamedFiles } from "./listed.ts";
import { FoundFiles, listedAs, sortedNames } from "./listed.ts";
import { nodeName } from "./names.ts";

/**
 * The nodes of a snapshot by name. Of a long listing a share keeps its own nodes alone (rule S4 in docs/scale.md); whatever
 * else is asked for lists all. Never fails.
 */
export class NodeFiles implements NamedFiles {
  private readonly source: ListingSource;
  private readonly root: string;
  private share: ReadonlyMap<string, ListedDefinition> = new Map();
  private all: FoundFiles | undefined;

  /** Names that two files define are looked for at once. */
  constructor(source: ListingSource, root: string) {
    this.source = source;
    this.root = root;
    const { lines } = source.blobs;
    if (lines === undefined || !areUnique(lines, { root, settings: source.settings })) this.whole();
  }

  /** The files whose name another one defines already. */
  get others(): readonly ListedDefinition[] {
    return this.all?.others ?? [];
  }

  /** All names, sorted. */
  get names(): readonly string[] {
    return sortedNames("node", this.whole().files, this.source.definitions);
  }

  get(name: string): ListedDefinition | undefined {
    return this.share.get(name) ?? this.whole().files.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The names that are meant, sorted. */
  meant(test: KeyTest): readonly string[] {
    const { source, root } = this;
    const { blobs, settings } = source;
    if (this.all !== undefined || blobs.lines === undefined) return namesWith(this.names, test);
    const share = new Map<string, ListedDefinition>();
    eachKey(blobs.lines, { root, settings }, (key, path) => {
      if (!test(key)) return;
      const own = path();
      const listed = listedAs(
        { path: own, blob: blobs.get(own) ?? "", relative: own.slice(root.length) },
        "node",
        source,
      );
      if (listed !== undefined) share.set(listed.name, listed);
    });
    this.share = share;
    source.definitions.listed.node = share;
    return sortTexts([...share.keys()]);
  }

  private whole(): FoundFiles {
    if (this.all !== undefined) return this.all;
    const { source, root } = this;
    const all = new FoundFiles();
    for (const [path, blob] of filesBelow(source.blobs, root))
      all.add(listedAs({ path, blob, relative: path.slice(root.length) }, "node", source));
    source.definitions.listed.node = all.files;
    this.all = all;
    return all;
  }
}

/** Where nodes are, and what says how they are named. */
interface Naming {
  readonly root: string;
  readonly settings: Settings;
}

/** Whether no two files define the same node; of names with the same key nothing is said. */
function areUnique(lines: PathLines, naming: Naming): boolean {
  const [from, to] = lines.range(naming.root);
  const keys = new Float64Array(to - from);
  let count = 0;
  eachKey(lines, naming, (key) => {
    keys[count] = key;
    count += 1;
  });
  keys.subarray(0, count).sort();
  for (let at = 1; at < count; at += 1) if (keys[at] === keys[at - 1]) return false;
  return true;
}

/** Visits the keys of the names of all nodes. */
function eachKey(lines: PathLines, { root, settings }: Naming, visit: (key: number, path: () => string) => void): void {
  const { length } = new TextEncoder().encode(root);
  const [from, to] = lines.range(root);
  for (let at = from; at < to; at += 1) {
    const end = lines.pathEnd(at);
    const path = () => lines.path(at);
    const start = settings.compose_node_name ? -1 : plainStart(lines.bytes, lines.pathStart(at) + length, end);
    if (start >= 0) {
      visit(nameKey(lines.bytes, start, end - ENDING.length), path);
      continue;
    }
    const named = nodeName(path().slice(root.length), settings);
    if (named !== undefined) visit(keyOfName(named.name), path);
  }
}

const ENDING = new TextEncoder().encode(".yml");
const [DOT, SLASH, S] = [".", "/", "S"].map((each) => each.charCodeAt(0));

/**
 * Where the name begins in a path below the folder of nodes that is as most are: it ends in `.yml`, and no folder on it is one
 * that may be skipped. -1 for any other.
 */
function plainStart(bytes: Uint8Array, from: number, end: number): number {
  let start = from;
  for (let at = from; at < end; at += 1) {
    if (bytes[at] !== SLASH) continue;
    // Folders of version control are skipped: `CVS`, `SCCS`.
    if (bytes[start] === DOT || bytes[at - 1] === S) return -1;
    start = at + 1;
  }
  const isEnding = ENDING.every((byte, at) => bytes[end - ENDING.length + at] === byte);
  return isEnding && end - start > ENDING.length ? start : -1;
}
