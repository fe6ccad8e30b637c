import type { HostVariables, TextStream } from "./commands/command.ts";
import { type Pager, pagerCommand, startPager } from "./pager.ts";

export interface OutputOptions {
  readonly env: HostVariables;
  readonly pager: boolean;
  /** `core.pager` of git. */
  readonly pagerOfGit?: string | undefined;
  readonly start?: typeof startPager;
}

/**
 * Output on a stream; bytes are UTF-8. After `page`, text longer than the terminal's screen goes to a pager, if that one
 * starts; `finish` writes what is held, and waits for it.
 */
export function createOutput(stream: TextStream, { env, pager, pagerOfGit, start = startPager }: OutputOptions) {
  const command = pager && stream.isTTY === true ? pagerCommand(env, pagerOfGit) : undefined;
  let held: string | undefined;
  let running: Pager | undefined;
  const pour = async (text: string | Uint8Array): Promise<void> => {
    if (text.length === 0) return;
    if (running !== undefined) await running.write(asText(text));
    else if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", resolve));
  };
  return {
    page(): void {
      if (command !== undefined && running === undefined) held ??= "";
    },
    async write(text: string | Uint8Array): Promise<void> {
      if (held === undefined || command === undefined) return pour(text);
      held += asText(text);
      if (lineCount(held) < (stream.rows ?? 24)) return;
      const waiting = held;
      held = undefined;
      running = await start(command, env);
      await pour(waiting);
    },
    async finish(): Promise<void> {
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
