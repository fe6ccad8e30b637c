import { grouped } from "../../base/grouped.ts";
import type { ShareOfRun } from "../../base/shard.ts";
import { compareText } from "../../base/text-order.ts";
import { documentJson, JsonText } from "../../encoding/json.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Place } from "../../model/values/place.ts";
import { targetData, useData } from "../data/uses.ts";
import { checkComplete, notReport, type ReportPart, shareData } from "./parts.ts";

/** What one share of `heir uses` found. */
interface UsesShare {
  /** Absent where the inventory cannot be read. */
  readonly targets?: readonly TargetShare[];
  readonly left_out?: readonly LeftOut[];
  readonly nothing?: NothingFound;
  readonly shard: ShareOfRun;
}

interface TargetShare extends Omit<Uses, "uses"> {
  /** The text of each use as the whole run prints it. */
  readonly uses: readonly { readonly place: Place; readonly text: string }[];
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
  const targets = uses?.found.map((each) => ({
    ...each,
    uses: each.uses.map((use) => ({ place: placeOf(use.origin), text: documentJson(useData(use)) })),
  }));
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
  const read = shares.flatMap(({ targets }) => (targets === undefined ? [] : [targets]));
  const [first] = read;
  if (first === undefined || read.length < shares.length) return { isResolved: false };
  const [nothing, ...others] = shares.flatMap((share) => share.nothing ?? []);
  if (nothing !== undefined && others.length === shares.length - 1) return { nothing, isResolved: true };
  const targets = first.map(({ target }, at) =>
    joined(
      target,
      read.flatMap((each) => each[at] ?? []),
    ),
  );
  const leftOut = shares[0]?.left_out ?? [];
  const json = `${documentJson({ v: 1, targets: targets.map((each) => targetData(each, leftOut)) })}\n`;
  return { json, isResolved: targets.every(({ unresolved }) => unresolved.length === 0) };
}

function isUses(data: object): data is UsesShare {
  return "share" in data && data.share === "uses" && "shard" in data;
}

function joined(
  target: Uses["target"],
  shares: readonly TargetShare[],
): Omit<Uses, "uses"> & { readonly uses: readonly JsonText[] } {
  return {
    target,
    uses: joinedUses(shares),
    nodes: shares.flatMap(({ nodes }) => nodes).sort(compareText),
    total: shares.reduce((sum, { total }) => sum + total, 0),
    unresolved: shares.flatMap(({ unresolved }) => unresolved).sort(compareText),
  };
}

/** A share that has any use at a place has all of them, in order. */
function joinedUses(shares: readonly TargetShare[]): readonly JsonText[] {
  const places = new Map<string, TargetShare["uses"]>();
  for (const { uses } of shares) {
    for (const [key, same] of grouped(uses, ({ place }) => documentJson(place))) {
      if (!places.has(key)) places.set(key, same);
    }
  }
  const sorted = [...places.values()].sort(([one], [other]) => comparePlaces(one?.place, other?.place));
  return sorted.flat().map(({ text }) => new JsonText(text));
}

function comparePlaces(one: Place | undefined, other: Place | undefined): number {
  return (
    compareText(one?.file ?? "", other?.file ?? "") ||
    (one?.line ?? 0) - (other?.line ?? 0) ||
    (one?.column ?? 0) - (other?.column ?? 0)
  );
}
