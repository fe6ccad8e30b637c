import type { FileEdit, PlacedChange } from "../../model/results/file-edit.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { DecidingLine, OpenOrder, ValuePlace, ValuePlaces } from "../../model/values/value-place.ts";

/** Places a change in its file. */
export type Placing = (edit: FileEdit) => readonly PlacedChange[];

/** Where a value could be written: `heir place --json`. */
export interface PlacesData {
  readonly v: 1;
  readonly path: string;
  readonly nodes: readonly string[];
  /** The best first. */
  readonly places: readonly PlaceData[];
}

interface PlaceData {
  readonly files: readonly string[];
  readonly edits: readonly (PlacedChange & { readonly file: string })[];
  /** Wanted nodes that get the value. */
  readonly hit: readonly string[];
  /** Wanted nodes that do not, and what wins there; null where nothing says a value. */
  readonly missed: readonly MissedData[];
  /** Other nodes that change. */
  readonly also: readonly string[];
}

interface MissedData {
  readonly node: string;
  readonly by: LineData | null;
  /** Groups that nothing orders, and the edges that would let this place win. */
  readonly open?: OpenOrder;
}

interface LineData {
  /** Null for a value that no layer of files says. */
  readonly layer: string | null;
  readonly name: string | null;
  readonly file: string;
  readonly line: number;
}

/** Places for programs. */
export function placesData({ path, nodes, places }: ValuePlaces, placing: Placing): PlacesData {
  return { v: 1, path: printPath(path), nodes, places: places.map((place) => placeData(place, placing)) };
}

function placeData({ edits, hit, missed, also }: ValuePlace, placing: Placing): PlaceData {
  return {
    files: edits.map(({ path }) => path),
    edits: edits.flatMap((edit) => placing(edit).map((change) => ({ file: edit.path, ...change }))),
    hit,
    missed: missed.map(
      ({ node, by, open }): MissedData => ({ node, by: by === undefined ? null : lineData(by), open }),
    ),
    also,
  };
}

function lineData({ layer, name, file, line }: DecidingLine): LineData {
  return { layer: layer ?? null, name: name ?? null, file, line };
}
