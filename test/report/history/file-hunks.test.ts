import { expect, test } from "vitest";
import type { FileDelta } from "../../../src/model/results/why.ts";
import type { SourceFile } from "../../../src/model/values/value.ts";
import { editHunks } from "../../../src/report/history/edited-file.ts";

function file(lines: readonly string[], hidden: readonly string[] = []): SourceFile {
  const text = lines.map((line) => `${line}\n`).join("");
  const stretches = hidden.map((secret) => ({
    start: text.indexOf(secret),
    end: text.indexOf(secret) + secret.length,
  }));
  return { path: "a.yml", blob: text, text, ...(hidden.length > 0 && { hidden: stretches }) };
}

function edit(old: SourceFile | undefined, now: SourceFile | undefined, ...lines: readonly string[]): FileDelta {
  const spans = lines.flatMap((line) => {
    const [side, sought] = line.startsWith("-") ? (["old", old] as const) : (["new", now] as const);
    const start = sought?.text.indexOf(line.slice(1)) ?? 0;
    return sought === undefined ? [] : [{ side, span: { file: sought, start, end: start + line.length - 1 } }];
  });
  return { old, new: now, spans, commits: [], uncommitted: false };
}

const twenty = Array.from({ length: 20 }, (_, at) => `line ${at + 1}.`);
const edited = twenty.with(1, "line two").with(17, "line eighteen");

test("only the hunks that hold a place of the cause, on the side that has it", () => {
  const [old, now] = [file(twenty), file(edited)];
  const starts = (...lines: readonly string[]) => editHunks(edit(old, now, ...lines))?.map(({ oldStart }) => oldStart);
  expect(starts("+line two")).toEqual([1]);
  expect(starts("-line 18.")).toEqual([15]);
  expect(starts("+line two", "-line 18.")).toEqual([1, 15]);
});

test("all hunks where no place is named, or none of them holds it", () => {
  const [old, now] = [file(twenty), file(edited)];
  expect(editHunks(edit(old, now))).toHaveLength(2);
  expect(editHunks(edit(old, now, "+line 10."))).toHaveLength(2);
});

test("a new file and one that is gone are counted as git counts them", () => {
  const [hunk] = editHunks(edit(undefined, file(["a", "b"]))) ?? [];
  expect(hunk).toEqual({ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ["+a", "+b"] });
  const [gone] = editHunks(edit(file(["a"]), undefined)) ?? [];
  expect(gone).toEqual({ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, lines: ["-a"] });
});

test("a changed secret is seen to have changed, in edited lines and around them, also over several lines", () => {
  const old = file(
    ["k: one-secret", "around: x-secret", "|", "  part-a", "  part-b"],
    ["one-secret", "x-secret", "part-a\n  part-b"],
  );
  const now = file(
    ["k: two-secret", "around: x-secret", "|", "  part-a", "  part-b"],
    ["two-secret", "x-secret", "part-a\n  part-b"],
  );
  const [hunk] = editHunks(edit(old, now)) ?? [];
  expect(hunk?.lines).toEqual(["-k: (secret)", "+k: (secret)", " around: (secret)", " |", "   (secret)"]);
});

test("a file without a line end says so, and a file that lost all lines has none", () => {
  const old: SourceFile = { path: "a.yml", blob: "1", text: "a: 1" };
  const [hunk] = editHunks(edit(old, file(["a: 1"]))) ?? [];
  expect(hunk?.lines).toEqual(["-a: 1", "\\ No newline at end of file", "+a: 1"]);
});

test("files too far apart are not compared line by line", () => {
  const many = (word: string): SourceFile => file(Array.from({ length: 3000 }, (_, at) => `${word} ${at}`));
  expect(editHunks(edit(many("old"), many("new")))).toBeUndefined();
});
