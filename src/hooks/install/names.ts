/** The purpose of a hook. */
export type HookKind =
  /** Its refusal stops git. */
  | "blocks"
  /** It runs after the fact, so it can only warn. */
  | "warns"
  /** Reports what changed; installed only on request. */
  | "shows";

export interface Hook {
  readonly name: HookName;
  readonly kind: HookKind;
  /** Whether the receiver of a push runs it. */
  readonly receives?: true;
  /** The git setting that enables it, for hooks that are off by default. */
  readonly setting?: string;
}

export type HookName =
  | "pre-commit"
  | "pre-merge-commit"
  | "commit-msg"
  | "pre-applypatch"
  | "post-commit"
  | "post-rewrite"
  | "pre-push"
  | "pre-receive"
  | "prepare-commit-msg"
  | "post-merge"
  | "post-checkout";

/** Every hook that heir has, in the order in which they are listed. */
export const gitHooks: readonly Hook[] = [
  { name: "pre-commit", kind: "blocks" },
  { name: "pre-merge-commit", kind: "blocks" },
  { name: "commit-msg", kind: "blocks" },
  { name: "pre-applypatch", kind: "blocks" },
  { name: "pre-push", kind: "blocks" },
  { name: "pre-receive", kind: "blocks", receives: true },
  { name: "post-commit", kind: "warns" },
  { name: "post-rewrite", kind: "warns" },
  { name: "prepare-commit-msg", kind: "shows", setting: "heir.prepareMessage" },
  { name: "post-merge", kind: "shows", setting: "heir.mergeSummary" },
  { name: "post-checkout", kind: "shows", setting: "heir.checkoutSummary" },
];

/** The hook of a name; undefined when heir has none. */
export function hookNamed(name: string): Hook | undefined {
  return gitHooks.find((hook) => hook.name === name);
}
