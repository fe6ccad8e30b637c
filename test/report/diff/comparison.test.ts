import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { documentLines, documentRecords } from "../../../src/encoding/document.ts";
import type { Change } from "../../../src/model/results/change.ts";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import type { Masked } from "../../../src/model/secrets/masked.ts";
import { comparisonData } from "../../../src/report/data/comparison.ts";
import { comparisonRows } from "../../../src/report/diff/comparison.ts";
import { comparisonMarkdown } from "../../../src/report/diff/markdown.ts";
import { differingNodeNames } from "../../../src/report/diff/nodes-only.ts";
import { porcelainRecords } from "../../../src/report/diff/porcelain.ts";
import { statRows } from "../../../src/report/diff/stat.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { colourTheme, plainTheme } from "../../../src/report/text/theme.ts";
import { comparison, on } from "../../support/comparison.ts";
import { unmasked } from "../../support/found.ts";
import { secretsAt } from "../../support/secrets.ts";
import { at, type Plain, value } from "../../support/value.ts";

function changes(before: Readonly<Record<string, Plain>>, after: Readonly<Record<string, Plain>>): readonly Change[] {
  return valueChanges(value("classes/dc/par1.yml:7:13", before), value("classes/dc/par1.yml:7:13", after), [
    "parameters",
  ]);
}
const text = (given: Masked<Comparison>, full = false): string =>
  [...comparisonRows(given, { full })].map(rowText).join("\n");

const web = Array.from({ length: 8 }, (_, index) => `web0${index + 1}.par1`);
const missing = unmasked({
  code: "class-not-found",
  severity: "error",
  message: "class dc.fra1 is listed but has no file",
  span: at("nodes/web09.fra1.yml:2:5"),
  related: [],
});
const example = comparison({
  changes: [
    ...on([...web, "db01.par1"], changes({ ntp: { server: "ntp1" } }, { ntp: { server: "ntp2" } })),
    ...on(web, changes({ ssh: { root: false } }, { ssh: { root: "without-password" }, backup: "bpc01" })),
  ],
  nodes: {
    added: ["mon02"],
    removed: ["mon01"],
    renamed: [{ from: "mon01", to: "mon02" }],
    newlyFailing: [
      { name: "web09.fra1", diagnostics: [unmasked({ ...missing, severity: "warning", message: "x" }), missing] },
    ],
    newlyResolving: ["old"],
  },
});

test("changes stand in blocks of nodes that share them, the biggest first", () => {
  expect(text(example)).toBe(`\
HEAD~1 5c0ffee -> HEAD 9d21ab4 "par1: second ntp server"

! 1 node newly fails: web09.fra1
    error[class-not-found]: class dc.fra1 is listed but has no file  nodes/web09.fra1.yml:2

9 nodes: web01.par1 … db01.par1
  ~ ntp:server  "ntp1" -> "ntp2"
      classes/dc/par1.yml:7

8 nodes: web01.par1 … web08.par1
  + backup  "bpc01"
      classes/dc/par1.yml:7
  ~ ssh:root  false -> "without-password"
      classes/dc/par1.yml:7

+ 1 node added: mon02
- 1 node removed: mon01
> 1 node renamed:
    mon01 -> mon02
* 1 node newly resolving: old

13 of 14 nodes change, 3 unique changes, 1 node is new, 1 node is gone, 1 node is renamed, 1 node newly fails, \
1 node newly resolves; 14 nodes compared, 4 resolved again, 2 files changed`);
});

test("all names are listed when they are few, or all is asked for", () => {
  const few = comparison({ changes: on(["a", "b", "c", "d"], changes({}, { x: 1 })) });
  expect(text(few)).toContain("4 nodes: a, b, c, d\n");
  expect(text(example, true)).toContain(`8 nodes: ${web.join(", ")}\n`);
});

test("nothing changed says what was compared", () => {
  expect(text(comparison())).toBe(
    "no resolved difference: 14 nodes compared, 2 files changed (classes/os/debian.yml, README.md)",
  );
  expect(text(comparison({ lookedAt: { files: [] } }))).toBe(
    "no resolved difference: 14 nodes compared, no file of the inventory changed",
  );
});

test("nothing compared looks different from nothing changed", () => {
  expect(text(comparison({ lookedAt: { nodes: 0, files: ["README.md"] } }))).toBe(
    "nothing compared: there are no nodes on either side; 1 file changed (README.md)",
  );
});

test("nodes that fail on both sides are not passed over", () => {
  expect(text(comparison({ nodes: { stillFailing: ["a", "b"] } }))).toBe(`\
HEAD~1 5c0ffee -> HEAD 9d21ab4 "par1: second ntp server"

? 2 nodes not compared, failing on both sides: a, b

no resolved difference: 12 nodes compared, 2 not compared, 2 files changed (classes/os/debian.yml, README.md)`);
});

test("--stat has a row for each change", () => {
  const rows = statRows(comparison({ changes: example.changes, lookedAt: { nodes: 140 } })).map(rowText);
  expect(rows).toEqual([
    " ntp:server | 9 nodes  ~",
    " backup     | 8 nodes  +",
    " ssh:root   | 8 nodes  ~",
    "9 of 140 nodes change, 3 unique changes; 140 nodes compared, 4 resolved again, 2 files changed",
  ]);
});

test("--porcelain=v1 has a record for each node and change", () => {
  const given = comparison({
    changes: on(["n\t1", "n2"], changes({ m: "a\tb\n", gone: 1 }, { m: "c", "\u202e": [1] })),
    nodes: { added: ["x"], newlyFailing: [{ name: "y", diagnostics: [missing] }], stillFailing: ["z"] },
  });
  expect([...porcelainRecords(given)].join("")).toBe(
    [
      "-\tn\\t1\tgone\t1\t\tclasses/dc/par1.yml:7:13\t",
      "-\tn2\tgone\t1\t\tclasses/dc/par1.yml:7:13\t",
      '~\tn\\t1\tm\t"a\\tb\\n"\t"c"\tclasses/dc/par1.yml:7:13\tclasses/dc/par1.yml:7:13',
      '~\tn2\tm\t"a\\tb\\n"\t"c"\tclasses/dc/par1.yml:7:13\tclasses/dc/par1.yml:7:13',
      '+\tn\\t1\t"\\u202e"\t\t[1]\t\tclasses/dc/par1.yml:7:13',
      '+\tn2\t"\\u202e"\t\t[1]\t\tclasses/dc/par1.yml:7:13',
      "+\tx\t\t\t\t\t",
      '!\ty\t\t\t"class dc.fra1 is listed but has no file"\t\tnodes/web09.fra1.yml:2:5',
      "?\tz\t\t\t\t\t",
      "",
    ].join("\n"),
  );
  expect([...porcelainRecords(given, { nul: true })].at(-1)).toBe("?\tz\t\t\t\t\t\0");
});

test("--json is one document in the documented shape", () => {
  const given = comparison({
    changes: on(["n1"], changes({ l: [{ name: "a", v: 1 }, 2] }, { l: [{ name: "a", v: 2 }, 3], big: 2n ** 64n })),
  });
  const json = [...documentLines(comparisonData(given), "changes")].join("");
  expect(json).toContain('"value":18446744073709551616,');
  const place = { file: "classes/dc/par1.yml", line: 7, column: 13 };
  expect(JSON.parse(json)).toEqual({
    v: 1,
    from: { title: "HEAD~1 5c0ffee", id: "5c0ffee" },
    to: { title: "HEAD 9d21ab4", id: "9d21ab4", subject: "par1: second ntp server" },
    changes: [
      { kind: "added", path: ["parameters", "big"], new: { value: Number(2n ** 64n), place }, nodes: ["n1"] },
      {
        kind: "changed",
        path: ["parameters", "l"],
        old: { value: [{ name: "a", v: 1 }, 2], place },
        new: { value: [{ name: "a", v: 2 }, 3], place },
        nodes: ["n1"],
        items: [
          { kind: "removed", old_index: 1, old: { value: 2, place } },
          {
            kind: "changed",
            old_index: 0,
            new_index: 0,
            old: { value: { name: "a", v: 1 }, place },
            new: { value: { name: "a", v: 2 }, place },
            moved: false,
            key: "name",
            changes: [{ kind: "changed", path: ["v"], old: { value: 1, place }, new: { value: 2, place } }],
          },
          { kind: "added", new_index: 1, new: { value: 3, place } },
        ],
      },
    ],
    nodes: { added: [], removed: [], renamed: [], newly_failing: [], newly_resolving: [], still_failing: [] },
    looked_at: { nodes: 14, resolved_again: 4, files: ["classes/os/debian.yml", "README.md"], left_out: [] },
  });
});

test("--json without changes is still a document", () => {
  expect(JSON.parse([...documentLines(comparisonData(comparison()), "changes")].join(""))).toMatchObject({
    v: 1,
    changes: [],
  });
});

test("--jsonl says the same line by line and ends with what was looked at", () => {
  const lines = [...documentRecords(comparisonData(example), "changes")].map((line): unknown => JSON.parse(line));
  const document: unknown = JSON.parse([...documentLines(comparisonData(example), "changes")].join(""));
  expect(lines).toHaveLength(5);
  expect(document).toMatchObject({ changes: lines.slice(1, 4) });
  expect(lines.at(-1)).toMatchObject({ looked_at: { nodes: 14 } });
});

test("--nodes-only names every node that differs", () => {
  expect(differingNodeNames(example)).toEqual(["db01.par1", "mon01", "mon02", "old", ...web, "web09.fra1"]);
});

test("markdown starts with the summary and fences the changes", () => {
  const markdown = comparisonMarkdown(comparison({ changes: on(["n1"], changes({ a: 1 }, { a: "x" })) }));
  expect(markdown).toBe(`\
**1 of 14 nodes changes, 1 unique change; 14 nodes compared, 4 resolved again, 2 files changed**

<code>HEAD&#126;1 5c0ffee</code> → <code>HEAD 9d21ab4</code> par1&#58; second ntp server

<details open><summary><b>1 node</b>: <code>n1</code> (1 change)</summary>

\`\`\`diff
~ a  1 -> "x"
      classes/dc/par1.yml:7
\`\`\`

</details>
`);
});

test("data cannot break out of the markdown", () => {
  const evil = '</details>\n````\n<img src="x"> @all [a](b)';
  const given = comparison({ changes: on([evil], changes({}, { [evil]: evil, m: `a\n\`\`\`\`\`\n${evil}` })) });
  const markdown = comparisonMarkdown(
    mask("comparison", { ...given, to: { title: evil, id: "x", subject: evil } }, "shown"),
  );
  const [outside = "", inside = "", after = "", ...rest] = markdown.split(/^`{6}(?:diff)?$/m);
  expect(rest).toEqual([]);
  expect(inside).toContain("`````");
  for (const part of [outside, after]) {
    expect(part.replace(/<\/?(?:details|summary|code|b)(?: open)?>/g, "")).not.toMatch(/[<>@`[\]]/);
  }
});

test("markdown that would be too long says what is left out", () => {
  const many = Array.from({ length: 50 }, (_, index) => on([`n${index}`], changes({}, { x: index }))).flat();
  const markdown = comparisonMarkdown(comparison({ changes: many }), { limit: 2000 });
  expect(markdown.length).toBeLessThan(2000);
  expect(markdown).toMatch(/\d+ more sections left out: the comment would be too long\.\n$/);
});

test("what is masked is masked in every form of output", () => {
  const given = comparison({ changes: on(["n1"], changes({ pw: "geheim1" }, { pw: "geheim2" })) });
  const shown = mask("comparison", given, secretsAt(["pw"]));
  const forms = [
    [...comparisonRows(shown)].map(rowText).join("\n"),
    [...documentLines(comparisonData(shown), "changes")].join(""),
    [...documentRecords(comparisonData(shown), "changes")].join(""),
    [...porcelainRecords(shown)].join(""),
    comparisonMarkdown(shown),
  ];
  for (const form of forms) {
    expect(form).not.toContain("geheim");
    expect(form).toContain("(secret)");
  }
});

test("colour only repeats what the signs say", () => {
  const esc = String.fromCharCode(27);
  const rows = [...comparisonRows(example)];
  const coloured = rows.map(colourTheme()).join("\n");
  expect(coloured).toContain(`${esc}[32m"ntp2"${esc}[39m`);
  expect(coloured.replaceAll(new RegExp(`${esc}\\[\\d+m`, "g"), "")).toBe(rows.map(plainTheme).join("\n"));
});
