import { expect, test } from "vitest";
import { pageText } from "../../../src/report/help/page-text.ts";

const page = `<!-- a remark -->
# \`heir\`: a *title*

A paragraph with \`inline code\`, a [link](other.md#place) and
a second line.

## A section

1. one
2. two \`--word\`

   \`\`\`sh
   heir show
   \`\`\`

- [A page](other.md)
- [Another](nowhere.md), and more

> quoted

| code | meaning |
| --- | --- |
| \`a\\|b\` | a long meaning that has to go over several lines where there is little room |
| c | short |
`;

test("Markdown is printed as text: links as titles, tables as columns, sections indented", () => {
  const helpFor = (address: string) => (address.startsWith("other.md") ? "heir help other" : undefined);

  expect(pageText(page, { columns: 40, helpFor })).toBe(
    [
      "heir: a title",
      "",
      "A paragraph with inline code, a link and",
      "a second line.",
      "",
      "A section",
      "",
      "  1. one",
      "",
      "  2. two --word",
      "",
      "       $ heir show",
      "",
      "  - A page (heir help other)",
      "  - Another, and more",
      "",
      "    quoted",
      "",
      "  code  meaning",
      "  a|b   a long meaning that has to go",
      "        over several lines where there",
      "        is little room",
      "  c     short",
      "",
    ].join("\n"),
  );
});

test("where columns have no room, each cell has lines of its own", () => {
  const rows = "| a | b |\n| --- | --- |\n| first | what it means |\n";

  expect(pageText(rows, { columns: 20 })).toBe("first\n    what it means\n");
});

test("of blocks in a language only the commands are shown", () => {
  expect(pageText("a\n\n```console\n$ x\ny\n```\n\nb\n", { columns: 20, commandsOf: "console" })).toBe(
    "a\n\n  $ x\n\nb\n",
  );
});
