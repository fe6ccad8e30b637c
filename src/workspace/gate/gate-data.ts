import type { Weakened } from "../../compare/guards/policy.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { GateData, MeetingData, WeakenedData } from "../../report/data/gate-types.ts";
import { metData } from "../../report/data/merge.ts";
import type { Meeting } from "../merge/ways.ts";
import { excusedByBaseline, olderErrors, type Verdict } from "./judge.ts";

/** A verdict as plain data. */
export function gateData(verdict: Verdict): GateData {
  const { before, after, parts, reach, merges, consent } = verdict;
  return {
    old: before.id ?? null,
    new: after.id ?? null,
    policyFrom: parts[0]?.policy.from ?? "NEW",
    weakened: parts.flatMap(({ policy }) => policy.weakened.map(weakenedData)),
    lost: parts.flatMap(({ losses }) => losses.lost.map(({ name }) => name)),
    reach,
    excused: olderErrors(verdict) + excusedByBaseline(verdict),
    merges: merges.flatMap(meetingData),
    consent,
  };
}

function meetingData({ way, met }: Meeting): readonly MeetingData[] {
  const { made = null, base = null, ours, theirs } = way;
  return met.map(({ comparison, fresh }) => ({ made, base, ours, theirs, ...metData(comparison, fresh) }));
}

function weakenedData({ key, old, new: now, span }: Weakened): WeakenedData {
  const place = span && placeOf(span);
  return { key, old, new: now, file: place?.file, line: place?.line };
}
