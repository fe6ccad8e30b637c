/** Exported names that several files declare, with their number. A name should have one owner: this list only shrinks. */
export const sharedNames: Readonly<Record<string, number>> = {
  SetPlan: 2,
};

/** Files of `src` that keep results by object. What is not here computes again, or is handed what it needs. */
export const weakMapFiles: readonly string[] = ["resolve/merge/memo.ts", "speed/kept.ts"];
