import { isAsOnDisk } from "../../workspace/load/listing.ts";
import type { Prefetch } from "../../workspace/load/prefetch.ts";
import { repeatedAnswer } from "../../workspace/load/repeat.ts";
import { endOnFailingOutput } from "./failing-output.ts";
import type { Surroundings } from "./host.ts";
import { isDataAlone, readOutput } from "./recording.ts";

/**
 * Prints again what a command printed of a work tree that is as it was, and returns its exit code; undefined, with nothing
 * printed, where that is not known.
 */
export async function repeat(
  argv: readonly string[],
  self: Surroundings,
  prefetch: Prefetch,
): Promise<number | undefined> {
  if (self.stdout.isTTY === true || argv.includes("--no-cache")) return undefined;
  const run = { argv, cwd: self.cwd(), env: self.env, isErrorTerminal: self.stderr.isTTY === true };
  const answer = await repeatedAnswer(run, prefetch);
  const cached = answer && readOutput(answer.entry);
  if (cached === undefined || !isDataAlone(cached) || !isAsOnDisk(cached.answers, answer?.root ?? "")) return undefined;
  endOnFailingOutput(self);
  if (cached.texts.length > 0) self.stdout.write(cached.texts);
  return cached.code;
}
