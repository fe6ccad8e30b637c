import { expect, test } from "vitest";
import { placeOf, type SourceFile, type Span } from "../../../src/model/values/value.ts";
import { sourceFrame } from "../../../src/report/text/frame.ts";

function spanOf(text: string, marked: string): Span {
  const file: SourceFile = { path: "a.yml", blob: "", text };
  return { file, start: text.indexOf(marked), end: text.indexOf(marked) + marked.length };
}

test.each([
  ["letters", "x"],
  ["characters of two units", "🦊"],
  ["tabs", "\t"],
])("a line as long as a file is cut around the span, which has its column: %s", (_, letter) => {
  const span = spanOf(`first: line\n${letter.repeat(50_000)}MARK${letter.repeat(50_000)}`, "MARK");

  expect(placeOf(span)).toEqual({ file: "a.yml", line: 2, column: 50_001 });
  const { text, offset, length } = sourceFrame(span, 2, 20);
  expect([text.slice(text.indexOf("MARK"), text.indexOf("MARK") + 4), text.at(0), text.at(-1)]).toEqual([
    "MARK",
    "…",
    "…",
  ]);
  expect([offset <= 20, length]).toEqual([true, 4]);
});

test("thousands of spans on one long line take time linear in it", () => {
  const names = Array.from({ length: 4000 }, (_, at) => `${"c".repeat(180)}${at}`);
  const text = `classes: [${names.join(", ")}]`;
  const file: SourceFile = { path: "a.yml", blob: "", text };
  const begun = process.cpuUsage();
  for (const name of names) {
    const start = text.indexOf(name);
    sourceFrame({ file, start, end: start + name.length }, placeOf({ file, start, end: start }).line, 80);
  }
  const { user } = process.cpuUsage(begun);

  // Some 400 letters of each are looked at; with the whole line it would be 700,000.
  expect(user / 1e6).toBeLessThan(5);
});
