import type { Option, Options, ValueOption } from "./commands/command.ts";

/** The words between a command and the cursor. */
export interface TypedLine {
  readonly given: readonly GivenOption[];
  readonly operands: readonly string[];
  /** The option whose value comes next. */
  readonly awaiting: ValueOption | undefined;
  /** Whether `--` was among the words. */
  readonly isBehind: boolean;
}

interface GivenOption {
  readonly name: string;
  readonly value?: string | undefined;
}

/** Reads an incomplete command line; unlike parsing, it ignores unknown and wrong words. */
export function readLine(words: readonly string[], options: Options): TypedLine {
  const dashes = words.indexOf("--");
  const head = dashes === -1 ? words : words.slice(0, dashes);
  const given: GivenOption[] = [];
  const operands: string[] = [];
  let awaiting: ValueOption | undefined;
  for (const word of head) {
    const last = given.at(-1);
    if (awaiting !== undefined && last !== undefined) given[given.length - 1] = { name: last.name, value: word };
    else if (/^-./.test(word)) given.push(...optionsIn(word, options));
    else operands.push(word);
    awaiting = awaiting === undefined ? awaitedBy(given.at(-1), word, options) : undefined;
  }
  return { given, operands, awaiting, isBehind: dashes !== -1 };
}

/** The options that a word names: `--rev=x`, `-r`, `-sr`. */
function optionsIn(word: string, options: Options): readonly GivenOption[] {
  const [, long, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (long !== undefined) return [{ name: long, value }];
  const found: GivenOption[] = [];
  for (const [index, letter] of [...word.slice(1)].entries()) {
    const [name, option] = Object.entries(options).find(([key, { short }]) => key === letter || short === letter) ?? [];
    if (name === undefined) continue;
    const rest = takesValue(option) ? word.slice(index + 2) : "";
    found.push({ name, value: rest === "" ? undefined : rest });
    if (rest !== "") break;
  }
  return found;
}

function awaitedBy(last: GivenOption | undefined, word: string, options: Options): ValueOption | undefined {
  const option = last && options[last.name];
  return word.startsWith("-") && last?.value === undefined && takesValue(option) ? option : undefined;
}

/** Whether the word after an option is its value. */
function takesValue(option: Option | undefined): option is ValueOption {
  return option !== undefined && option.kind !== "flag" && option.implied === undefined;
}
