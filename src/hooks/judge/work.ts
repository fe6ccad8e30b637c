import type { Theme } from "../../report/text/theme.ts";
import { type Gate, openGate } from "../../workspace/gate/gate.ts";
import type { HookRepository } from "../../workspace/hook-repository.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { HookName } from "../install/names.ts";

/** Everything that a hook works with. */
export interface HookWork {
  readonly hook: HookName;
  /** The arguments from git after the name of the hook. */
  readonly args: readonly string[];
  readonly repository: HookRepository;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly theme: Theme;
  readonly version: string;
  /** What git wrote to the hook's standard input. */
  input(): Promise<string>;
  /** Shows lines, on standard error. */
  say(text: string): void;
}

/** The result of a hook: whether git may continue. For a hook that cannot stop git, whether it found something. */
export type HookVerdict = "passed" | "refused";

/** Hooks that judge a commit before its message is written. */
const BEFORE_THE_MESSAGE: readonly HookName[] = ["pre-commit", "pre-merge-commit", "pre-applypatch"];

/** The gate of a hook, by the settings of its repository. Throws HeirError for a setting that is not valid. */
export function gateOf({ hook, workspace, repository, signal }: HookWork, depth: Gate["depth"]): Gate {
  const firmness = BEFORE_THE_MESSAGE.includes(hook) ? "warns" : "refuses";
  const gate = openGate({ workspace, repository }, { depth, firmness, signal });
  // In a clone it is a courtesy: every trailer counts.
  return hook === "pre-push" ? { ...gate, accepted: "all", isSigned: false } : gate;
}
