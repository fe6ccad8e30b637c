import { command, terminalSafe } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { SecretsChoice } from "../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { counted, firstNames } from "../../report/text/row.ts";
import type {
  Arguments,
  Command,
  Context,
  Flag,
  Operand,
  Option,
  Options,
  ValueOption,
  Word,
} from "../commands/command.ts";

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

export const secretsOption: Options = {
  "show-secrets": { kind: "flag", summary: "show secrets unmasked; only on a terminal" },
};

export const programSecretsOption: Options = {
  secrets: { kind: "choice", choices: ["show", "mask"], value: "HOW", summary: "print secrets whole, or as (secret)" },
};

/** `--secrets`, if it is given. */
export function givenSecrets(args: Arguments): SecretsChoice | undefined {
  const given = args.text("secrets");
  return given === "show" || given === "mask" ? given : undefined;
}

/** Whether an option of a run asks for secrets unmasked: such an answer is not cached. */
export function showsSecrets({ options }: Pick<Command, "options">, args: Arguments): boolean {
  const isShown = "show-secrets" in options && args.has("show-secrets");
  return isShown || ("secrets" in options && givenSecrets(args) === "show");
}

/** Whether a run gives secrets whole: by an option, or because the command is made to feed programs. */
export function givesSecrets(command: Pick<Command, "options">, args: Arguments): boolean {
  if ("show-secrets" in command.options) return showsSecrets(command, args);
  return "secrets" in command.options && givenSecrets(args) !== "mask";
}

/** Whether to show secrets unmasked. Throws HeirError if that would write them to a file, a pipe or a log. */
export function secretsChoice(args: Arguments, context: Context): SecretsChoice {
  if (!args.has("show-secrets")) return "mask";
  if (context.width !== undefined) return "show";
  const hint = "programs that need the values get them from heir inventory";
  throw new HeirError("usage", "--show-secrets works on a terminal only", hint);
}

export interface HeldSecrets {
  readonly node: string;
  readonly paths: readonly ParameterPath[];
}

const MOST_NAMED = 10;

/** Throws HeirError (exit code 4) for secrets without an option for them: no program may read `(secret)` as a value. */
export function refuseSecrets(context: Context, held: readonly HeldSecrets[]): void {
  const [first, ...more] = held.filter(({ paths }) => paths.length > 0);
  if (context.width !== undefined || first === undefined) return;
  const lines = [first, ...more].slice(0, MOST_NAMED).map(({ node, paths }) => {
    const named = firstNames(paths.map(printPath), MOST_NAMED);
    return terminalSafe(`${node}: ${counted(paths.length, "secret")}: ${named}`);
  });
  const others = more.length + 1 - MOST_NAMED;
  if (others > 0) lines.push(`and secrets of ${counted(others, "more node")}`);
  const name = terminalSafe(first.node);
  const hint = `${command(["heir", "inventory", "--host", name])} gives values whole to a program; --secrets mask prints (secret)`;
  throw new HeirError("usage", lines.join("\n"), hint, { code: "secret" });
}
