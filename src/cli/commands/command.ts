import type { Theme } from "../../report/text/theme.ts";
import type { FollowedStates, States, WorkspaceOptions } from "../../workspace/load/states.ts";
import type { Prefetch } from "../../workspace/repeat/begun-listing.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ShareHost, Shares } from "./shares.ts";

/** All commands by name, in the order in which help lists them. */
export type CommandTable = ReadonlyMap<string, CommandEntry>;

/** What commands are for, in the order in which help lists them. */
export const commandGroups = ["look", "explain", "history", "check", "edit", "deliver", "set up"] as const;

export type CommandGroup = (typeof commandGroups)[number];

export type WrittenPlace = "work tree" | "index" | "hooks" | "config" | "home" | "cache";

/** A command before it is loaded: enough to list it. */
export interface CommandEntry {
  readonly summary: string;
  readonly group: CommandGroup;
  /** Listed by `heir` without arguments. */
  readonly daily?: true;
  /** What it can write; absent for nothing but a cache. */
  readonly writes?: readonly WrittenPlace[];
  /** Commands and topics that its help names at the end. */
  readonly see: readonly string[];
  load(): Promise<Command>;
}

/** The exit codes. An incomplete comparison is never 0 or 1, whatever it found. */
export const exit = {
  ok: 0,
  /** `check` reported errors, or `diff --exit-code` found differences. */
  findings: 1,
  /** Wrong use, or a broken environment. */
  usage: 2,
  unresolved: 3,
  /** The answer holds a secret, and nothing says whether to mask it. */
  secret: 4,
  bug: 70,
  interrupted: 130,
  /** The reader of the output closed it: as for SIGPIPE. */
  closed: 141,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/** A word of a command line, or an example of one, and its meaning. */
export type TableRow = readonly [string, string];

/** One command: the data that parsing, help and completion are made from, and the function that runs it. */
export interface Command {
  readonly examples: readonly TableRow[];
  readonly operands: readonly Operand[];
  readonly options: Options;
  /** The words after `--`, where they are nodes as those of `--node`; a required operand may stand there, too. */
  readonly rest?: Operand;
  /** Set where names and paths that nothing has are always an error: it has no `--allow-empty`. */
  readonly refusesEmpty?: true;
  /** Groups of mutually exclusive options. */
  readonly exclusive?: readonly (readonly string[])[];
  readonly details?: readonly (string | readonly TableRow[])[];
  /** What its exit codes mean, other than 0 and those of every command. */
  readonly exits?: Readonly<Partial<Record<1 | 3 | 4, string>>>;
  /**
   * The states, and texts for all else, that the output depends on besides command line and output form: it is cached
   * while they are the same. Undefined if it depends on more; absent where it always does.
   */
  follows?<State>(
    args: Arguments,
    states: FollowedStates<State>,
    env: Context["env"],
  ): Promise<readonly (State | string)[]> | undefined;
  /** Whether this line asks for a cache where there is none. */
  asksForCache?(args: Arguments): boolean;
  /** Whether it fetches what a partial clone lacks; true when absent. */
  readonly fetches?: boolean;
  run(args: Arguments, context: Context): Promise<ExitCode>;
}

/** The meaning of a word; checks, near matches and completion depend on it. */
export type Word =
  | { readonly kind: Exclude<OpenKind, "path"> }
  /** A path; with `isValued`, also `PATH=VALUE`. */
  | { readonly kind: "path"; readonly isValued?: true }
  | { readonly kind: "choice" | "code" | "hook" | "shell"; readonly choices: readonly string[] }
  /** One of these words, or a path. */
  | { readonly kind: "column"; readonly choices: readonly string[] }
  | { readonly kind: "thing"; readonly of: readonly OpenKind[] };

/** A kind whose words the table of commands does not list. */
export type OpenKind =
  | "node"
  | "selector"
  | "class"
  | "group"
  | "rule"
  | "property"
  | "path"
  | "path-glob"
  | "revision"
  /** A revision, `A..B` or `A...B`. */
  | "range"
  | "file"
  | "folder"
  /** `KEY=VALUE` of heir.yml. */
  | "setting"
  /** A whole number from 1 up. */
  | "number"
  | "command"
  /** A command, the code of a finding, or a page of docs. */
  | "topic"
  | "text";

export type Operand = Word & {
  readonly name: string;
  /** What it is in messages, where its name and kind do not say it. */
  readonly says?: string;
  readonly required?: boolean;
  readonly many?: boolean;
};

/** Options by name without dashes; a name of one letter is a short option. */
export type Options = Readonly<Record<string, Option>>;

export type Option = Flag | ValueOption;

interface DescribedOption {
  readonly summary: string;
  /** What the summary leaves out; `heir help COMMAND` adds it. */
  readonly details?: string;
  readonly short?: string;
  /** Another long spelling, left out of help. */
  readonly also?: string;
  readonly means?: { readonly option: string; readonly value: string };
}

export interface Flag extends DescribedOption {
  readonly kind: "flag";
}

export type ValueOption = DescribedOption &
  Word & {
    /** The name of the value in help; by default the name of its kind. */
    readonly value?: string;
    readonly multiple?: boolean;
    /** Several of the choices may be given, separated by commas. */
    readonly list?: boolean;
    readonly required?: boolean;
    readonly default?: string;
    /** The value when the option is given without one; any other must then be attached with `=`. */
    readonly implied?: string;
  };

/** The arguments of a command. Reading an option that the command does not declare is a bug. */
export interface Arguments {
  readonly operands: readonly string[];
  /** The options given, each by its full name with its values. */
  readonly given: readonly (readonly [name: string, values: readonly string[]])[];
  has(option: string): boolean;
  text(option: string): string | undefined;
  list(option: string): readonly string[];
  number(option: string): number | undefined;
}

export interface Context {
  readonly commands: CommandTable;
  /** Runs another line as this one is run, but for these parts of its host; absent where a line is only looked at. */
  readonly run:
    | ((argv: readonly string[], on: Pick<Host, "stdout" | "stderr" | "signal" | "progress">) => Promise<ExitCode>)
    | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly theme: Theme;
  /** Where places are links: the form of their addresses, empty for that by default. */
  readonly links: string | undefined;
  readonly errorTheme: Theme;
  /** Columns of the terminal; undefined if standard output is not a terminal. */
  readonly width: number | undefined;
  /** Columns of help, which has lines of that length also where standard output is no terminal. */
  readonly helpColumns: number;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The states of the inventory folder; nothing that reads their files is loaded yet. */
  states(): Promise<States>;
  /** The workspace of the inventory folder; opened once, closed at the end. */
  open(): Promise<Workspace>;
  /** How the work is divided by `--jobs` and `--shard`; undefined of a command that divides nothing. */
  readonly shares: Shares | undefined;
  readonly shareHost: ShareHost;
  /** Keeps nothing of what is printed: the clock has a part in it. */
  forget(): void;
  /** Allows a pager: the text written from now on is for people. */
  page(): void;
  /** Writes data to standard output, as text or UTF-8; resolves when more can be written. */
  write(text: string | Uint8Array): Promise<void>;
  print(line: string): Promise<void>;
  /** A text as `write` writes it: without what is left of secret texts. */
  clean(text: string): string;
  /** Writes text of which each part was cleaned before it was packed: packed data must stay as it is. */
  writeCleaned(text: string): Promise<void>;
  /** Prints a summary or hint to standard error, after all data; silent with `-q`. What could move a terminal is written out. */
  note(text: string): void;
  /** As `note`, for what an answer leaves out; never silent. */
  notice(text: string): void;
  /** Prints a problem to standard error; never silent. */
  warn(text: string): void;
  /** Reports the progress of long work; shown only on terminals, and only after a while. */
  progress(done: number, total: number, what?: string): void;
  /** As `progress`, for synchronous loops: also lets the process receive Ctrl-C, and then throws. */
  step(done: number, total: number, what?: string): Promise<void>;
}

/** A stream for text, such as `process.stdout`. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Returns false if the caller should wait for `drain`. */
  write(text: string | Uint8Array): boolean;
  once(event: "drain", listener: () => void): unknown;
}

export type HostVariables = Readonly<Record<string, string | undefined>>;

/** An inventory folder. The modules that read its files are loaded on demand. */
export interface Opened {
  readonly states: States;
  /** A workspace for these states; call it once. */
  workspace(): Promise<Workspace>;
}

/** The environment of the program; tests have their own. */
export interface Host {
  readonly cwd: string;
  readonly env: HostVariables;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signal: AbortSignal;
  /** A prefetched listing of the work tree at `cwd`. */
  readonly prefetch?: Prefetch | undefined;
  /** Whether it does a part of the work of another process, and how it starts others. */
  readonly shareHost?: Omit<ShareHost, "argv">;
  /** Takes the progress of long work, which is else shown on a terminal. */
  readonly progress?: ((done: number, total: number, what?: string) => void) | undefined;
  open(options: WorkspaceOptions): Promise<Opened>;
}
