import { LIMITS } from "../../cache/limits.ts";
import { noOutputs, type OutputCache, outputKey } from "../../cache/outputs.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { plainTheme } from "../../report/text/theme.ts";
import { type DiskAnswers, diskAnswers, isAsAnswered, isByCommit, listingOf } from "../../workspace/load/listing.ts";
import type { FollowedStates, States } from "../../workspace/workspace.ts";
import type { Arguments, Command, Context } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { withoutJobs } from "../jobs/jobs.ts";
import { filteredContext } from "../output/secret-filter.ts";
import { givesSecrets } from "../reading/secrets.ts";
import type { Session } from "./context.ts";

/** One run of a command. */
export interface Run {
  readonly command: Command;
  readonly args: Arguments;
  /** The command line, word by word. */
  readonly argv: readonly string[];
}

/**
 * Runs a command, or prints its cached output if everything that the output depends on is the same. Output is cached
 * unless the command throws or prints more than the limit.
 */
export async function runCached(run: Run, { context, states: open }: Session): Promise<ExitCode> {
  const { command } = run;
  if (command.follows === undefined) return runFiltered(run, context);
  const named = await namedKey(run, context, open);
  const known = named && readNamed(named);
  if (known !== undefined) return print(known, context);
  const entry = await entryOf(run, context, open);
  if (entry === undefined) return runFiltered(run, context);
  const { key, outputs, states } = entry;
  const bytes = outputs.get(key);
  const cached = bytes && readOutput(bytes);
  if (named !== undefined && isNamed(states, await open())) outputs.put(named.key, Buffer.from(key));
  if (cached !== undefined && isAsAnswered(cached.answers, states)) return print(cached, context);
  const recording = new Recording();
  const code = await runFiltered(run, recording.of(context));
  const answers = diskAnswers(states);
  const output = answers && recording.output(code, answers);
  // An entry is never replaced: one for other empty folders or ignored files stays.
  if (output !== undefined && cached === undefined) outputs.put(key, output);
  return code;
}

/** The key of an answer about commits, which needs no listing: it leads to the key of the entry. */
interface NamedKey {
  readonly key: string;
  readonly outputs: OutputCache;
}

/** Undefined where an answer depends on other states than commits, and where the inventory is not around the command. */
async function namedKey(run: Run, context: Context, open: Session["states"]): Promise<NamedKey | undefined> {
  const asked = await follow(run, context, { open, of: ({ commits }) => commits });
  if (asked === undefined || asked.follows.includes(undefined)) return undefined;
  return { key: outputKey("named 1", [...asked.from, asked.follows]), outputs: asked.opened.outputs };
}

/** Whether commits alone say what is printed, also at the end of the run. */
function isNamed(states: readonly Snapshot[], { foreignFolders }: States): boolean {
  return states.every(isByCommit) && foreignFolders.length === 0;
}

function readNamed({ key, outputs }: NamedKey): CachedOutput | undefined {
  const entry = outputs.get(key);
  const bytes = entry && outputs.get(Buffer.from(entry).toString());
  return bytes && readOutput(bytes);
}

/** Runs a command, without secret texts in its output unless the run gives values whole. */
export function runFiltered({ command, args, argv }: Run, context: Context): Promise<ExitCode> {
  return command.run(args, givesSecrets(command, args) ? context : filteredContext(context, argv));
}

interface Entry {
  readonly key: string;
  readonly outputs: OutputCache;
  readonly states: readonly Snapshot[];
}

/** Where the output of a run is cached; undefined if it is not. */
async function entryOf(run: Run, context: Context, open: Session["states"]): Promise<Entry | undefined> {
  const asked = await follow(run, context, { open, of: (states): FollowedStates<Snapshot> => states });
  if (asked === undefined) return undefined;
  const { opened, from, follows } = asked;
  const { outputs } = opened;
  const states = follows.filter((each) => typeof each !== "string");
  if (!states.every((state) => outputs.takes(state))) return undefined;
  return { key: outputKey("printed 2", [...from, ...follows.map(factOf)]), outputs, states };
}

/** States in the form in which they are asked for. */
interface Asking<State> {
  readonly open: Session["states"];
  of(this: void, states: States): FollowedStates<State>;
}

/** What the output of a run depends on. */
interface Followed<State> {
  readonly opened: States;
  /** All but the states. */
  readonly from: readonly unknown[];
  readonly follows: readonly (State | string)[];
}

/** What a run depends on; undefined if its output is not cached. */
async function follow<State>(
  { command, args, argv }: Run,
  { cwd, env, theme, errorTheme, links, width }: Context,
  { open, of }: Asking<State>,
): Promise<Followed<State> | undefined> {
  try {
    const opened = await open();
    const { outputs, source } = opened;
    const follows = outputs === noOutputs ? undefined : await command.follows?.(args, of(opened), env);
    if (follows === undefined) return undefined;
    const look = [theme !== plainTheme, errorTheme !== plainTheme, links ?? null, width ?? null];
    return { opened, from: [process.version, cwd, withoutJobs(argv), look, [...source.settings]], follows };
  } catch (error) {
    // The command meets the same error, after what it prints before that.
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}

function factOf(each: Snapshot | string): unknown {
  return typeof each === "string" ? each : listingOf(each);
}

type Kind = "page" | "write" | "warn" | "note" | "notice";

/** What a command prints, in order. */
class Recording {
  private readonly parts: { readonly kind: Kind; readonly texts: Uint8Array[] }[] = [];
  private length = 0;

  /** A context that passes everything on and records it. */
  of(context: Context): Context {
    return {
      ...context,
      page: () => {
        this.add("page", "");
        context.page();
      },
      write: (text) => context.write(this.add("write", text)),
      writeCleaned: (text) => context.write(this.add("write", text)),
      print: (line) => {
        this.add("write", `${line}\n`);
        return context.print(line);
      },
      warn: (text) => {
        this.add("warn", text);
        context.warn(text);
      },
      note: (text) => {
        this.add("note", text);
        context.note(text);
      },
      notice: (text) => {
        this.add("notice", text);
        context.notice(text);
      },
    };
  }

  /** A line of JSON, then the texts; undefined if they are too large. */
  output(code: ExitCode, answers: DiskAnswers): Uint8Array | undefined {
    if (this.length > LIMITS.output) return undefined;
    const parts = this.parts.map(
      ({ kind, texts }) => [kind, texts.reduce((sum, text) => sum + text.length, 0)] as const,
    );
    const line: Head = { code, answers, parts };
    const head = Buffer.from(`${JSON.stringify(line)}\n`);
    return Buffer.concat([head, ...this.parts.flatMap(({ texts }) => texts)]);
  }

  /** Returns the recorded bytes, so that text is encoded only once. */
  private add(kind: Kind, text: string | Uint8Array): string | Uint8Array {
    if (this.length > LIMITS.output) return text;
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    this.length += bytes.length;
    const last = this.parts.at(-1);
    if (this.length > LIMITS.output) this.parts.length = 0;
    else if (kind === "write" && last?.kind === kind) last.texts.push(bytes);
    else this.parts.push({ kind, texts: [bytes] });
    return bytes;
  }
}

interface Head {
  readonly code: ExitCode;
  readonly answers: DiskAnswers;
  /** How each text is printed, and its length in bytes. */
  readonly parts: readonly (readonly [Kind, number])[];
}

interface CachedOutput extends Head {
  readonly texts: Buffer;
}

function readOutput(output: Uint8Array): CachedOutput {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.length);
  const end = bytes.indexOf("\n");
  // What has this key and the right digest was made by `Recording`.
  const head: Head = JSON.parse(bytes.toString("utf8", 0, end));
  return { ...head, texts: bytes.subarray(end + 1) };
}

async function print({ code, parts, texts }: CachedOutput, context: Context): Promise<ExitCode> {
  let at = 0;
  for (const [kind, length] of parts) {
    const text = texts.subarray(at, at + length);
    at += length;
    if (kind === "page") context.page();
    else if (kind === "write") await context.write(text);
    else context[kind](text.toString());
  }
  return code;
}
