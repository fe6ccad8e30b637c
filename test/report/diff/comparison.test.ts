import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { documentLines, documentRecords } from "../../../src/encoding/json.ts";
import type { Change } from "../../../src/model/results/change.ts";
import type { ReviewedComparison } from "../../../src/model/results/comparison.ts";
import { derived, mask } from "../../../src/model/secrets/mask.ts";
import type { Masked } from "../../../src/model/secrets/masked.ts";
import { comparisonData } from "../../../src/report/data/comparison.ts";
import { comparisonRows, statRows } from "../../../src/report/diff/comparison.ts";
import { comparisonMarkdown } from "../../../src/report/diff/markdown.ts";
import { differingNodeNames, verdictText } from "../../../src/report/diff/summary.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { colourTheme, plainTheme } from "../../../src/report/text/theme.ts";
import { withBlocks } from "../../../src/workspace/evidence/reviewed.ts";
import { comparison, failingNodes, on } from "../../support/comparison.ts";
import { unmasked } from "../../support/found.ts";
import { secretsAt } from "../../support/secrets.ts";
import { at, type Plain, value } from "../../support/value.ts";

function changes(before: Readonly<Record<string, Plain>>, after: Readonly<Record<string, Plain>>): readonly Change[] {
  return valueChanges(value("classes/dc/par1.yml:7:13", before), value("classes/dc/par1.yml:7:13", after), [
    "parameters",
  ]);
}
const text = (given: Masked<ReviewedComparison>, full = false): string =>
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

test("each edit is a block with its nodes and effects, those that make nodes fail first", () => {
  expect(text(example)).toBe(`\
HEAD~1 5c0ffee -> HEAD 9d21ab4 "par1: second ntp server"
1 node newly fails; 1 node renamed; 1 node newly resolving; 11 of 14 nodes change: 6 blocks

#1 ! 1 node no longer resolves  nodes/web09.fra1.yml:2
    1 node newly fails: web09.fra1
    error[class-not-found]: class dc.fra1 is listed but has no file  nodes/web09.fra1.yml:2

#2 ~ ntp:server changed
    9 nodes: db01.par1,web[01-08].par1
    ~ ntp:server  "ntp1" -> "ntp2"

#3 ~ backup changed
    8 nodes: web[01-08].par1
    + backup  "bpc01"

#4 ~ ssh:root changed
    8 nodes: web[01-08].par1
    ~ ssh:root  false -> "without-password"  type change: boolean -> string

#5 = node mon01 renamed to mon02
    1 node: mon02
    no value differs

#6 * 1 node newly resolving
    1 node: old

14 nodes compared, 4 resolved again, 2 files changed`);
});

test("a set of nodes is whole, or tells how many it leaves out", () => {
  const many = Array.from({ length: 60 }, (_, index) => `host-${"abcdefgh"[index % 8]}${"qrstuvwx"[index >> 3]}`);
  const given = comparison({ changes: on(many.toSorted(), changes({}, { x: 1 })) });
  expect(text(given)).toMatch(/60 nodes: (?:host-[a-h][q-x],){24}host-[a-h][q-x] and 35 more\n/);
  expect(text(given, true)).not.toContain(" more");
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
  expect(text(comparison({ nodes: { stillFailing: failingNodes("a1", "a2") } }))).toBe(`\
HEAD~1 5c0ffee -> HEAD 9d21ab4 "par1: second ntp server"
? 2 nodes not compared, failing on both sides with class-not-found: a[1-2]  (heir check 9d21ab4 -- a1)
no resolved difference: 12 nodes compared, 2 not compared, 2 files changed (classes/os/debian.yml, README.md)`);
});

test("the verdict names nodes that fail on both sides, and does not call them equal", () => {
  const verdict = (nodes: number, stillFailing: readonly string[]) =>
    verdictText(comparison({ lookedAt: { nodes, files: [] }, nodes: { stillFailing: failingNodes(...stillFailing) } }));

  expect(verdict(3, [])).toBe("no resolved difference");
  expect(verdict(3, ["a1"])).toBe("no resolved difference; 1 node not compared");
  expect(verdict(2, ["a1", "a2"])).toBe("nothing compared; 2 nodes not compared");
});

test("--stat has a row for each block", () => {
  const rows = statRows(comparison({ changes: example.changes, lookedAt: { nodes: 140 } })).map(rowText);
  expect(rows).toEqual([
    ' #1 ~ ntp:server changed | 9 nodes: db01.par1,web[01-08].par1 | ntp:server "ntp1" -> "ntp2"',
    ' #2 ~ backup changed | 8 nodes: web[01-08].par1 | backup "bpc01"',
    ' #3 ~ ssh:root changed | 8 nodes: web[01-08].par1 | ssh:root false -> "without-password"  type change: boolean -> string',
    "140 nodes compared, 4 resolved again, 2 files changed",
  ]);
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
    summary: { verdict: "1 of 14 nodes changes", nodes: 14, changing: 1, newly_failing: 0, blocks: 2 },
    blocks: [
      {
        n: 1,
        edit: { kind: "unknown", text: "big changed", to: Number(2n ** 64n), places: [], also: [] },
        nodes: ["n1"],
        set: "n1",
        failing: [],
        effects: [
          {
            kind: "added",
            path: ["parameters", "big"],
            new: Number(2n ** 64n),
            values: 1,
            nodes: ["n1"],
            set: "n1",
            changes: [0],
          },
        ],
      },
      {
        n: 2,
        edit: {
          kind: "unknown",
          text: "l changed",
          from: [{ name: "a", v: 1 }, 2],
          to: [{ name: "a", v: 2 }, 3],
          places: [],
          also: [],
        },
        nodes: ["n1"],
        set: "n1",
        failing: [],
        effects: [
          {
            kind: "changed",
            path: ["parameters", "l"],
            old: [{ name: "a", v: 1 }, 2],
            new: [{ name: "a", v: 2 }, 3],
            values: 1,
            nodes: ["n1"],
            set: "n1",
            changes: [1],
          },
        ],
      },
    ],
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

test("markdown starts with the verdict and fences the effects", () => {
  const markdown = comparisonMarkdown(comparison({ changes: on(["n1"], changes({ a: 1 }, { a: "x" })) }));
  expect(markdown).toBe(`\
**1 of 14 nodes changes: 1 block**

\`HEAD~1 5c0ffee\` → \`HEAD 9d21ab4\` \`par1: second ntp server\`

**1** \`~\` \`a changed\`  
1 node: \`n1\`

<details open><summary>1 effect</summary>

\`\`\`diff
~ a  1 -> "x"  type change: integer -> string
\`\`\`

</details>

\`14 nodes compared, 4 resolved again, 2 files changed\`
`);
});

test("data cannot break out of the markdown", () => {
  const evil = '</details>\n````\n<img src="x"> @all [a](b)';
  const given = comparison({ changes: on([evil], changes({}, { [evil]: evil, m: `a\n\`\`\`\`\`\n${evil}` })) });
  const hostile = derived(given, (whole) => ({ ...whole, to: { title: evil, id: "x", subject: evil } }));
  const outside = comparisonMarkdown(hostile)
    .replace(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, "")
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
  expect(outside.replace(/<\/?(?:details|summary)(?: open)?>/g, "")).not.toMatch(/[<>@`[\]]/);
});

test("markdown that would be too long leaves out whole blocks and counts them, failing ones last", () => {
  const many = Array.from({ length: 50 }, (_, index) => on([`n${index}`], changes({}, { x: `v${index}` }))).flat();
  const failing = { newlyFailing: [{ name: "broken", diagnostics: [missing] }] };
  const paths = many.map(({ change, nodes }, at) => ({ change: { ...change, path: ["parameters", `x${at}`] }, nodes }));
  const markdown = comparisonMarkdown(comparison({ changes: paths, nodes: failing }), { maxBytes: 2000 });
  expect(Buffer.byteLength(markdown)).toBeLessThan(2000);
  expect(markdown).toContain("class dc.fra1 is listed");
  expect(markdown).toMatch(
    /\n\d+ of 51 blocks left out \(\d+ nodes\): `heir diff 5c0ffee 9d21ab4`, or the page of this run\n$/,
  );
});

test("what is masked is masked in every form of output", () => {
  const given = comparison({ changes: on(["n1"], changes({ pw: "geheim1" }, { pw: "geheim2" })) });
  const shown = withBlocks(mask("comparison", given, secretsAt(["pw"])));
  const forms = [
    [...comparisonRows(shown)].map(rowText).join("\n"),
    [...documentLines(comparisonData(shown), "changes")].join(""),
    [...documentRecords(comparisonData(shown), "changes")].join(""),
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
