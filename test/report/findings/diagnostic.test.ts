import { expect, test } from "vitest";
import { displayWidth } from "../../../src/base/terminal-text.ts";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { Span } from "../../../src/model/values/value.ts";
import { diagnosticRows, diagnosticText } from "../../../src/report/findings/diagnostic.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { colourTheme, plainTheme } from "../../../src/report/text/theme.ts";
import { foundProblem } from "../../support/found.ts";

/** The stretch between `[[` and `]]`. */
function marked(path: string, text: string): Span {
  const start = text.indexOf("[[");
  const end = text.indexOf("]]") - 2;
  return { file: { path, blob: "", text: text.replace("[[", "").replace("]]", "") }, start, end };
}

function report(diagnostic: Partial<Diagnostic>, nodes: readonly string[] = [], width?: number): string {
  const { diagnostic: whole } = foundProblem({ message: "m", ...diagnostic });
  return `\n${diagnosticRows({ diagnostic: whole, nodes }, width).map(rowText).join("\n")}\n`;
}

test("all parts of a finding", () => {
  const lines = "\n".repeat(9);
  const diagnostic: Partial<Diagnostic> = {
    code: "merge-type",
    message: '"dns" is a list here and a text there',
    span: marked("groups/dc-par1.yml", "parameters:\n  dns: [[9.9.9.9]]\n"),
    related: [{ span: marked("classes/debian.yml", `${lines}  dns: [[ [1.1.1.1] ]]`), caption: "a list here" }],
    hint: "write a list\nor a text",
  };

  expect(report(diagnostic, ["web01", "web02"])).toBe(`
error[merge-type]: "dns" is a list here and a text there
  --> groups/dc-par1.yml:2:8
   |
 2 |   dns: 9.9.9.9
   |        ^^^^^^^
  ::: classes/debian.yml:10:8
   |
10 |   dns:  [1.1.1.1] 
   |        ----------- a list here
   |
   = nodes: 2 (web01, web02)
   = help: write a list
           or a text
`);
});

test("a finding without a place is its sentence and what is known of it", () => {
  expect(report({ hint: "create it" }, ["web01"])).toBe(`
error[class-not-found]: m
  = nodes: 1 (web01)
  = help: create it
`);
  expect(report({ severity: "warning" })).toBe("\nwarning[class-not-found]: m\n");
});

test("an empty line is named, not drawn", () => {
  expect(report({ span: marked("a.yml", "[[]]") })).toBe("\nerror[class-not-found]: m\n --> a.yml:1:1\n");
});

test.each([
  ["tabs", "a:\t[[b]]", "a:    b", "      ^"],
  ["wide characters", "世界: [[東京]] x", "世界: 東京 x", "      ^^^^"],
  ["combining characters", "e\u0301: [[x]]", "e\u0301: x", "   ^"],
  ["characters that move the cursor", "a\u001b[2J [[b]]", "a\\x1b[2J b", "         ^"],
  ["a place without length", "a: [[]]b", "a: b", "   ^"],
  ["a place at the end of the line", "a: b[[]]", "a: b", "    ^"],
  ["a place over several lines", "a: [[b\n  c]]", "a: b", "   ^"],
  ["line ends of other systems", "a: [[b]]\r\nc", "a: b", "   ^"],
])("the mark stands under the text: %s", (_, text, line, mark) => {
  const rows = report({ span: marked("a.yml", text) }).split("\n");

  expect([rows[4], rows[5]]).toEqual([`1 | ${line}`, `  | ${mark}`]);
});

test.each([
  ["at the start", `[[key]]: ${"x".repeat(300)}`],
  ["in the middle", `${"a".repeat(300)} [[key]] ${"x".repeat(300)}`],
  ["at the end", `${"a".repeat(300)} [[key]]`],
  ["longer than the line", `a: [[key${"x".repeat(300)}]] b`],
])("a long line is cut around the place: %s", (_, text) => {
  const [, , , , line = "", mark = ""] = report({ span: marked("a.yml", text) }, [], 60).split("\n");

  expect(displayWidth(line)).toBeLessThanOrEqual(60);
  expect(line).toContain("…");
  expect(line.slice(mark.indexOf("^"), mark.indexOf("^") + 3)).toBe("key");
  expect(mark.length).toBeLessThanOrEqual(60);
});

test("many places are counted, not all drawn; of many nodes the first and the last are named", () => {
  const span = marked("a.yml", "a: [[b]]");
  const related = Array.from({ length: 11 }, () => ({ span, caption: "here" }));
  const text = report({ span, related }, ["n1", "n2", "n3", "n4", "n5"]);

  expect(text.match(/:::/g)).toHaveLength(8);
  expect(text).toContain("  = note: and at 3 more places\n  = nodes: 5 (n1 … n5)\n");
});

test("the text is the same with and without colour", () => {
  const problem = foundProblem({ message: "a\u001b[31mb", span: marked("a.yml", "a: [[b]]") });
  const coloured = diagnosticText(problem, colourTheme());

  expect(coloured).not.toContain("\u001b[31mb");
  expect(diagnosticText(problem, plainTheme)).toContain("error[class-not-found]: a\\x1b[31mb\n");
});
