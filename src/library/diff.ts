import type { Abortable } from "../model/inventory/snapshot.ts";
import type { Comparison, ReviewedComparison } from "../model/results/comparison.ts";
import type { Evidence } from "../model/results/evidence.ts";
import type { Masked, SecretsChoice } from "../model/secrets/masked.ts";
import { comparisonData } from "../report/data/comparison.ts";
import { Beside } from "../speed/kept.ts";
import { withBlocks } from "../workspace/evidence/reviewed.ts";
import { plainResult } from "./plain.ts";
import type { PlainDiff } from "./types.ts";

/** What a diff is made of, beside its data. */
export interface DiffSource {
  readonly comparison: Masked<ReviewedComparison>;
  readonly secrets: SecretsChoice;
  /** The command that compares the same states. */
  readonly command: string;
  /** What is behind the values; throws HeirError when git fails or the repository is closed. */
  evidence(comparison: Masked<ReviewedComparison>, options: Abortable): Promise<Masked<Evidence>>;
  /** A text without what is left of secret texts, unless they are shown. */
  clean(text: string): string;
}

const sources = new Beside<PlainDiff, DiffSource>();

/** A comparison as plain data that `render` can still print. */
export function diffResult(comparison: Masked<Comparison>, source: Omit<DiffSource, "comparison">): PlainDiff {
  const reviewed = withBlocks(comparison);
  const data = plainResult(comparisonData(reviewed));
  const unknown = { kind: "unknown" } as const;
  const diff = { ...data, changes: data.changes.map((change) => ({ ...change, cause: change.cause ?? unknown })) };
  sources.set(diff, { comparison: reviewed, ...source });
  return diff;
}

/** What a diff was made of; undefined for anything that {@link diffResult} did not make. */
export function sourceOf(diff: PlainDiff): DiffSource | undefined {
  return sources.get(diff);
}
