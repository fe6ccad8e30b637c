import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Theme } from "../../report/text/theme.ts";
import type { States, Workspace } from "../../workspace/workspace.ts";
import type { ExitCode } from "../exit.ts";

/** One verb: data from which parsing, help and completion come, and a few lines that wire the core to the terminal. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Shown first in help. */
  readonly examples: readonly Example[];
  readonly operands: readonly Operand[];
  readonly options: Options;
  /** What stands behind `--` is kept apart from the operands, under this name. */
  readonly rest?: string;
  /** Paragraphs for `heir help VERB`. */
  readonly details?: readonly string[];
  /**
   * The states, and texts for what else there is, from which all that is printed follows, with the words of the command
   * line and how output looks: then it is kept, and printed again while they are what they were. Undefined where that is
   * not so; absent where it never is.
   */
  follows?(args: Arguments, states: States): Promise<readonly (Snapshot | string)[]> | undefined;
  run(args: Arguments, context: Context): Promise<ExitCode>;
}

export interface Example {
  readonly line: string;
  readonly meaning: string;
}

export interface Operand {
  /** One word; or, for operands whose number decides what they are, how all of them are written. */
  readonly name: string;
  readonly required?: boolean;
  readonly many?: boolean;
}

/** Options by name without dashes; a name of one letter is a short option. */
export type Options = Readonly<Record<string, Option>>;

export interface Option {
  readonly type: "boolean" | "string";
  readonly summary: string;
  readonly short?: string;
  /** What the value is called in help. */
  readonly value?: string;
  /** May be given several times; all values count. */
  readonly multiple?: boolean;
  readonly choices?: readonly string[];
  /** The value when none is given; any other must then be attached with `=`. */
  readonly implied?: string;
  /** Another spelling of this option; left out of help. */
  readonly alias?: string;
}

/** What was given on the command line. Asking for an option that the command does not declare is a bug. */
export interface Arguments {
  readonly operands: readonly string[];
  readonly rest: readonly string[];
  has(option: string): boolean;
  text(option: string): string | undefined;
  list(option: string): readonly string[];
}

/** The terminal, the workspace and the flags that every command shares. */
export interface Context {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** How rows look on standard output. */
  readonly theme: Theme;
  /** How rows look on standard error. */
  readonly errorTheme: Theme;
  /** Columns of the terminal; undefined when standard output is none. */
  readonly width: number | undefined;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The states of that folder, before anything is loaded that reads them. */
  states(): Promise<States>;
  /** The repository folder that `-C` names or the working directory lies in; opened once, closed at the end. */
  open(): Promise<Workspace>;
  /** From now on the text is for people: a pager may show it. */
  page(): void;
  /** Data, on standard output, as text or in UTF-8; resolves when more can be taken. */
  write(text: string | Uint8Array): Promise<void>;
  /** One line of data. */
  print(line: string): Promise<void>;
  /** A summary or hint, on standard error once all data is out; silent with `-q`. */
  note(text: string): void;
  /** A problem, on standard error; never silent. */
  warn(text: string): void;
  /** How far long work is; shown only to people, and only when it takes a while. */
  progress(done: number, total: number, what?: string): void;
  /** Progress of a loop that does not wait for anything else: also lets Ctrl-C through. Throws when it came. */
  step(done: number, total: number, what?: string): Promise<void>;
}
