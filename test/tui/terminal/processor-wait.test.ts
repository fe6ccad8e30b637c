import { expect, test } from "vitest";
import { processorWait } from "../../../src/tui/worker/typed-keys.ts";

test("of its time, what a thread waited for a processor, of late more than before", () => {
  const said = ["1000 0 1\n", "1600 400 9\n", "1600 400 9\n", "1610 890 10\n"];
  const wait = processorWait(() => said.shift() ?? "");

  expect([wait(), wait()]).toEqual([0.4, 0.4]);
  // 490 of 500 at last, and 400 of 1,000 twice faded.
  expect(wait()).toBeCloseTo((490 + 400 * 0.81) / (500 + 1000 * 0.81));
});

test("where nothing says it, it is not known", () => {
  const wait = processorWait(() => {
    throw new Error("ENOENT");
  });

  expect(wait()).toBeUndefined();
  expect(processorWait(() => "what")()).toBeUndefined();
});
