import type { States, WorkspaceOptions } from "../../workspace/load/states.ts";
import type { Prefetch } from "../../workspace/repeat/begun-listing.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { ShareHost } from "../commands/shares.ts";
import { endOnFailingOutput, type ProcessOutput } from "./failing-output.ts";

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

/** The part of a NodeJS.Process that a host needs. */
export interface Surroundings extends ProcessOutput {
  readonly env: HostVariables;
  readonly stdout: TextStream & ProcessOutput["stdout"];
  readonly stderr: TextStream & ProcessOutput["stderr"];
  cwd(): string;
}

/**
 * The host of a process, which ends when its output fails. Signals have no handler, so Ctrl-C ends any computation at
 * once: nothing needs tidying up. `prefetch` is of the folder that the process is in.
 */
export function processHost(self: Surroundings, prefetch: Prefetch | undefined): Host {
  endOnFailingOutput(self);
  const { env, stdout, stderr } = self;
  const { signal } = new AbortController();
  return { cwd: self.cwd(), env, stdout, stderr, signal, prefetch, open: openFolder };
}

/** Finds the inventory folder in a directory or above it; throws as `openStates` does. */
export async function openFolder(options: WorkspaceOptions): Promise<Opened> {
  const states = await (await import("../../workspace/load/states.ts")).openStates(options);
  return { states, workspace: async () => (await import("../../workspace/open.ts")).workspaceOf(states) };
}
