import type { Row } from "../../../report/text/row.ts";
import { type ComparedStates, comparedKey } from "./data.ts";

/** A value of a node in one of the two states of a target. */
export interface AskedValuePlace {
  readonly target: ComparedStates;
  readonly node: string;
  /** The path as heir writes it. */
  readonly path: string;
  /** Whether the older state is meant, since the newer one does not have the value. */
  readonly isOld: boolean;
}

/** The same key for the same value. */
export function placeKey({ target, node, path, isOld }: AskedValuePlace): string {
  return [isOld ? "old" : "now", comparedKey(target), node, path].join("\n");
}

/** The answer to a question about a value. */
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
