import type { Row } from "../../report/text/row.ts";
import type { AskedValuePlace, TimelineEntry } from "../worker/protocol/insight-data.ts";

/** What is known of the value that was last asked about. */
export interface Insight {
  readonly place: AskedValuePlace;
  readonly explain: readonly Row[] | undefined;
  readonly blame: readonly Row[] | undefined;
  readonly timeline: readonly TimelineEntry[];
  /** Whether the whole history was looked through. */
  readonly isWhole: boolean;
}

export const insightKinds = ["explain", "blame", "timeline"] as const;
/** The questions that can be asked about a value. */
export type InsightKind = (typeof insightKinds)[number];
