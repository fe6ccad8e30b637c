import type { Prefetch } from "../../workspace/load/prefetch.ts";
import type { States, Workspace, WorkspaceOptions } from "../../workspace/workspace.ts";
import { exit } from "../exit.ts";
import { prefetchWorkTree } from "./prefetch.ts";

/** A stream that text goes to; `process.stdout` is one. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** False when the caller should wait for `drain`. */
  write(text: string | Uint8Array): boolean;
  once(event: "drain", listener: () => void): unknown;
}

export type HostVariables = Readonly<Record<string, string | undefined>>;

/** An inventory folder that was found. What reads its files is loaded only when it is asked for. */
export interface Opened {
  readonly states: States;
  /** A workspace over these states; asked for once. */
  workspace(): Promise<Workspace>;
}

/** The world around the program; tests bring their own. */
export interface Host {
  readonly cwd: string;
  readonly env: HostVariables;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly signal: AbortSignal;
  /** A listing of the work tree at `cwd`, begun before it was asked for. */
  readonly ahead?: Prefetch | undefined;
  open(options: WorkspaceOptions): Promise<Opened>;
}

/** What of a process its host is made of; a NodeJS.Process is one. */
export interface Surroundings {
  readonly env: HostVariables;
  readonly stdout: TextStream & Failing;
  readonly stderr: TextStream & Failing;
  cwd(): string;
  once(signal: "SIGINT", listener: () => void): unknown;
  exit(code: number): never;
}

interface Failing {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * The real world: this process. A reader that went away ends it at once, silently and with 0; the first Ctrl-C stops
 * the work in an orderly way, the second one kills.
 */
export function processHost(self: Surroundings, argv: readonly string[]): Host {
  const interruption = new AbortController();
  self.once("SIGINT", () => interruption.abort(new DOMException("interrupted", "AbortError")));
  for (const stream of [self.stdout, self.stderr]) {
    stream.on("error", (error) => {
      if (error.code === "EPIPE") self.exit(exit.ok);
      if (stream === self.stdout) self.stderr.write(`heir: cannot write: ${error.message}\n`);
      self.exit(exit.usage);
    });
  }
  return {
    cwd: self.cwd(),
    env: self.env,
    stdout: self.stdout,
    stderr: self.stderr,
    signal: interruption.signal,
    ahead: prefetchWorkTree(argv, self.cwd()),
    open: openFolder,
  };
}

/** Finds the inventory folder at or above a directory; throws as `openStates` does. */
export async function openFolder(options: WorkspaceOptions): Promise<Opened> {
  const states = await (await import("../../workspace/load/states.ts")).openStates(options);
  return { states, workspace: async () => (await import("../../workspace/open.ts")).workspaceOf(states) };
}
