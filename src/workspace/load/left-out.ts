import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LeftOut } from "../../model/results/left-out.ts";

/** What a comparison leaves out: also a side without an inventory. */
export function leftOutBetween(from: Snapshot, to: Snapshot): readonly LeftOut[] {
  const sides = [["from", from] as const, ["to", to] as const];
  const missing = sides.flatMap(([side, { place }]): readonly LeftOut[] => {
    return place.missing === undefined ? [] : [{ kind: "no-inventory", side }];
  });
  return [...missing, ...leftOutOf([from, to])];
}

/** What an answer about some states leaves out because of the states themselves. */
export function leftOutOf(snapshots: readonly Snapshot[]): readonly LeftOut[] {
  const found = snapshots.flatMap(({ diagnostics, lost = new Map(), leftOut = [] }) => [
    ...[...diagnostics, ...lost.values()].flatMap(unmergedFile),
    ...leftOut,
  ]);
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function unmergedFile({ code, span }: Snapshot["diagnostics"][number]): readonly LeftOut[] {
  return code === "unmerged" && span !== undefined ? [{ kind: "unmerged", file: span.file.path }] : [];
}
