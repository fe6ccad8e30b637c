import type { MapValue } from "../../model/values/value.ts";
import type { Interpolation } from "../references/interpolation.ts";
import { asRaw, type MergedMap, type PartialValue } from "./partial-value.ts";

type Path = readonly string[];

/**
 * Follows everything below a folded map in the order in which reclass does, so that faults are found in that order:
 * what stands there from the first key to the last, then what references and merges have brought in.
 */
export function followInOrder(root: MergedMap, interpolation: Interpolation): void {
  const known = new Set<PartialValue>();
  const open: { readonly cell: PartialValue; readonly path: Path }[] = [];
  gather(root, []);
  for (const { cell, path } of open) gather(interpolation.shape(cell, path), path);

  function gather(cell: PartialValue, path: Path): void {
    if (known.has(cell)) return;
    known.add(cell);
    switch (cell.kind) {
      case "scalar":
      case "set":
        return;
      case "template":
        open.push({ cell, path });
        return;
      case "stack":
        if (cell.parts.length === 1) for (const part of cell.parts) gather(part.cell, path);
        else open.push({ cell, path });
        return;
      case "alias":
        gather(cell.target, path);
        return;
      case "map":
        if (!cell.plain) gatherMap(cell, path);
        return;
      case "merged-map":
        for (const { key, value } of cell.entries.values()) gather(value, [...path, key]);
        return;
      case "raw":
        for (const { key, value } of cell.map.entries) gather(asRaw(value), [...path, key]);
        return;
      case "list":
      case "merged-list":
        if (!cell.plain) for (const [at, item] of cell.items.entries()) gather(asRaw(item), [...path, String(at)]);
    }
  }

  function gatherMap(map: MapValue, path: Path): void {
    const shape = interpolation.shape(map, path);
    if (shape !== map) gather(shape, path);
    else for (const { key, value } of map.entries) gather(value, [...path, key]);
  }
}
