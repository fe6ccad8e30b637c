import type { Row } from "../../../report/text/row.ts";
import { type ComparedStates, comparedKey } from "./data.ts";

/** A value of a node in one of the two states of a target. */
export interface AskedValuePlace {
  readonly target: ComparedStates;
  readonly node: string;
  /** As heir writes paths. */
  readonly path: string;
  /** Whether it is meant in the older state: the value is gone in the newer one. */
  readonly isOld: boolean;
}

/** Places with the same key are the same. */
export function placeKey({ target, node, path, isOld }: AskedValuePlace): string {
  return [isOld ? "old" : "now", comparedKey(target), node, path].join("\n");
}

/** What is told of a value. */
export interface InsightRows {
  /** {@link placeKey} of the value. */
  readonly key: string;
  readonly rows: readonly Row[];
}

/** A commit that changed a value. */
export interface TimelineEntry extends InsightRows {
  /** Counted from the newest on. */
  readonly index: number;
  readonly commit: string;
  readonly parent: string | undefined;
}
