import { expect, test } from "vitest";
import type { MaskedDiagnostic } from "../../src/model/findings/diagnostic.ts";
import { unmasked } from "../support/found.ts";
import { heir } from "../support/host.ts";
import { at } from "../support/value.ts";
import { fakeWorkspace, problem } from "../support/workspace.ts";

const missing: MaskedDiagnostic = unmasked({
  ...problem("class-not-found", "class rolle is listed but has no file", "nodes/web01.yml:2:5"),
  related: [{ span: at("classes/base.yml:1:3"), caption: "reached through this class" }],
  hint: "did you mean role?",
});
const nothing: MaskedDiagnostic = unmasked({
  ...problem("remove-nothing", "~x removes nothing", "classes/a.yml:3:5"),
  severity: "warning",
});
const lookedAt = { nodes: 14, files: 31, leftOut: [] };
const findings = [
  { diagnostic: nothing, nodes: ["web01", "web02"] },
  { diagnostic: missing, nodes: ["web01"] },
];
const broken = { check: { findings, lookedAt } };

async function check(argv: readonly string[], parts = {}) {
  return heir(["check", ...argv], { workspace: fakeWorkspace(parts) });
}

test("nothing found says what was looked at", async () => {
  expect(await check([])).toMatchObject({ code: 0, out: "14 nodes, 31 files, 0 findings\n", err: "" });
});

test("findings are reported errors first, and counted in the last line", async () => {
  const { code, out } = await check([], broken);
  const heads = out.split("\n").filter((line) => /^\w+\[/.test(line));

  expect(code).toBe(1);
  expect(heads.map((line) => line.replace(/:.*/, ""))).toEqual(["error[class-not-found]", "warning[remove-nothing]"]);
  expect(out.endsWith("\nchecked 14 nodes, 31 files: 1 error, 1 warning\n")).toBe(true);
});

test.each([
  [["--level", "error"], 1, "checked 14 nodes, 31 files: 1 error, 0 warnings\n"],
  [["--only", "remove-nothing"], 0, "checked 14 nodes, 31 files: 0 errors, 1 warning\n"],
  [["--skip", "class-not-found"], 0, "checked 14 nodes, 31 files: 0 errors, 1 warning\n"],
  [["--skip", "class-not-found", "--skip", "remove-nothing"], 0, "14 nodes, 31 files, 0 findings\n"],
])("heir check %j: exit %i", async (argv, code, last) => {
  const result = await check(argv, broken);

  expect(result.code).toBe(code);
  expect(result.out.endsWith(last)).toBe(true);
});

test("the machine form", async () => {
  const { code, out } = await check(["--format", "json"], broken);

  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    v: 1,
    findings: [
      {
        code: "class-not-found",
        severity: "error",
        message: "class rolle is listed but has no file",
        nodes: ["web01"],
        place: { file: "nodes/web01.yml", line: 2, column: 5 },
        related: [{ place: { file: "classes/base.yml", line: 1, column: 3 }, caption: "reached through this class" }],
        hint: "did you mean role?",
      },
      {
        code: "remove-nothing",
        severity: "warning",
        message: "~x removes nothing",
        nodes: ["web01", "web02"],
        place: { file: "classes/a.yml", line: 3, column: 5 },
        related: [],
      },
    ],
    looked_at: { nodes: 14, files: 31, left_out: [] },
  });
});

test.each(["sarif", "junit", "github", "gitlab"])(
  "--format %s: the report is on standard output, the summary on standard error; the exit code stays",
  async (format) => {
    const { code, out, err } = await check(["--format", format], broken);

    expect({ code, err }).toEqual({ code: 1, err: "checked 14 nodes, 31 files: 1 error, 1 warning\n" });
    expect(out).toContain("class rolle is listed but has no file");
    expect(out).not.toContain("checked 14 nodes, 31 files: 1 error, 1 warning\n");
  },
);

test("the forms for CI name files from the top of the repository", async () => {
  const { out } = await check(["--format", "sarif"], { ...broken, folder: "fleet" });
  const uris = [...out.matchAll(/"uri": "(.*)"/g)].map(([, uri]) => uri);

  expect(uris).toEqual(["fleet/nodes/web01.yml", "fleet/classes/base.yml", "fleet/classes/a.yml"]);
});

test("--new-since leaves out what the revision has as well, and says how much that is", async () => {
  const workspace = fakeWorkspace(broken);
  const result = await heir(["check", "--staged", "--new-since", "main"], { workspace });

  expect(workspace.revisions).toEqual(["INDEX", "main"]);
  expect(result).toMatchObject({ code: 0, out: "14 nodes, 31 files, 0 findings; 2 older findings not shown\n" });
});

test("only older findings that would have been reported are counted", async () => {
  const { out } = await check(["--new-since", "main", "--level", "error"], broken);

  expect(out).toBe("14 nodes, 31 files, 0 findings; 1 older finding not shown\n");
});

test("the machine form counts what is older when it was asked for", async () => {
  const { out } = await check(["--new-since", "main", "--json"], broken);

  expect(JSON.parse(out)).toEqual({
    v: 1,
    findings: [],
    older: 2,
    looked_at: { nodes: 14, files: 31, left_out: [] },
    gate: {
      old: null,
      new: null,
      policyFrom: "OLD",
      weakened: [],
      lost: [],
      reach: 0,
      excused: 1,
      consent: [],
      merges: [],
    },
  });
});

test.each([
  [[], ["WORKTREE"]],
  [["--staged"], ["INDEX"]],
  [["HEAD~1"], ["HEAD~1"]],
  [["-r", "main"], ["main"]],
])("heir check %j looks at %j", async (argv, revisions) => {
  const workspace = fakeWorkspace();
  await heir(["check", ...argv], { workspace });

  expect(workspace.revisions).toEqual(revisions);
});

test.each([
  [["HEAD", "--staged"], "check looks at one state: HEAD or INDEX\nhint: give REV, -r REV or --staged"],
  [["--only", "class-not-fuond"], 'unknown code "class-not-fuond"\nhint: did you mean class-not-found?'],
])("heir check %j is refused: %s", async (argv, message) => {
  expect(await check(argv)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
});
