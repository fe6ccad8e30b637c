import type { Comparison } from "../../model/results/comparison.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { counted, nodeSet, plainText, type Row, segment } from "../text/row.ts";
import { contractFindingRows } from "./not-compared.ts";

/** What a comparison says besides its blocks, part by part: a title, and its rows. Parts without rows are left out. */
export function asideParts(
  comparison: Comparison,
  options: { readonly full?: boolean } = {},
): readonly (readonly Row[])[] {
  const parts = [contractFindingRows(comparison, options), endRows(comparison), ownerRows(comparison)];
  return parts.filter((rows) => rows.length > 0);
}

function ownerRows({ owners = [] }: Comparison): readonly Row[] {
  if (owners.length === 0) return [];
  const rows = owners.map(({ owner, because, nodes }): Row => {
    return [plainText(`  ${owner}  ${because.join(", ")}  ${counted(nodes.length, "node")}: `), ...nodeSet(nodes)];
  });
  return [[plainText(`owners: ${new Set(owners.map(({ owner }) => owner)).size}`)], ...rows];
}

/** Ends of lines that are new, moved or dropped. */
export function endRows({ ends = [] }: Pick<Comparison, "ends">): readonly Row[] {
  if (ends.length === 0) return [];
  const rows = ends.map(({ place, old, new: now }): Row => {
    const dates = [old, now].map((date) => (date === undefined ? "no end" : `until ${date}`)).join(" -> ");
    return [segment("muted", `  ${placeText(placeOf(place))}  `), plainText(dates)];
  });
  return [[plainText(`lines with an end: ${counted(ends.length, "change")}`)], ...rows];
}
