import type { HostVariables, TextStream } from "../start/host.ts";
import { type Pager, pagerCommand, startPager } from "./pager.ts";

/** Where data goes: standard output, or a pager once the text outgrows the screen. */
export interface Output {
  /** Text written from now on may be paged. */
  page(): void;
  /** Text, which may be in UTF-8 already. */
  write(text: string | Uint8Array): Promise<void>;
  /** Writes what was held back and waits for the pager. */
  finish(): Promise<void>;
}

export interface OutputOptions {
  readonly env: HostVariables;
  readonly pager: boolean;
  readonly start?: typeof startPager;
}

/**
 * Output on a stream. When `page` was asked for and the stream is a terminal, text is held back until it is longer
 * than the screen; then a pager takes it. A pager that cannot be started is done without.
 */
export function createOutput(stream: TextStream, { env, pager, start = startPager }: OutputOptions): Output {
  const command = pager && stream.isTTY === true ? pagerCommand(env) : undefined;
  let held: string | undefined;
  let running: Pager | undefined;
  const pour = async (text: string | Uint8Array): Promise<void> => {
    if (text.length === 0) return;
    if (running !== undefined) await running.write(asText(text));
    else if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", resolve));
  };
  return {
    page() {
      if (command !== undefined && running === undefined) held ??= "";
    },
    async write(text) {
      if (held === undefined || command === undefined) return pour(text);
      held += asText(text);
      if (lineCount(held) < (stream.rows ?? 24)) return;
      const waiting = held;
      held = undefined;
      running = await start(command, env);
      await pour(waiting);
    },
    async finish() {
      const waiting = held ?? "";
      held = undefined;
      await pour(waiting);
      await running?.end();
    },
  };
}

function asText(text: string | Uint8Array): string {
  return typeof text === "string" ? text : Buffer.from(text).toString();
}

function lineCount(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
