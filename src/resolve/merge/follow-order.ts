import type { MapValue } from "../../model/values/value.ts";
import { MAX_NESTED } from "../limits.ts";
import type { Interpolation } from "./interpolation.ts";
import { asRaw, type MergedMap, type PartialValue, type Path } from "./partial-value.ts";

/** Follows all values in the order of reclass, to find faults in that order: as written, then what these bring in. */
export function followInOrder(root: MergedMap, interpolation: Interpolation): void {
  const known = new Set<PartialValue>();
  let open: { readonly value: PartialValue; readonly path: Path }[] = [];
  gather(root, []);
  while (open.length > 0) {
    const next = open;
    open = [];
    for (const { value, path } of next) gather(interpolation.follow(value, path), path);
  }

  function gather(value: PartialValue, path: Path): void {
    if (known.has(value) || path.length > MAX_NESTED) return;
    known.add(value);
    switch (value.kind) {
      case "scalar":
      case "set":
        return;
      case "template":
        open.push({ value, path });
        return;
      case "pending":
        if (value.contributions.length === 1) for (const only of value.contributions) gather(only.value, path);
        else open.push({ value, path });
        return;
      case "alias":
        gather(value.target, path);
        return;
      case "map":
        if (!value.plain) gatherMap(value, path);
        return;
      case "merged-map":
        for (const { key, value: inner } of value.entries.values()) gather(inner, [...path, key]);
        return;
      case "raw":
        for (const { key, value: inner } of value.map.entries) gather(asRaw(inner), [...path, key]);
        return;
      case "list":
      case "merged-list":
        if (!value.plain) for (const [at, item] of value.items.entries()) gather(asRaw(item), [...path, String(at)]);
    }
  }

  function gatherMap(map: MapValue, path: Path): void {
    const followed = interpolation.follow(map, path);
    if (followed !== map) gather(followed, path);
    else for (const { key, value } of map.entries) gather(value, [...path, key]);
  }
}
