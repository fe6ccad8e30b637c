import { expect, test } from "vitest";
import { referenceChanges } from "../../../../src/annex/edit/proof/renaming.ts";
import { mappedClassNames, movedPath } from "../../../../src/annex/edit/rename/class.ts";
import { openedFile } from "../../../../src/annex/edit/rename/edited-file.ts";
import { readMarks } from "../../../../src/annex/edit/rename/marks.ts";
import { fileWords, SourceText, textAfter, WrittenText } from "../../../../src/annex/edit/text/source-text.ts";
import { defaultSettings } from "../../../../src/model/inventory/settings.ts";

test.each([
  ["ntp.yml", "time", "time.yml"],
  ["ntp/init.yaml", "time", "time/init.yaml"],
  ["a/b/c.yml", "a.b.d", "a/b/d.yml"],
  ["a.b/c.yml", "a.b.d", "a.b/d.yml"],
  ["a.b.c.yml", "a.b.d", "a.b.d.yml"],
  ["a.b.c.yml", "x.b.d", "x/b/d.yml"],
  ["a/b.yml", "a.b.c", "a/b/c.yml"],
  ["a/b/c.yml", "a", "a.yml"],
])("the file %s of a class that is called %s afterwards is %s", (path, name, moved) => {
  expect(movedPath(`classes/${path}`, "classes/", name)).toBe(`classes/${moved}`);
});

test.each<[string, [number, number], string, string]>([
  ["ntp", [0, 3], "time", "time"],
  ["ntp", [0, 3], "1", '"1"'],
  ["ntp", [0, 3], "yes", '"yes"'],
  ["ntp", [0, 3], "a: b", '"a: b"'],
  ["'it''s ntp'", [5, 8], "o'clock", "'it''s o''clock'"],
  ['"n\\x74p"', [0, 3], "ti\\me", '"ti\\\\me"'],
  ['"n\\\n  tp"', [0, 3], "time", '"time"'],
  ['"\\u00e4 ntp"', [2, 5], "time", '"\\u00e4 time"'],
])("in %s the name at %j becomes %j: %s", (written, [start, end], name, after) => {
  const source = new SourceText("a.yml", Buffer.from(`a: ${written}\n`));
  const change = new WrittenText(source, { start: 3, end: 3 + written.length }).replaced(start, end, name);
  expect(source.after([change])).toBe(`a: ${after}\n`);
});

test.each([
  ["* ntp base", "* time base"],
  ["ntp ntp", "ntp time"],
  ["/^ntp 1/ ntp", "/^ntp 1/ time"],
  ["'a b' 'ntp' ntpx", "'a b' 'time' ntpx"],
])("the class mapping %s becomes %s", (text, after) => {
  const named = mappedClassNames(text).filter((each) => each.text === "ntp");
  expect(
    textAfter(
      text,
      named.map((each) => ({ ...each, text: "time" })),
    ),
  ).toBe(after);
});

test.each([
  // reference, and what is none
  ["${a:b}", "${a:x}"],
  ["${a:b:c} ${a} ${b} ${x:a:b}", "${a:x:c} ${a} ${b} ${x:a:b}"],
  ["${m:${a:b}}", "${m:${a:x}}"],
  ["${a:b:${c}}", "${a:x:${c}}"],
  ["${a:b${c}}", "${a:b${c}}"],
  ["\\${a:b} \\\\${a:b}", "\\${a:b} \\\\${a:x}"],
  ["${a:b", "${a:b"],
  ["$[ exports:a:b if exports:h == self:a:b ]", "$[ exports:a:b if exports:h == self:a:x ]"],
  ["$[ if exports:h == SELF:a:b]", "$[ if exports:h == SELF:a:x]"],
])("with a:b as a:x, %s becomes %s", (text, after) => {
  const path = { section: "parameters", keys: ["a", "b"], key: "x" } as const;
  expect(textAfter(text, referenceChanges(text, path, defaultSettings))).toBe(after);
});

test.each([
  ["- ntp\n", true],
  ["- ~ntp\n", true],
  ["- ntp.server\n", true],
  ["- ntpd\n", false],
  ["- system_ntp\n", false],
  ['- "n\\x74p"\n', true],
  ['- "n\\\n  tp"\n', true],
  ["a: '\\d'\n", false],
])("a file with %j is parsed to rename ntp: %s", (text, held) => {
  expect(fileWords(Buffer.from(text)).mayHold(["ntp"])).toBe(held);
});

test("a name with a quote or a space is looked for in every file, as YAML can write it in other ways", () => {
  expect(fileWords(Buffer.from("- 'it''s'\n")).mayHold(["it's"])).toBe(true);
  expect(fileWords(Buffer.from("- a\n  b\n")).mayHold(["a b"])).toBe(true);
});

test("a reference that aliases reach is marked once, wherever its anchor is", () => {
  const text = "x: &r ${ntp}\nparameters:\n  a: *r\n  b: *r\n  c: &s ${ntp}\n  d: *s\n";
  const source = new SourceText("nodes/n1.yml", Buffer.from(text));
  const marks = readMarks(openedFile({ path: source.path, role: "node", name: "n1" }, source), defaultSettings);

  const changes = marks.flatMap((mark) => (mark.kind === "reference" ? [mark.renamed(0, "time")] : []));
  expect(source.after(changes)).toBe(text.replaceAll("ntp", "time"));
});
