import type { Trees } from "./data.ts";

/** A file that a commit would change, or could; the letters are those of `git status --short`. */
export interface WorkFile {
  /** From the top of the work tree. */
  readonly path: string;
  readonly index: string;
  readonly worktree: string;
}

/** What differs between HEAD, the index and the work tree. */
export interface WorkFiles {
  readonly files: readonly WorkFile[];
  /** The first line of the message that git has prepared for the merge that waits. */
  readonly message: string | undefined;
}

/** The hunks of a file: those that are not staged first. */
export interface FileHunks {
  readonly path: string;
  readonly hunks: readonly HunkRow[];
}

export interface HunkRow {
  readonly id: string;
  readonly isStaged: boolean;
  /** `@@ -1,4 +1,4 @@`. */
  readonly head: string;
  readonly lines: readonly string[];
  /** What it does to nodes: `6 nodes  ~ http:workers  8 → 16`. */
  readonly effects: readonly string[];
}

/** What came of something that the user did to files, index or HEAD. */
export type Acted =
  /** `trees` is what they hold now, `left` the number of things that can be undone. */
  | {
      readonly kind: "done";
      readonly words: string;
      readonly output: string;
      readonly trees: Trees;
      readonly left: number;
    }
  /** git or a hook would not; nothing changed. */
  | { readonly kind: "refused"; readonly tried: string; readonly output: string }
  /** It is done after asking. */
  | { readonly kind: "asks"; readonly words: string };
