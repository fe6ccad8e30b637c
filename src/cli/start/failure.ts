import { HeirError } from "../../model/findings/failure.ts";
import { type ExitCode, exit } from "../exit.ts";

/** What a command that could not go on leaves behind. */
export interface Failure {
  readonly code: ExitCode;
  /** Lines for standard error, without line ends. */
  readonly lines: readonly string[];
}

/** What heir was doing when it failed. */
export interface Attempt {
  readonly argv: readonly string[];
  /** Whether the stack of a bug is wanted. */
  readonly trace: boolean;
}

/**
 * Turns whatever was thrown into an exit code and a message: a HeirError and a failing system call are 2, an
 * interruption is 130 and silent, anything else is a bug in heir. Never fails.
 */
export function failureOf(error: unknown, { argv, trace }: Attempt): Failure {
  if (error instanceof HeirError) return { code: exit.usage, lines: errorLines(error.message, error.hint) };
  if (!(error instanceof Error)) return bug(String(error), argv);
  if (error.name === "AbortError") return { code: exit.interrupted, lines: [] };
  if ("syscall" in error) return { code: exit.usage, lines: errorLines(error.message) };
  const { code, lines } = bug(error.message, argv);
  return { code, lines: trace ? [...lines, error.stack ?? ""] : [...lines, traceHint] };
}

const traceHint = "hint: run it again with HEIR_TRACE=1 and report what it prints";

function errorLines(message: string, hint?: string): readonly string[] {
  return hint === undefined ? [`heir: ${message}`] : [`heir: ${message}`, `hint: ${hint}`];
}

function bug(message: string, argv: readonly string[]): Failure {
  return { code: exit.bug, lines: [`heir hit a bug (70): ${message}`, `while running: heir ${argv.join(" ")}`] };
}
