import { momentIn } from "../base/moment.ts";
import { terminalSafeLines } from "../base/terminal-text.ts";
import { HeirError } from "../model/findings/failure.ts";
import { colourTheme, plainTheme, type Theme } from "../report/text/theme.ts";
import type { States } from "../workspace/load/states.ts";
import type { TerminalSettings } from "../workspace/programs.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type ColourChoice, linkTheme, wantsColour, wantsLinks } from "./colour.ts";
import type { Arguments, Command, CommandTable, Context, Host, Opened, TextStream } from "./commands/command.ts";
import { createOutput } from "./output-stream.ts";

const TURN_MS = 50;

export interface Session {
  readonly context: Context;
  readonly host: Host;
  readonly settings: TerminalSettings;
  /** Prints buffered text and notes, and closes the workspace. */
  end(): Promise<void>;
}

interface Called {
  readonly commands: CommandTable;
  readonly settings?: TerminalSettings;
  readonly command: Partial<Pick<Command, "fetches" | "options" | "asksForCache">> | undefined;
  /** The command line; absent where nothing is divided. */
  readonly argv?: readonly string[];
  readonly run?: Context["run"];
}

/** Makes the context of a run from the common options and the terminal. */
export function startSession(host: Host, args: Arguments, called: Called): Session {
  const { commands, command, argv = [], settings = {}, run } = called;
  const { stdout, stderr, signal, env, cwd } = host;
  const quiet = args.has("quiet");
  const output = createOutput(stdout, { env, pager: !args.has("no-pager"), pagerOfGit: settings.pager });
  const progress = host.progress ? { update: host.progress, clear: () => {} } : createProgress(stderr, !quiet);
  const workspace = lazyWorkspace(host, args, command);
  const { notes, ...printing } = printingOn(host, quiet, output, progress);
  const context: Context = {
    ...printing,
    commands,
    run,
    cwd,
    env,
    signal,
    ...themesOf(host, args, settings, workspace.folder),
    width: stdout.isTTY === true ? (stdout.columns ?? 80) : undefined,
    helpColumns: helpColumns(stdout.isTTY === true ? stdout.columns : undefined, env),
    quiet,
    verbose: args.has("verbose"),
    states: workspace.states,
    open: workspace.open,
    shares: undefined,
    shareHost: { argv, ...host.shareHost },
    step: stepper(signal, progress.update),
  };
  const end = async (): Promise<void> => {
    progress.clear();
    await output.finish();
    for (const folder of quiet ? [] : workspace.foreignFolders()) notes.push(`heir: the inventory is ${folder}`);
    for (const text of notes.splice(0)) context.warn(terminalSafeLines(text).join("\n"));
    await workspace.close();
  };
  return { context, host, settings, end };
}

/** How a command prints: results to standard output, the rest to standard error. `notes` are printed at its end. */
function printingOn(
  { stdout, stderr }: Host,
  quiet: boolean,
  output: ReturnType<typeof createOutput>,
  progress: ReturnType<typeof createProgress>,
) {
  const notes: string[] = [];
  const write: Context["write"] = (text) => {
    if (stdout.isTTY === true) progress.clear();
    return output.write(text);
  };
  return {
    notes,
    forget: () => undefined,
    page: output.page,
    write,
    print: (line: string) => write(`${line}\n`),
    clean: (text: string) => text,
    writeCleaned: write,
    note: (text: string) => {
      if (!quiet) notes.push(text);
    },
    notice: (text: string) => notes.push(text),
    warn: (text: string) => {
      progress.clear();
      stderr.write(text.endsWith("\n") ? text : `${text}\n`);
    },
    progress: progress.update,
  };
}

/** How both streams are printed on; `folder` is where the files of places are. */
function themesOf(
  { stdout, stderr, env }: Host,
  args: Arguments,
  { isColourless, hyperlinkFormat }: TerminalSettings,
  folder: () => string | undefined,
): Pick<Context, "theme" | "errorTheme" | "links"> {
  const colours = when(args.text("color"));
  const themeFor = (stream: TextStream): Theme => {
    return wantsColour(colours, env, { isTerminal: stream.isTTY === true, isColourless }) ? colourTheme() : plainTheme;
  };
  const [theme, errorTheme] = [themeFor(stdout), themeFor(stderr)];
  if (!wantsLinks(when(args.text("hyperlinks")), env, stdout.isTTY === true))
    return { theme, errorTheme, links: undefined };
  return { theme: linkTheme(theme, folder, hyperlinkFormat), errorTheme, links: hyperlinkFormat ?? "" };
}

function when(text: string | undefined): ColourChoice {
  return text === "always" || text === "never" ? text : "auto";
}

function lazyWorkspace(host: Host, args: Arguments, command: Called["command"]) {
  let found: Promise<Opened> | undefined;
  let opened: Promise<Workspace> | undefined;
  const directory = args.text("C");
  let known: States | undefined;
  const begin = async (): Promise<Opened> => {
    const all = await host.open({
      cwd: host.cwd,
      signal: host.signal,
      overrides: args.list("set"),
      cache: args.has("no-cache") ? false : command?.asksForCache?.(args) !== true || "asked",
      steady: true,
      fetches: command?.fetches !== false,
      now: askedNow(command?.options?.["now"] && args.text("now"), host.env),
      prefetch: host.prefetch,
      directory,
    });
    known = all.states;
    return all;
  };
  const find = () => {
    found ??= begin();
    return found;
  };
  const states = async () => (await find()).states;
  return {
    states,
    open: () => {
      opened ??= find().then((each) => each.workspace());
      return opened;
    },
    folder: () => known?.folder,
    /** Inventory folders that the command has used, other than the one it was started in (rule F2). */
    foreignFolders: () => known?.foreignFolders ?? [],
    close: async () => {
      const workspace = await opened?.catch(() => undefined);
      // Where no workspace can be made of them, states hold what git gives them open.
      await found?.catch(() => undefined);
      await (workspace ?? known)?.close();
    },
  };
}

/** By when ends of lines are judged. Throws HeirError for what is no time. */
function askedNow(text: string | undefined, env: Host["env"]): number | undefined {
  const now = text === undefined ? undefined : momentIn(text);
  if (text !== undefined && now === undefined)
    throw new HeirError("usage", `invalid --now "${text}"`, "write 2026-11-30 or 2026-11-30T18:00+01:00");
  const seconds = env["SOURCE_DATE_EPOCH"] ?? "";
  return now?.start ?? (/^\d{1,12}$/.test(seconds) ? Number(seconds) * 1000 : undefined);
}

/** Lets the event loop turn now and then, because signals arrive only between its turns. */
function stepper(signal: AbortSignal, update: Context["progress"]): Context["step"] {
  let last = Date.now();
  return async (done, total, what) => {
    update(done, total, what);
    if (Date.now() - last < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = Date.now();
    signal.throwIfAborted();
  };
}

const QUIET_MS = 300;
const EVERY_MS = 100;
const ERASE_LINE = "\r\u001b[K";

/** Progress on one line after 300 ms, at most ten times a second. Nothing without a terminal, or unless `wanted`. */
export function createProgress(stream: TextStream, wanted: boolean, now: () => number = Date.now) {
  if (!wanted || stream.isTTY !== true) return { update: () => {}, clear: () => {} };
  const begin = now();
  let shown = "";
  let last = begin + QUIET_MS - EVERY_MS;
  return {
    /** 0 is an unknown total, and of nothing done `what` alone is shown. */
    update(done: number, total: number, what = "nodes") {
      const time = now();
      if (time - last < EVERY_MS) return;
      last = time;
      const count = total === 0 ? (done === 0 ? "" : `${done} `) : `${done} of ${total} `;
      if (shown === count + what) return;
      shown = count + what;
      stream.write(ERASE_LINE + shown);
    },
    clear() {
      if (shown !== "") stream.write(ERASE_LINE);
      shown = "";
    },
  };
}

const DEFAULT_COLUMNS = 80;
const MOST_COLUMNS = 100;

/** The columns of help: those of the terminal, else of COLUMNS, else 80; 0 counts as 80, more than 100 as 100. */
export function helpColumns(terminal: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const columns = terminal ?? Number(env["COLUMNS"] ?? 0);
  return Number.isInteger(columns) && columns > 0 ? Math.min(columns, MOST_COLUMNS) : DEFAULT_COLUMNS;
}
