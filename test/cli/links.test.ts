import { hostname } from "node:os";
import { expect, test } from "vitest";
import { linkTheme, wantsLinks } from "../../src/cli/colour.ts";
import { plainText, type Row, segment } from "../../src/report/text/row.ts";
import { createLegend } from "../../src/report/text/sign.ts";
import { plainTheme } from "../../src/report/text/theme.ts";

test.each([
  ["auto", { TERM: "xterm-kitty" }, true, true],
  ["auto", { TERM: "xterm-kitty" }, false, false],
  ["auto", { TERM: "dumb", WT_SESSION: "1" }, true, false],
  ["auto", { TERM: "xterm", VTE_VERSION: "6800" }, true, true],
  ["auto", { TERM: "xterm", VTE_VERSION: "3405" }, true, false],
  ["auto", { TERM: "xterm" }, true, false],
  ["always", { TERM: "dumb" }, false, true],
  ["never", { TERM: "xterm-kitty" }, true, false],
] as const)("--hyperlinks=%s with %j on a terminal (%s): %s", (choice, env, isTerminal, wanted) => {
  expect(wantsLinks(choice, env, isTerminal)).toBe(wanted);
});

function linked(text: string, { folder = "/r", format }: { folder?: string; format?: string } = {}): string {
  const theme = linkTheme(plainTheme, () => folder || undefined, format);
  return theme([plainText("at "), segment("source", text)])
    .replaceAll("\x1b]8;;", "<")
    .replaceAll("\x1b\\", ">");
}

test("a place is a link to its file and line; what is no place, or not alone, is text", () => {
  const host = hostname();
  expect(linked("  classes/a b.yml:3:7")).toBe(`at   <file://${host}/r/classes/a%20b.yml#3>classes/a b.yml:3:7<>`);
  expect(linked("a#1?.yml:3")).toBe(`at <file://${host}/r/a%231%3F.yml#3>a#1?.yml:3<>`);
  expect(linked("a.yml:3:7", { format: "x://{path}:{line}:{column}\x07{no}" })).toBe(
    "at <x:///r/a.yml:3:7{no}>a.yml:3:7<>",
  );
  for (const text of ["", "classes/a.yml", "cla…a.yml:3", ":3"]) expect(linked(text)).toBe(`at ${text}`);
  expect(linked("a.yml:3", { folder: "" })).toBe("at a.yml:3");
});

test("a sign is explained where it first occurs", () => {
  const legend = createLegend();
  const shown = (row: Row | undefined) => row?.map(({ text }) => text).join("");
  const changed: Row = [segment("changed", "~ "), plainText("ntp")];
  expect(shown(legend([changed]))).toBe("~ changed");
  expect(shown(legend([changed]))).toBeUndefined();
  expect(shown(legend([changed, [segment("added", "+ ")], [plainText("- no sign")]]))).toBe("+ added");
});
