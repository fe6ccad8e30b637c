import { recordKeys } from "../../base/text-order.ts";

export interface Hook {
  readonly name: HookName;
  /** `warns`: it runs after the fact. `shows`: it reports what changed, and is installed only on request. */
  readonly kind: "blocks" | "warns" | "shows";
  /** Whether the receiver of a push runs it. */
  readonly receives?: true;
  /** The git setting that enables what a hook only shows. */
  readonly setting?: string;
}

const hooks = {
  "pre-commit": { kind: "blocks" },
  "pre-merge-commit": { kind: "blocks" },
  "prepare-commit-msg": { kind: "blocks", setting: "heir.prepareMessage" },
  "commit-msg": { kind: "blocks" },
  "pre-applypatch": { kind: "blocks" },
  "pre-push": { kind: "blocks" },
  "pre-receive": { kind: "blocks", receives: true },
  "post-commit": { kind: "warns" },
  "post-rewrite": { kind: "warns" },
  "post-merge": { kind: "shows", setting: "heir.mergeSummary" },
  "post-checkout": { kind: "shows", setting: "heir.checkoutSummary" },
} as const satisfies Readonly<Record<string, Omit<Hook, "name">>>;

export type HookName = keyof typeof hooks;

/** Every hook that heir has, in the order in which they are listed. */
export const gitHooks: readonly Hook[] = recordKeys(hooks).map((name) => ({ name, ...hooks[name] }));

/** The hook of a name; undefined when heir has none. */
export function hookNamed(name: string): Hook | undefined {
  return gitHooks.find((hook) => hook.name === name);
}

/** How to go on once without a hook that can stop git. */
export function skipOnce(name: string): string {
  return name === "prepare-commit-msg" ? "skip once: HEIR=0 before the command" : "skip once: --no-verify";
}
