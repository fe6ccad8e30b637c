import { grouped } from "../../base/grouped.ts";
import type { ShareOfRun } from "../../base/shard.ts";
import { compareText } from "../../base/text-order.ts";
import { type Graph, graphOf, resultOf } from "../../encoding/graph.ts";
import { documentJson } from "../../encoding/json.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Uses } from "../../model/results/uses.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Place } from "../../model/values/place.ts";
import { usesData } from "../data/uses.ts";
import { checkComplete, notReport, type ReportPart, shareData } from "./parts.ts";

/** What one share of `heir uses` found. */
interface UsesShare {
  /** Absent where the inventory cannot be read. */
  readonly targets?: Graph;
  readonly left_out?: readonly LeftOut[];
  readonly nothing?: NothingFound;
  readonly shard: ShareOfRun;
}

/** What the whole run says if no share finds anything. */
export interface NothingFound {
  readonly operand: string;
  readonly message: string;
  readonly hint: string;
  readonly candidates: readonly string[];
  /** What it prints with `--allow-empty`. */
  readonly accepted?: string;
}

/** What a share found among its nodes; uses that files say are in each share. */
interface FoundUses {
  readonly found: readonly Masked<Uses>[];
  readonly leftOut: readonly LeftOut[];
  /** Set where this share finds nothing. */
  readonly nothing: NothingFound | undefined;
}

/** The report of one share of `heir uses`; undefined: of an inventory that cannot be read. */
export function usesShare(uses: FoundUses | undefined, shard: ShareOfRun): string {
  const targets = uses && graphOf(uses.found);
  const { leftOut, nothing } = uses ?? {};
  return `${documentJson({ v: 1, share: "uses", targets, left_out: leftOut, nothing, shard })}\n`;
}

/** `heir uses` of all nodes, made from its shares. */
export interface MergedUses {
  /** Absent where the inventory cannot be read, and where nothing is found. */
  readonly json?: string;
  readonly nothing?: NothingFound;
  readonly isResolved: boolean;
}

/** Joins the shares of `heir uses`. Throws HeirError if a part is not such a share, or if one is missing. */
export function mergeUses(parts: readonly ReportPart[]): MergedUses {
  const shares = parts.map((part) => {
    const data = shareData(part, "uses --json");
    if (!isUses(data)) throw notReport(part.name, "uses --json");
    return data;
  });
  checkComplete(shares.map(({ shard }, at) => ({ name: parts[at]?.name ?? "", shard })));
  // The digest of the run names the build that made the parts.
  const read = shares.flatMap(({ targets }) =>
    targets === undefined ? [] : [resultOf(targets) as FoundUses["found"]],
  );
  if (read.length < shares.length) return { isResolved: false };
  const [nothing, ...others] = shares.flatMap((share) => share.nothing ?? []);
  if (nothing !== undefined && others.length === shares.length - 1) return { nothing, isResolved: true };
  const found = joinedUses(read);
  const json = `${documentJson(usesData(found, shares[0]?.left_out ?? []))}\n`;
  return { json, isResolved: found.every(({ unresolved }) => unresolved.length === 0) };
}

function isUses(data: object): data is UsesShare {
  return "share" in data && data.share === "uses" && "shard" in data;
}

/** What uses some targets, from what was found among the nodes of each share. */
export function joinedUses(shares: readonly (readonly Masked<Uses>[])[]): readonly Masked<Uses>[] {
  return (shares[0] ?? []).map((first, at) => {
    const same = shares.flatMap((each) => each[at] ?? []);
    return derived(first, (target) => ({ ...target, ...joined(same) }));
  });
}

function joined(shares: readonly Uses[]): Omit<Uses, "target"> {
  return {
    uses: usesOfAll(shares),
    nodes: shares.flatMap(({ nodes }) => nodes).sort(compareText),
    total: shares.reduce((sum, { total }) => sum + total, 0),
    unresolved: shares.flatMap(({ unresolved }) => unresolved).sort(compareText),
  };
}

/** A share that has any use at a place has all of them, in order. */
function usesOfAll(shares: readonly Uses[]): Uses["uses"] {
  const places = new Map<string, Uses["uses"]>();
  for (const { uses } of shares) {
    for (const [key, same] of grouped(uses, ({ origin }) => documentJson(placeOf(origin)))) {
      if (!places.has(key)) places.set(key, same);
    }
  }
  return [...places.values()]
    .sort(([one], [other]) => comparePlaces(one && placeOf(one.origin), other && placeOf(other.origin)))
    .flat();
}

function comparePlaces(one: Place | undefined, other: Place | undefined): number {
  return (
    compareText(one?.file ?? "", other?.file ?? "") ||
    (one?.line ?? 0) - (other?.line ?? 0) ||
    (one?.column ?? 0) - (other?.column ?? 0)
  );
}
