import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { entryAt, type PrefixSettings, readKey, replacesBelow } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapEntry } from "../../model/values/value.ts";
import type { Asked } from "./question.ts";

/** A layer of a node that sets a path. */
export interface PathLayer {
  readonly step: Step;
  readonly entry: MapEntry;
  /** Whether something of it is left: no layer above replaces it. */
  readonly wins: boolean;
}

/** The layers of a node that set a path, weakest first. */
export function layersAt(node: ResolvedNode, path: ParameterPath, settings: PrefixSettings): readonly PathLayer[] {
  const [section, ...keys] = path;
  let found: PathLayer[] = [];
  for (const step of node.steps) {
    const way = wayTo(section === "exports" ? step.exports : step.parameters, keys, settings);
    const last = way.at(-1);
    const isThere = last !== undefined && way.length === keys.length;
    const replaces = way.some(({ key }) => replacesBelow(readKey(key, settings))) || (isThere && !isContainer(last));
    // A key above that holds no mapping leaves nothing below it.
    const ends = last !== undefined && !isThere && !isContainer(last);
    if (replaces || ends) found = found.map((layer) => ({ ...layer, wins: false }));
    if (isThere) found.push({ step, entry: last, wins: true });
  }
  return found;
}

/** The entries on the way to a path, as far as they are there. */
function wayTo(
  map: ResolvedNode["parameters"],
  keys: readonly string[],
  settings: PrefixSettings,
): readonly MapEntry[] {
  const way: MapEntry[] = [];
  let at: ResolvedNode["parameters"] | undefined = map;
  for (const key of keys) {
    const entry: MapEntry | undefined = at && entryAt(at, key, settings);
    if (entry === undefined) break;
    way.push(entry);
    at = entry.value.kind === "map" ? entry.value : undefined;
  }
  return way;
}

function isContainer({ value }: MapEntry): boolean {
  return value.kind === "map" || value.kind === "list";
}

/** The key of a layer in its file, without prefix and quotes; undefined for a layer that no file writes. */
export async function keyOf({ state }: Asked, { entry }: PathLayer): Promise<Span | undefined> {
  const { file, start } = entry.keyNode.origin;
  const marks = await state.marks(file.path);
  const mark = marks?.marks.find((each) => each.kind === "key" && each.whole.start === start);
  return mark && marks && { file: marks.file, start: mark.start, end: mark.end };
}
