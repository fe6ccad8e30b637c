import { reviewMarkdown } from "../review/markdown.ts";
import { type Review, reviewStatus, reviewVerdict } from "../review/review.ts";
import { summaryData } from "./comparison.ts";
import { findingData } from "./findings.ts";
import type { ReviewData } from "./review-types.ts";
import { endData } from "./value.ts";

/** A review, with its comment of at most so many bytes. */
export function reviewData(review: Review, options: { readonly maxBytes?: number } = {}): ReviewData {
  const { comparison, findings } = review;
  return {
    v: 1,
    from: endData(comparison.from),
    to: endData(comparison.to),
    status: reviewStatus(review),
    verdict: reviewVerdict(review),
    summary: summaryData(comparison),
    findings: findings.map(findingData),
    body: reviewMarkdown(review, options),
  };
}
