/** Exported names that several files declare, with their number. A name should have one owner: this list only shrinks. */
export const sharedNames: Readonly<Record<string, number>> = {
  SetPlan: 2,
};

/** Files of `src` that keep results by object. What is not here computes again, or is handed what it needs. */
export const weakMapFiles: readonly string[] = [
  "base/remembered.ts",
  "library/diff.ts",
  "annex/edit/library.ts",
  "library/node-result.ts",
  "model/secrets/finding-masking.ts",
  "model/values/identity.ts",
  "parse/groups/files.ts",
  "resolve/merge/memo.ts",
  "speed/kept.ts",
  "tui/draw/pane.ts",
  "tui/keymap.ts",
  "tui/terminal/theme.ts",
  "tui/worker/answers/acts.ts",
  "annex/edit/answers.ts",
  "tui/worker/answers/find.ts",
  "tui/worker/answers/search.ts",
  "tui/worker/opened/repository.ts",
  "workspace/loader.ts",
];
