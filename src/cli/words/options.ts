import type { Arguments, Command, Flag, Operand, Option, Options, ValueOption, Word } from "../commands/command.ts";

/** An option that says when something is done; without a value, always. */
const when = {
  kind: "choice",
  choices: ["auto", "always", "never"],
  value: "WHEN",
  default: "auto",
  implied: "always",
} as const;

export const globalOptions: Readonly<Record<string, Flag | ValueOption>> = {
  C: { kind: "folder", summary: "run as if started in DIR" },
  set: { kind: "setting", multiple: true, summary: "override a setting for this run" },
  color: { ...when, summary: "when to use colour" },
  hyperlinks: { ...when, summary: "when places are links to files" },
  "no-pager": { kind: "flag", short: "P", summary: "do not use a pager" },
  "no-cache": { kind: "flag", summary: "disable the cache" },
  quiet: { kind: "flag", short: "q", summary: "suppress summaries, hints and progress" },
  verbose: { kind: "flag", short: "v", summary: "verbose: warnings and timings" },
  trace: { kind: "flag", summary: "print a stack trace if heir has a bug (also HEIR_TRACE=1)" },
  version: { kind: "flag", summary: "print the version" },
  help: { kind: "flag", short: "h", summary: "print help" },
};

/** What the options of a command depend on. */
type Grammar = Pick<Command, "operands" | "options" | "rest" | "refusesEmpty">;

/** The kinds of words that name a thing of the inventory, which must exist. */
const THINGS: ReadonlySet<string> = new Set([
  "node",
  "selector",
  "class",
  "group",
  "rule",
  "property",
  "path",
  "path-glob",
  "column",
]);

export const nowOption: Options = {
  now: { kind: "text", value: "TIME", summary: "judge ends of lines by this clock" },
};

const emptyOption: Options = {
  "allow-empty": { kind: "flag", summary: "accept names and paths that nothing has: an empty answer" },
};

/** The options that a command declares; where words of its line name things, with `--allow-empty`, unless it refuses that. */
export function ownOptions({ operands, options, rest, refusesEmpty }: Grammar): Options {
  if (refusesEmpty === true) return options;
  const words = [...operands, ...(rest === undefined ? [] : [rest]), ...Object.values(options)];
  const kinds = words.flatMap((word): readonly string[] => (word.kind === "thing" ? word.of : [word.kind]));
  const namesThings = kinds.some((kind) => THINGS.has(kind));
  return namesThings ? { ...options, ...emptyOption } : options;
}

/** The options of a command together with those of every command, which its own hide. */
export function allOptions(command: Grammar): Options {
  const own = ownOptions(command);
  const shorts = new Set(Object.values(own).map(({ short }) => short));
  const others = Object.entries(globalOptions).map(([name, option]) => {
    const { short, ...rest } = option;
    return [name, short === undefined || !shorts.has(short) ? option : rest] as const;
  });
  return { ...Object.fromEntries(others), ...own };
}

export const revOption: Options = {
  rev: { kind: "revision", short: "r", summary: "read this revision (or INDEX) instead of the work tree" },
};

/** The operands of commands about a value of a node; `NODE:PATH` is one word for both. */
export const nodePathOperands: readonly Operand[] = [
  { name: "NODE", kind: "node", required: true },
  { name: "PATH", kind: "path" },
];

/** The words after `--` of commands that look at some nodes: as if they were given with {@link nodeOption}. */
export const nodesBehind: Operand = { name: "SELECTOR", kind: "selector", many: true };

export const nodeOption: Options = {
  node: { kind: "selector", multiple: true, summary: "only these nodes (heir help selectors)" },
};

export const pathOption: Options = {
  path: { kind: "path-glob", multiple: true, summary: "only values at paths matching GLOB, or below" },
};

export const scopeOptions: Options = { ...nodeOption, ...pathOption };

export const stagedOption: Options = {
  staged: { kind: "flag", also: "cached", summary: "compare HEAD (or A) with the index" },
};

export const changeOptions: Options = {
  stat: { kind: "flag", summary: "one line per change: path, number of nodes, kind" },
  "no-causes": { kind: "flag", summary: "leave out why values differ" },
};

export const layersOption: Options = {
  all: { kind: "flag", short: "a", summary: "include layers that do not set the value" },
};

/** `--json`, short for `--format json`. */
export const jsonOption: Options = {
  json: {
    kind: "choice",
    value: "v1",
    choices: ["v1"],
    implied: "v1",
    means: { option: "format", value: "json" },
    summary: "same as --format json; =v1 pins its version",
  },
};

/** The options of commands that print data: `--format`, whose first choice is the default, and `--json`. */
export function formatOptions(...formats: readonly [string, ...string[]]): Options {
  return {
    format: { kind: "choice", choices: formats, value: "FORMAT", default: formats[0], summary: "output format" },
    ...jsonOption,
  };
}

export function isJson(args: Arguments): boolean {
  return args.text("format") === "json";
}

/** All ways to write an option: `-r`, `--rev`. */
export function spellings(name: string, { short }: Option): readonly string[] {
  if (name.length === 1) return [`-${name}`];
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

/** The name of an option's value in help and messages. */
export function placeholder({ value, kind }: ValueOption): string {
  return value ?? placeholders[kind] ?? kind.toUpperCase();
}

/** Of kinds whose name is not that of the value. */
const placeholders: Readonly<Partial<Record<Word["kind"], string>>> = {
  property: "NAME",
  "path-glob": "GLOB",
  revision: "REV",
  folder: "DIR",
  setting: "KEY=VALUE",
  number: "N",
  text: "VALUE",
  choice: "VALUE",
  thing: "NAME",
};
