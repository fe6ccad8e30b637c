import { madeOnce } from "../../base/remembered.ts";
import type { FilterChoice } from "../../model/inventory/lfs-or-filter.ts";
import type { GitProgram } from "../git/program/call.ts";
import type { Environment } from "../git/program/environment.ts";
import { type ScopedSetting, scopedSettings } from "../git/program/process.ts";
import type { HeirSettings } from "../repository/settings.ts";

/** The commands of one filter. */
export interface FilterCommands {
  readonly smudge?: string;
  readonly process?: string;
}

/** Which filters the reader agrees to run, and which to leave out. */
export interface FilterConsent {
  choice(name: string): FilterChoice;
  /** The commands of a filter that the reader agrees to; none of a filter that is not run. */
  commands(name: string): FilterCommands;
  /** The value of `heir.runFilter` by which the reader would agree to a filter as it is configured. */
  wanted(name: string): string;
}

interface Place {
  readonly env: Environment;
  readonly program: GitProgram | undefined;
}

/** Scopes that nobody but the reader of a repository can write: an unpacked archive brings its own `.git/config`. */
const PROTECTED = new Set(["system", "global", "command"]);
const KINDS = ["smudge", "process"] as const;

/**
 * What `heir.runFilter` and `heir.skipFilter` say (rule S17 in docs/concepts/snapshots.md). A program runs by consent of
 * protected configuration to its command: `NAME`, if the command is there, too, or `NAME=COMMAND`, while the repository
 * has that command. What is pushed is judged without running anything. Throws HeirError when git fails.
 */
export function filterConsent(settings: HeirSettings, { env, program }: Place): FilterConsent {
  const isPush = env["GIT_QUARANTINE_PATH"] !== undefined;
  const skip = new Set(settings.get("skipfilter"));
  const configured = madeOnce(() => {
    return isPush || program === undefined ? [] : scopedSettings(program, "^(filter|heir\\.runfilter)(\\.|$)");
  });
  const agreed = (name: string) => (settings.has("runfilter") ? agreedIn(configured(), name) : undefined);
  return {
    choice: (name) => (agreed(name) !== undefined ? "run" : skip.has(name) ? "skip" : "unread"),
    commands: (name) => agreed(name) ?? {},
    wanted(name) {
      const last = KINDS.flatMap((kind) => lastOf(configured(), `filter.${name}.${kind}`) ?? []).at(-1);
      return last === undefined || PROTECTED.has(last.scope) ? name : `${name}=${last.value}`;
    },
  };
}

/** Undefined for a filter that is not run. One without any command gives what is stored, as in git. */
function agreedIn(all: readonly ScopedSetting[], name: string): FilterCommands | undefined {
  const own = all.filter(({ scope }) => PROTECTED.has(scope));
  const values = own.flatMap(({ key, value }) => (key === "heir.runfilter" ? [value] : []));
  const commands: { smudge?: string; process?: string } = {};
  for (const kind of KINDS) {
    const key = `filter.${name}.${kind}`;
    const mine = values.includes(name) ? lastOf(own, key)?.value : undefined;
    const theirs = lastOf(all, key)?.value;
    const command = mine ?? (theirs !== undefined && values.includes(`${name}=${theirs}`) ? theirs : undefined);
    if (command) commands[kind] = command;
  }
  const isBare = KINDS.every((kind) => !lastOf(all, `filter.${name}.${kind}`)?.value) && values.includes(name);
  return Object.keys(commands).length > 0 || isBare ? commands : undefined;
}

function lastOf(all: readonly ScopedSetting[], key: string): ScopedSetting | undefined {
  return all.findLast((each) => each.key === key);
}
