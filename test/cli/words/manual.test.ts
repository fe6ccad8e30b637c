import { expect, test } from "vitest";
import { commandManual, programManual } from "../../../scripts/manual.ts";
import { commands } from "../../../src/cli/commands/table.ts";
import { helpSubject } from "../../../src/cli/words/help.ts";

const release = { version: "1.2.3", date: "2026-01-02" };

test("a page has the sections of man(7), in order, and each option", async () => {
  const entry = commands.get("grep");
  if (entry === undefined) throw new Error("there is heir grep");
  const { command, ...subject } = await helpSubject("grep", entry);
  const page = commandManual({ ...subject, command }, commands, release);

  expect(page.split("\n")[0]).toBe('.TH HEIR-GREP 1 "2026-01-02" "heir 1.2.3" "Manual of heir"');
  expect([...page.matchAll(/^\.SH "?([A-Z ]+?)"?$/gm)].map(([, title]) => title)).toEqual([
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "OPTIONS",
    "EXAMPLES",
    "EXIT STATUS",
    "ENVIRONMENT",
    "FILES",
    "SEE ALSO",
  ]);
  expect(page).toContain("\n.TP\n\\fB1\\fR\nnothing is found\n");
  for (const name of Object.keys(command.options)) {
    const flag = name.length === 1 ? `\\-${name}` : `\\-\\-${name.replaceAll("-", "\\-")}`;
    expect(page).toContain(flag);
  }
});

test("a line that begins with a dot or a quote is text, as are a backslash, a dash and other signs", () => {
  const command = {
    examples: [["heir x '\\d' -v", ".hidden files"] as const],
    operands: [],
    options: {},
    details: ["'quoted' – and \\n"],
    run: async () => 0 as const,
  };
  const page = commandManual({ name: "x", summary: "try it", see: ["grep", "merge"], command }, commands, release);

  expect(page).toContain("\\fBheir x '\\ed' \\-v\\fR\n\\&.hidden files\n");
  expect(page).toContain("\n\\&'quoted' \\[u2013] and \\en\n");
  expect(page).toContain('.SH "SEE ALSO"\nheir(1), heir\\-grep(1), heir help merge\n');
});

test("the page of heir names every command", () => {
  const page = programManual(commands, release);

  for (const name of commands.keys()) expect(page).toContain(`heir\\-${name.replaceAll("-", "\\-")}(1)`);
});
