import type { GateData } from "../../report/data/types.ts";
import { excusedErrors, type Verdict } from "./verdict.ts";

/** A verdict as plain data. */
export function gateData(verdict: Verdict): GateData {
  const { before, after, parts, reach, consent } = verdict;
  return {
    old: before.id ?? null,
    new: after.id ?? null,
    lost: parts.flatMap(({ losses }) => losses.lost.map(({ name }) => name)),
    reach,
    excused: excusedErrors(verdict),
    consent,
  };
}
