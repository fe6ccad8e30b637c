/**
 * What an answer leaves out (rule S13 in docs/concepts/snapshots.md); JSON has the same form. Paths of files begin at the
 * inventory folder, commits are ids.
 */
export type LeftOut =
  /** One side of a comparison has no inventory. */
  | { readonly kind: "no-inventory"; readonly side: "from" | "to" }
  /** A pushed ref has none, or a commit of a log has several of which nobody chose one. */
  | { readonly kind: "no-inventory"; readonly ref: string; readonly several?: readonly string[] }
  /** `--allow-empty` accepts an operand that names nothing. */
  | { readonly kind: "empty-scope"; readonly operand: string }
  /** `heir.skipFilter`: a file is not read, and the nodes that need it are not judged. */
  | { readonly kind: "filter"; readonly file: string; readonly nodes: readonly string[] }
  /** The index holds several versions of a file. */
  | { readonly kind: "unmerged"; readonly file: string }
  /** A shallow clone has no history before this commit. */
  | { readonly kind: "shallow"; readonly commit: string }
  /** Settings begin at this commit; `commits` before it are read without any. `file` is that of HEAD, from the top. */
  | { readonly kind: "settings"; readonly commit: string; readonly commits: number; readonly file?: string };
