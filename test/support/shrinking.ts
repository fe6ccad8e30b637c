/** Exported names that several files declare, with their number. A name should have one owner: this list only shrinks. */
export const sharedNames: Readonly<Record<string, number>> = {
  SetPlan: 2,
};

/**
 * Files of `src` that hold something beside an object for as long as it lives, whatever is switched off. What is not here
 * computes again, is handed what it needs, or keeps it under a row of the speed table.
 */
export const besideFiles: readonly string[] = [
  "annex/edit/answers.ts",
  "annex/edit/library.ts",
  "library/diff.ts",
  "library/node-result.ts",
  "resolve/merge/memo.ts",
  "resolve/orders/outcome.ts",
  "speed/kept.ts",
  "tui/worker/answers/acts.ts",
  "tui/worker/answers/find.ts",
  "tui/worker/answers/search.ts",
  "tui/worker/opened/repository.ts",
  "workspace/loader.ts",
];
