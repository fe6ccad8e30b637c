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
  /** The git setting that enables what a hook only shows. */
  readonly setting?: string;
}

export type HookName =
  | "pre-commit"
  | "pre-merge-commit"
  | "prepare-commit-msg"
  | "commit-msg"
  | "pre-applypatch"
  | "post-commit"
  | "post-rewrite"
  | "pre-push"
  | "pre-receive"
  | "post-merge"
  | "post-checkout";

/** Every hook that heir has, in the order in which they are listed. */
export const gitHooks: readonly Hook[] = [
  { name: "pre-commit", kind: "blocks" },
  { name: "pre-merge-commit", kind: "blocks" },
  { name: "prepare-commit-msg", kind: "blocks", setting: "heir.prepareMessage" },
  { name: "commit-msg", kind: "blocks" },
  { name: "pre-applypatch", kind: "blocks" },
  { name: "pre-push", kind: "blocks" },
  { name: "pre-receive", kind: "blocks", receives: true },
  { name: "post-commit", kind: "warns" },
  { name: "post-rewrite", kind: "warns" },
  { name: "post-merge", kind: "shows", setting: "heir.mergeSummary" },
  { name: "post-checkout", kind: "shows", setting: "heir.checkoutSummary" },
];

/** The hook of a name; undefined when heir has none. */
export function hookNamed(name: string): Hook | undefined {
  return gitHooks.find((hook) => hook.name === name);
}

/** How to go on once without a hook that can stop git. */
export function skipOnce(name: string): string {
  return name === "prepare-commit-msg" ? "skip once: HEIR=0 before the command" : "skip once: --no-verify";
}
