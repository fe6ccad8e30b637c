import { expect, test } from "vitest";
import { createProgress } from "../../src/cli/context.ts";
import { sink } from "../support/host.ts";

const screen = { columns: 80, rows: 24 };

test("progress is shown after 300 ms, ten times a second, and taken away again", () => {
  const stderr = sink(screen);
  let time = 0;
  const progress = createProgress(stderr, true, () => time);
  for (const [at, done] of [
    [0, 1],
    [299, 2],
    [301, 3],
    [350, 4],
    [401, 5],
  ] as const) {
    time = at;
    progress.update(done, 10);
  }
  progress.clear();
  progress.clear();

  expect(stderr.text()).toBe("\r\u001b[K3 of 10 nodes\r\u001b[K5 of 10 nodes\r\u001b[K");
});

test("a text without a count is written once", () => {
  const stderr = sink(screen);
  let time = 0;
  const progress = createProgress(stderr, true, () => time);
  for (time = 0; time < 1000; time += 200) progress.update(0, 0, "searching");
  progress.clear();

  expect(stderr.text()).toBe("\r\u001b[Ksearching\r\u001b[K");
});

test.each([
  ["there is no terminal", undefined, true],
  ["nobody wants it", screen, false],
])("nothing is shown when %s", (_, size, wanted) => {
  const stderr = sink(size);
  let time = 0;
  const progress = createProgress(stderr, wanted, () => time);
  time = 1000;
  progress.update(1, 2);
  progress.clear();

  expect(stderr.text()).toBe("");
});
