import type { Prefetch } from "../workspace/repeat/begun-listing.ts";
import { isAsOnDisk, repeatedAnswer } from "../workspace/repeat/repeated-answer.ts";
import { endOnFailingOutput } from "./failing-output.ts";
import type { Surroundings } from "./host.ts";
import { createOutput } from "./output-stream.ts";
import { isDataAlone, printedTexts, readOutput } from "./recording.ts";

/** Prints a command's output of an unchanged work tree again; its exit code, or undefined with nothing printed. */
export async function repeat(
  argv: readonly string[],
  self: Surroundings,
  prefetch: Prefetch,
): Promise<number | undefined> {
  if (argv.includes("--no-cache")) return undefined;
  const { stdout, stderr, env } = self;
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : undefined;
  const run = { argv, cwd: self.cwd(), env, width, isErrorTerminal: stderr.isTTY === true };
  const answer = await repeatedAnswer(run, prefetch);
  const cached = answer && readOutput(answer.entry);
  if (cached === undefined || !isDataAlone(cached) || !isAsOnDisk(cached.answers, answer?.root ?? "")) return undefined;
  endOnFailingOutput(self);
  const output = createOutput(stdout, { env, pager: answer?.pager === true });
  for (const { kind, text } of printedTexts(cached)) {
    if (kind === "page") output.page();
    else await output.write(text);
  }
  await output.finish();
  return cached.code;
}
