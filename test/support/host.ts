import { worked } from "../../src/annex/shards/jobs/work.ts";
import { FINISHED } from "../../src/annex/shards/jobs/worker.ts";
import type { Host, HostVariables, TextStream } from "../../src/cli/commands/command.ts";
import type { Serving, ShareProcess, StartShare } from "../../src/cli/commands/shares.ts";
import { failureOf } from "../../src/cli/failure.ts";
import { run } from "../../src/cli/run.ts";
import type { WorkspaceOptions } from "../../src/workspace/load/states.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";

/** A stream that keeps what it is given. */
export interface Sink extends TextStream {
  text(): string;
}

/** A stream in memory; a terminal when it has a size. */
export function sink(size?: { readonly columns: number; readonly rows: number }): Sink {
  const parts: string[] = [];
  return {
    isTTY: size !== undefined,
    ...size,
    write(text) {
      parts.push(typeof text === "string" ? text : Buffer.from(text).toString());
      return true;
    },
    once: () => undefined,
    text: () => parts.join(""),
  };
}

export interface HostParts {
  readonly cwd?: string;
  readonly workspace?: Workspace;
  /** How the folder is opened where there is no `workspace`. */
  readonly open?: Host["open"];
  readonly env?: HostVariables;
  readonly prefetch?: Host["prefetch"];
  /** Processes of `--jobs` are this process itself: whatever they find passes through the bytes of the pipe. */
  readonly workersInside?: true;
  readonly terminal?: { readonly columns: number; readonly rows: number };
}

/** What a command line leaves behind. */
export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** How the workspace was opened; undefined when it was not. */
  readonly opened: WorkspaceOptions | undefined;
}

function startedInside([part, argv]: Parameters<StartShare>, host: Host): ShareProcess {
  const chunks: Uint8Array[] = [];
  const send: Serving["send"] = async (record) => void chunks.push(Buffer.from(`${record}\0`));
  const stderr = sink();
  const done = worked(argv, { ...host, stdout: sink(), stderr, shareHost: { serving: { part, send } } }, run);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    await done;
    yield* chunks;
  }
  return { bytes: bytes(), ended: done.then(() => FINISHED), kill: () => undefined };
}

/** Runs a command line as the program does, against a workspace in memory. */
export async function heir(argv: readonly string[], parts: HostParts = {}): Promise<RunResult> {
  const stdout = sink(parts.terminal);
  const stderr = sink();
  let opened: WorkspaceOptions | undefined;
  const host: Host = {
    cwd: parts.cwd ?? "/somewhere",
    env: { PAGER: "cat", ...parts.env },
    stdout,
    stderr,
    signal: new AbortController().signal,
    ...(parts.prefetch && { prefetch: parts.prefetch }),
    ...(parts.workersInside && { shareHost: { start: (...order) => startedInside(order, host) } }),
    open: async (options) => {
      opened = options;
      const { workspace } = parts;
      if (workspace === undefined && parts.open !== undefined) return parts.open(options);
      if (workspace === undefined) throw new TypeError("this test needs no workspace");
      return { states: workspace, workspace: async () => workspace };
    },
  };
  const code = await run(argv, host).catch((error: unknown) => {
    const failure = failureOf(error, { argv, trace: false });
    for (const line of failure.lines) stderr.write(`${line}\n`);
    return failure.code;
  });
  return { code, out: stdout.text(), err: stderr.text(), opened };
}
