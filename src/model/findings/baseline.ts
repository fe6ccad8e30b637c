import type { SourceFile } from "../values/value.ts";

/** The file of old findings, beside the settings. */
export const BASELINE_FILE = "heir-baseline.yml";

export interface BaselineEntry {
  readonly code: string;
  /** Undefined for a finding about no file. */
  readonly file: string | undefined;
  readonly message: string;
  /** The nodes that are excused; empty for a finding about no node. */
  readonly nodes: readonly string[];
  /** Of an entry for findings of its code in its file that have no entry of their own: how many there are. */
  readonly more?: number;
}

export interface Baseline {
  readonly file: SourceFile;
  readonly entries: readonly BaselineEntry[];
}
