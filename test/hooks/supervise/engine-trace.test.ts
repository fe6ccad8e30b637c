import { expect, test } from "vitest";
import { withoutEngineTrace } from "../../../src/hooks/supervise/supervise.ts";

test.each([
  [["heir: fine\n", "heir: also\n"], "heir: fine\nheir: also\n", false],
  [["heir: begun\n", "\n<--- Last few GCs --->\n\n[1:0x2]", " Mark-Compact\n", "heir: no\n"], "heir: begun\n", true],
  [["a\nFATAL ERROR: Reached heap limit Allocation failed\n"], "a", true],
])("of %j people read %j", (chunks, text, isOutOfMemory) => {
  const read: Buffer[] = [];
  const trace = withoutEngineTrace((chunk) => read.push(chunk));
  for (const chunk of chunks) trace.take(Buffer.from(chunk));

  expect([Buffer.concat(read).toString(), trace.isOutOfMemory()]).toEqual([text, isOutOfMemory]);
});
