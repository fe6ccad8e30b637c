import type { ShareOfRun } from "../../base/shard.ts";
import { type Graph, graphOf, resultOf } from "../../encoding/graph.ts";
import { documentJson } from "../../encoding/json.ts";
import { checkComplete, notReport, type ReportPart, shareData } from "./parts.ts";

/** What one share of `heir diff` found; `part` is for the join alone. */
export interface DiffShare<Part> {
  /** Whether the exit code says what differs. */
  readonly isJudged: boolean;
  readonly isQuiet: boolean;
  readonly part: Part;
}

/** The report of one share of `heir diff`. */
export function diffShare({ part, ...how }: DiffShare<object>, shard: ShareOfRun): string {
  return `${documentJson({ v: 1, share: "diff", ...how, part: graphOf(part), shard })}\n`;
}

/** The shares of `heir diff`, in order. Throws HeirError if a part is not such a share, or if one is missing. */
export function diffShares<Part>(parts: readonly ReportPart[]): readonly DiffShare<Part>[] {
  const shares = parts.map((part) => {
    const data = shareData(part, "diff --json");
    if (!isDiff(data)) throw notReport(part.name, "diff --json");
    return data;
  });
  checkComplete(shares.map(({ shard }, at) => ({ name: parts[at]?.name ?? "", shard })));
  shares.sort((one, other) => one.shard.index - other.shard.index);
  // The digest of the run names the build that made the part.
  return shares.map((share) => ({ ...share, part: resultOf(share.part) as Part }));
}

function isDiff(data: object): data is DiffShare<Graph> & { readonly shard: ShareOfRun } {
  return "share" in data && data.share === "diff" && "part" in data && "shard" in data;
}
