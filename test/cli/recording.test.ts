import { expect, test } from "vitest";
import { MOST_OUTPUT } from "../../src/cache/run-cache.ts";
import type { Context } from "../../src/cli/commands/command.ts";
import { Recording, readOutput } from "../../src/cli/recording.ts";

/** A recorded context that prints nothing; of its members only these are called. */
function recorded(): { recording: Recording; context: Context } {
  const recording = new Recording();
  const nothing = { write: async () => undefined, step: async () => undefined } as Partial<Context> as Context;
  return { recording, context: recording.of(nothing) };
}

test("what is printed is recorded", async () => {
  const { recording, context } = recorded();
  await context.write("one\n");
  await context.step(1, 2);
  await context.write("two\n");

  expect(readOutput(recording.output(0, []) ?? new Uint8Array()).texts.toString()).toBe("one\ntwo\n");
});

test("output that will be far too long is not recorded: a part of the work shows it", async () => {
  const { recording, context } = recorded();
  const total = 1000;
  await context.write("x".repeat(Math.ceil((3 * MOST_OUTPUT) / total)));
  await context.step(1, total);

  expect(recording.output(0, [])).toBeUndefined();
});
