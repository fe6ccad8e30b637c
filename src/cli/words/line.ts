import type { Option, Options } from "../commands/command.ts";
import { spellings } from "./options.ts";

/** The words after a command, or those of them before the cursor. */
export interface TypedLine {
  /** In the order given. */
  readonly given: readonly GivenOption[];
  readonly operands: readonly string[];
  /** The words that look like options and are none. */
  readonly unknown: readonly string[];
  /** The name of the option whose value comes next. */
  readonly awaiting: string | undefined;
  /** The words after `--`; undefined without it. */
  readonly behind: readonly string[] | undefined;
}

export interface GivenOption {
  readonly name: string;
  /** Absent for a flag. */
  readonly value?: string | undefined;
}

/** Reads a command line, also one that is wrong or incomplete. Never fails. */
export function readLine(words: readonly string[], options: Options): TypedLine {
  const dashes = words.indexOf("--");
  const flags = new Map(
    Object.entries(options).flatMap(([name, option]) => spellings(name, option).map((flag) => [flag, name] as const)),
  );
  const [given, operands, unknown]: [GivenOption[], string[], string[]] = [[], [], []];
  let awaiting: string | undefined;
  for (const word of dashes === -1 ? words : words.slice(0, dashes)) {
    if (awaiting !== undefined) {
      given.push({ name: awaiting, value: word });
      awaiting = undefined;
      continue;
    }
    let rest: string | undefined = withNumber(word, options);
    while (rest !== undefined) {
      const found: Cut | undefined = cutOption(rest, flags, options);
      if (found === undefined) (isOperand(rest) ? operands : unknown).push(rest);
      else if (found.awaits === true) awaiting = found.name;
      else given.push({ name: found.name, value: found.value });
      rest = found?.rest;
    }
  }
  return { given, operands, unknown, awaiting, behind: dashes === -1 ? undefined : words.slice(dashes + 1) };
}

/** `-5` is `-n 5` where there is such an option, as in git. */
function withNumber(word: string, options: Options): string {
  const counts = Object.values(options).some((option) => option.kind === "number" && option.short === "n");
  return counts && /^-[1-9]\d*$/.test(word) ? `-n${word.slice(1)}` : word;
}

/** A number below zero is an operand. */
function isOperand(word: string): boolean {
  return !/^-./s.test(word) || /^-(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/.test(word);
}

interface Cut extends GivenOption {
  /** Whether the next word is its value. */
  readonly awaits?: boolean;
  /** Letters behind that of a flag, as options of their own. */
  readonly rest?: string;
}

/** The option with which a word begins: `--rev`, `--rev=x`, `-r`, `-rx`, `-sr`; undefined if there is no such option. */
function cutOption(word: string, flags: ReadonlyMap<string, string>, options: Options): Cut | undefined {
  const [, long, text] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const isShort = /^-[^-]./s.test(word);
  const name = flags.get(word) ?? flags.get(long ?? (isShort ? word.slice(0, 2) : ""));
  const option = name === undefined ? undefined : meantBy(name, options);
  if (name === undefined || option === undefined) return undefined;
  const isFlag = option.kind === "flag" || option.kind === "alias";
  if (flags.has(word)) return isFlag ? { name } : { name, value: option.implied, awaits: option.implied === undefined };
  if (isFlag) return isShort ? { name, rest: `-${word.slice(2)}` } : undefined;
  return { name, value: text ?? word.slice(2) };
}

/** The option of a name; of another spelling, the one that is spelled so. */
export function meantBy(name: string, options: Options): Option | undefined {
  const option = options[name];
  return option?.kind === "alias" ? options[option.of] : option;
}
