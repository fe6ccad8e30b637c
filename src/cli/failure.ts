import { command, terminalSafeLines } from "../base/terminal-text.ts";
import { documentJson } from "../encoding/json.ts";
import { HeirError } from "../model/findings/failure.ts";
import { SECRET_TEXT } from "../model/secrets/masked.ts";
import { type ExitCode, exit } from "./commands/command.ts";

export interface Failure {
  readonly code: ExitCode;
  /** Lines for standard error, without line endings. */
  readonly lines: readonly string[];
}

export interface Attempt {
  readonly argv: readonly string[];
  /** Whether to print the stack trace of a bug. */
  readonly trace: boolean;
}

/**
 * Turns anything thrown into an exit code and a message: 2 (4 for a secret) for a HeirError or a failed system call, 130 without a message
 * for an interruption, 70 for anything else, which is a bug in heir. Never fails.
 */
export function failureOf(error: unknown, { argv, trace }: Attempt): Failure {
  const failure = described(error, { argv, trace });
  if (failure.lines.length === 0 || !asksForJson(argv)) return failure;
  return { code: failure.code, lines: [errorJson(error, failure)] };
}

function described(error: unknown, { argv, trace }: Attempt): Failure {
  if (error instanceof HeirError) {
    const code = error.details.code === "secret" ? exit.secret : exit.usage;
    return { code, lines: errorLines(error.message, error.hint) };
  }
  if (!(error instanceof Error)) return bug(String(error), argv);
  if (error.name === "AbortError") return { code: exit.interrupted, lines: [] };
  if ("syscall" in error) return { code: exit.usage, lines: errorLines(error.message) };
  const { code, lines } = bug(error.message, argv);
  return { code, lines: trace ? [...lines, error.stack ?? ""] : [...lines, traceHint] };
}

/** Whether a command line asks for JSON, also one that cannot be parsed. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some((word, at) => {
    const format = word === "--format" ? words[at + 1] : /^--format=(.*)$/.exec(word)?.[1];
    return /^--jsonl?(?:=|$)/.test(word) || format === "json" || format === "jsonl";
  });
}

/** The error as one line of JSON, for programs that read standard error. */
function errorJson(error: unknown, { code: status, lines }: Failure): string {
  const isKnown = error instanceof HeirError;
  const { hint, details = {} } = isKnown ? error : { hint: undefined };
  const otherwise = isKnown && error.kind === "usage" ? "bad-value" : status === exit.bug ? "bug" : "environment";
  const candidates = details.candidates ?? [];
  return documentJson({
    v: 1,
    error: {
      code: details.code ?? otherwise,
      message: isKnown ? error.message : (lines[0] ?? ""),
      // Some programs, such as Salt's cmd_json, take JSON on standard error for the answer, which must not hold this text.
      hint: hint?.replaceAll(SECRET_TEXT, "a mark"),
      candidates: candidates.length > 0 ? candidates : undefined,
      exit: status,
    },
  });
}

const traceHint = "hint: run it again with HEIR_TRACE=1 and report what it prints";

/** A message and a hint as lines for standard error; what is quoted of the data in them cannot steer a terminal. */
function errorLines(message: string, hint?: string): readonly string[] {
  return [`heir: ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])].flatMap(terminalSafeLines);
}

function bug(message: string, argv: readonly string[]): Failure {
  return { code: exit.bug, lines: [`heir hit a bug (70): ${message}`, `while running: ${command(["heir", ...argv])}`] };
}
