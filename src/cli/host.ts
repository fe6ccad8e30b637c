import type { WorkspaceOptions } from "../workspace/load/states.ts";
import type { Prefetch } from "../workspace/repeat/begun-listing.ts";
import type { Host, HostVariables, Opened, TextStream } from "./commands/command.ts";
import { endOnFailingOutput, type ProcessOutput } from "./failing-output.ts";

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
  const states = await (await import("../workspace/load/states.ts")).openStates(options);
  return { states, workspace: async () => (await import("../workspace/open.ts")).workspaceOf(states) };
}
