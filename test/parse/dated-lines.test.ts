import { expect, test } from "vitest";
import { datedLines } from "../../src/parse/dated-lines.ts";

function dated(text: string): readonly string[] {
  return datedLines({ path: "a.yml", blob: "", text }).map(({ span, date, isKey }) => {
    return `${text.slice(span.start, span.end)} ${date}${isKey ? " key" : ""}`;
  });
}

const END = "# heir: until 2026-01-02 (r)";

test("a comment is about the first key or item on its line, or on the next line with one", () => {
  expect(dated(`a:\n  b: 1  ${END}\n`)).toEqual(["b 2026-01-02 key"]);
  expect(dated(`a: {b: 1, c: 2}  ${END}\n`)).toEqual(["a 2026-01-02 key"]);
  expect(dated(`- x: 1  ${END}\n  y: 2\n`)).toEqual(["x: 1 2026-01-02"]);
  expect(dated(`${END}\n# more words\n\na: 1\n`)).toEqual(["a 2026-01-02 key"]);
  expect(dated(`a: [\n  1,\n  2,  ${END}\n]\n`)).toEqual(["2 2026-01-02"]);
  expect(dated(`a: |  ${END}\n  text\n`)).toEqual(["a 2026-01-02 key"]);
  expect(dated(`a: 1\n${END}\n`)).toEqual([`${END} 2026-01-02`]);
});

test("in quotes, in a block and in a file with an error it is no comment", () => {
  expect(dated(`a: 'x ${END}'\n`)).toEqual([]);
  expect(dated(`a: |\n  x\n  ${END}\n`)).toEqual([]);
  expect(dated(`"a ${END}": 1\n`)).toEqual([]);
  expect(dated(`a: [1  ${END}\n`)).toEqual([]);
  expect(dated("a: 1  # we hope: heir: untilled (r)\n")).toEqual([]);
});
