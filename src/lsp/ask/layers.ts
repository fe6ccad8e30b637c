import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { entryAt, type PrefixSettings, readKey, replacesBelow } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapEntry, MapValue } from "../../model/values/value.ts";
import type { Asked } from "./question.ts";

/** A layer of a node that sets a path. */
export interface PathLayer {
  readonly step: Step;
  readonly entry: MapEntry;
  /** Whether something of it is left: no layer above replaces it. */
  readonly wins: boolean;
}

/** What one layer says at a path. */
interface Said {
  /** Undefined for a layer that does not set the path. */
  readonly entry: MapEntry | undefined;
  /** Whether nothing of the layers below is left at the path. */
  readonly replaces: boolean;
}

/** The layers that set one path, of any number of nodes: what a class says is looked up once. */
export class PathLayers {
  private readonly section: "parameters" | "exports";
  private readonly keys: readonly string[];
  private readonly settings: PrefixSettings;
  private readonly said = new Map<MapValue, Said>();

  constructor([section, ...keys]: ParameterPath, settings: PrefixSettings) {
    this.section = section === "exports" ? "exports" : "parameters";
    this.keys = keys;
    this.settings = settings;
  }

  /** The layers of a node, weakest first. */
  of({ steps }: ResolvedNode): readonly PathLayer[] {
    let found: PathLayer[] = [];
    for (const step of steps) {
      const { entry, replaces } = this.saidBy(step[this.section]);
      if (replaces) found = found.map((layer) => ({ ...layer, wins: false }));
      if (entry !== undefined) found.push({ step, entry, wins: true });
    }
    return found;
  }

  private saidBy(map: MapValue): Said {
    const known = this.said.get(map) ?? this.look(map);
    this.said.set(map, known);
    return known;
  }

  private look(map: MapValue): Said {
    const way = this.wayTo(map);
    const last = way.at(-1);
    if (last === undefined) return { entry: undefined, replaces: false };
    const isThere = way.length === this.keys.length;
    // A key above that holds no mapping leaves nothing below it.
    const replaces = way.some(({ key }) => replacesBelow(readKey(key, this.settings))) || !isContainer(last);
    return { entry: isThere ? last : undefined, replaces };
  }

  /** The entries on the way to the path, as far as they are there. */
  private wayTo(map: MapValue): readonly MapEntry[] {
    const way: MapEntry[] = [];
    let at: MapValue | undefined = map;
    for (const key of this.keys) {
      const entry: MapEntry | undefined = at && entryAt(at, key, this.settings);
      if (entry === undefined) break;
      way.push(entry);
      at = entry.value.kind === "map" ? entry.value : undefined;
    }
    return way;
  }
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
