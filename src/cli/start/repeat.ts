import { LARGEST_OUTPUT, noOutputs, type OutputCache, outputKey } from "../../cache/outputs.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { plainTheme } from "../../report/text/theme.ts";
import { type AskedFolders, askedFolders, isAsAsked, listingOf } from "../../workspace/load/listing.ts";
import type { Arguments, Command, Context } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import type { Session } from "./context.ts";

/** One run of a command. */
export interface Run {
  readonly command: Command;
  readonly args: Arguments;
  /** The command line, word by word. */
  readonly argv: readonly string[];
}

/**
 * Runs a command; or prints what it printed before, where the command says from which states that follows and these are
 * the same. What is printed is kept unless the command throws or it is more than `LARGEST_ANSWER`.
 */
export async function runOrRepeat(run: Run, { context, states: open }: Session): Promise<ExitCode> {
  const { command, args } = run;
  const found = command.follows === undefined ? undefined : await keyOf(run, context, open);
  if (found === undefined) return command.run(args, context);
  const { key, answers, states } = found;
  const kept = answers.get(key);
  const known = kept && readAnswer(kept);
  if (known !== undefined && isAsAsked(known.asked, states)) return repeat(known, context);
  const recording = new Recording();
  const code = await command.run(args, recording.of(context));
  const asked = askedFolders(states);
  const answer = asked && recording.answer(code, asked);
  // What is kept under a key stays: an answer that holds for other empty folders is not replaced.
  if (answer !== undefined && known === undefined) answers.put(key, answer);
  return code;
}

interface Found {
  readonly key: string;
  readonly answers: OutputCache;
  readonly states: readonly Snapshot[];
}

/** What an answer depends on; undefined where it is not to be kept. */
async function keyOf(
  { command, args, argv }: Run,
  { cwd, theme, errorTheme, width }: Context,
  open: Session["states"],
): Promise<Found | undefined> {
  try {
    const opened = await open();
    const { answers, prefix } = opened;
    const follows = answers === noOutputs ? undefined : await command.follows?.(args, opened);
    if (follows === undefined) return undefined;
    const states = follows.filter((each) => typeof each !== "string");
    const look = [theme !== plainTheme, errorTheme !== plainTheme, width ?? null];
    const from = [process.version, cwd, prefix, argv, look, ...follows.map(factOf)];
    return { key: outputKey("printed 1", from), answers, states };
  } catch (error) {
    // The command comes to it as well, after what it has to say itself.
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}

function factOf(each: Snapshot | string): unknown {
  return typeof each === "string" ? each : listingOf(each);
}

type Kind = "page" | "write" | "warn" | "note";

/** What a command prints, in the order in which it does. */
class Recording {
  private readonly parts: { readonly kind: Kind; readonly texts: Uint8Array[] }[] = [];
  private length = 0;

  /** A context that passes on what is printed, and takes note of it. */
  of(context: Context): Context {
    return {
      ...context,
      page: () => {
        this.add("page", "");
        context.page();
      },
      write: (text) => context.write(this.add("write", text)),
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
    };
  }

  /** A line of JSON, and the texts one after the other; undefined where they are too large. */
  answer(code: ExitCode, asked: AskedFolders): Uint8Array | undefined {
    if (this.length > LARGEST_OUTPUT) return undefined;
    const parts = this.parts.map(
      ({ kind, texts }) => [kind, texts.reduce((sum, text) => sum + text.length, 0)] as const,
    );
    const line: Head = { code, asked, parts };
    const head = Buffer.from(`${JSON.stringify(line)}\n`);
    return Buffer.concat([head, ...this.parts.flatMap(({ texts }) => texts)]);
  }

  /** Gives the text as it was noted, so that it is turned into bytes once. */
  private add(kind: Kind, text: string | Uint8Array): string | Uint8Array {
    if (this.length > LARGEST_OUTPUT) return text;
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    this.length += bytes.length;
    const last = this.parts.at(-1);
    if (this.length > LARGEST_OUTPUT) this.parts.length = 0;
    else if (kind === "write" && last?.kind === kind) last.texts.push(bytes);
    else this.parts.push({ kind, texts: [bytes] });
    return bytes;
  }
}

interface Head {
  readonly code: ExitCode;
  readonly asked: AskedFolders;
  /** How each text is printed, and how many bytes it has. */
  readonly parts: readonly (readonly [Kind, number])[];
}

interface KnownAnswer extends Head {
  readonly texts: Buffer;
}

function readAnswer(answer: Uint8Array): KnownAnswer {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  const end = bytes.indexOf("\n");
  // Under this key and with the right digest it is what `Recording` has made.
  const head: Head = JSON.parse(bytes.toString("utf8", 0, end));
  return { ...head, texts: bytes.subarray(end + 1) };
}

async function repeat({ code, parts, texts }: KnownAnswer, context: Context): Promise<ExitCode> {
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
