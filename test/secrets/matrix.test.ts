import { beforeAll, describe, expect, test } from "vitest";
import type { ComparedStates } from "../../src/tui/state/compared.ts";
import type { Request } from "../../src/tui/worker/questions.ts";
import type { TestRepo } from "../support/git/repo.ts";
import { runHeir } from "../support/scenario/run.ts";
import { leaked, secretRepo } from "../support/secret-repo.ts";
import { worker } from "../support/tui/worker.ts";

let repo: TestRepo;

beforeAll(() => {
  repo = secretRepo();
});

const step = "HEAD~1 HEAD";

/** Each command, and the ways in which it can print what it found. */
const matrix: readonly (readonly [command: string, forms: readonly string[]])[] = [
  ["show n1", ["", "--json", "--flat", "--sources", "--flat --sources", "--facts", "--facts --json", "-v"]],
  ["show n1 db:password", ["", "--json", "--raw", "--flat"]],
  ["show n1 tokens", ["", "--raw", "--json"]],
  ["show n1 list", ["", "--raw", "--flat"]],
  ["show n3", ["", "-v"]],
  ["show twice", ["", "-v"]],
  ["show torn", ["", "-v"]],
  ["show clash", ["", "-v"]],
  ["show asks", ["", "-v"]],
  ["show typo", ["", "-v"]],
  ["explain n1 db", ["", "--json", "--all"]],
  ["explain n1 url", ["", "--json"]],
  ["explain n1 list", ["", "--json"]],
  ["explain n1 app:key", ["", "--json"]],
  ["explain asks all", ["", "--json"]],
  ["explain n1 exports:password", ["", "--json"]],
  ["explain n3 mail", ["", "--json"]],
  ["explain clash db", ["", "--json"]],
  ["explain n3 db:password --not", ["", "--json"]],
  ["explain n1 variables:password", ["", "--json"]],
  ["explain n1 policies:t", ["", "--json"]],
  [`why ${step} n1 parameters`, ["", "--json", "--full", "--all"]],
  [`why ${step} n1 url`, ["", "--json"]],
  [`why ${step} n1 later`, ["", "--json"]],
  [`why ${step} n1 variables:password`, ["", "--json"]],
  ["why --staged n1 db:password", ["", "--json"]],
  ["bisect n1 db:password --good HEAD~1", ["", "--json"]],
  ["blame n1", ["", "--json"]],
  ["log n1 -r HEAD~1..HEAD", ["", "-p", "--stat", "--oneline", "--json"]],
  ["log -r HEAD~1..HEAD", ["", "-p", "--json"]],
  [`diff ${step}`, ["", "--stat", "--full", "--moved", "--format markdown", "--json", "--jsonl", "--nodes-only"]],
  ["diff --staged", ["", "--json", "--ignore-order --ignore-type-changes"]],
  ["merge-check topic", ["", "--full", "--json"]],
  ["merge-check torn", ["", "--full", "--json"]],
  ["uses db:password", ["", "--full", "--json"]],
  ["uses classes/db.yml:2", ["", "--json"]],
  ["uses group:enc", ["", "--json"]],
  ["uses group:same", ["", "--json"]],
  ["uses exports:password", ["", "--json"]],
  ["grep -k password|tokens|list|url", ["", "--json"]],
  ["grep geheim", ["", "--json", "-l", "-c"]],
  ["impact classes/db.yml", ["", "--full", "--lines", "--json"]],
  ["impact db:password", ["", "--json"]],
  ["properties n1", ["", "--json", "--runtime", "--runtime --json"]],
  ["properties n2", ["--runtime", "--runtime --json"]],
  ["properties n3", ["", "--json", "--conflicts", "--try-edge os:dc"]],
  ["properties os", ["", "--json"]],
  ["properties --conflicts", ["", "--json"]],
  ["policies n1", ["", "--json"]],
  ["groups", ["", "--json", "--why n1 enc", "--why n2 enc", "--why n1 same"]],
  ["rules", ["", "--json"]],
  ["contracts", ["", "--json"]],
  ["nodes", ["", "--json", "--columns name,groups,classes,environment,status"]],
  ["classes", ["", "--json"]],
  ["graph n1", ["", "--json"]],
  ["check", ["", "--json", "--level info", "--format sarif", "--format junit", "--format github", "--format gitlab"]],
  ["check --new-since HEAD~1", ["", "--json"]],
  ["check --staged", [""]],
  ["hooks run pre-commit", ["", "-v"]],
];

const lines = matrix.flatMap(([command, forms]) => forms.map((form) => [`${command} ${form}`.trim()] as const));

test.each(lines)("heir %s", async (line) => {
  const { code, text } = await runHeir(line.split(" "), { cwd: repo.dir });

  expect(text).not.toMatch(leaked);
  // What is refused says nothing, and proves nothing.
  expect([2, 70]).not.toContain(code);
  expect(text).not.toBe("");
});

test("no environment variable unmasks", async () => {
  const names = ["TRACE", "SECRETS", "SHOW_SECRETS", "ALLOW", "DEBUG"].map((name) => `HEIR_${name}`);
  const env = Object.fromEntries(["CI", "FORCE_COLOR", ...names].map((name) => [name, "show"]));
  const { code, text } = await runHeir(["show", "n1", "db:password", "--raw"], { cwd: repo.dir, env });

  expect(code).toBe(4);
  expect(text).not.toMatch(leaked);
  expect((await runHeir(["explain", "n1", "db"], { cwd: repo.dir, env })).text).not.toMatch(leaked);
});

test("programs are given the values whole", async () => {
  const { text } = await runHeir(["inventory", "--format", "json"], { cwd: repo.dir });

  for (const secret of ["geheim-staged", "ENC[PKCS7,geheimB]", "90125666"]) expect(text).toContain(secret);
});

describe("the terminal UI", () => {
  const target: ComparedStates = { kind: "states", words: step.split(" "), staged: false };
  const at = { target, node: "n1", path: "url", isOld: false };
  const staged: ComparedStates = { kind: "states", words: [], staged: true };
  const merges = ["topic", "torn"].map((branch) => ({ kind: "merge", branch, into: "main" }) as const);
  const requests: readonly Request[] = [
    { kind: "changes", ask: { target } },
    { kind: "nodes", ask: { target } },
    ...["n1", "n3", "clash", "torn"].map((node): Request => ({ kind: "node", ask: { target, node } })),
    { kind: "explain", ask: { at } },
    { kind: "explain", ask: { at: { ...at, isOld: true } } },
    { kind: "explain", ask: { at: { ...at, path: "variables:password" } } },
    { kind: "blame", ask: { at } },
    { kind: "timeline", ask: { at } },
    ...(["sources", "groups", "policies", "properties"] as const).flatMap((tab) =>
      ["n1", "n3"].map((node): Request => ({ kind: "tab", ask: { target, node, tab } })),
    ),
    { kind: "staged", ask: { target: staged } },
    ...merges.map((merge): Request => ({ kind: "changes", ask: { target: merge } })),
  ];

  test.each(requests)("$kind $ask", async (request) => {
    const messages = await worker(repo)(request);

    expect(messages.filter(({ kind }) => kind === "failed")).toEqual([]);
    expect(JSON.stringify(messages)).not.toMatch(leaked);
  });

  test("each change, and each finding, on its own", async () => {
    const ask = worker(repo);
    const [report] = (await ask({ kind: "staged", ask: { target: staged } })).flatMap((each) =>
      each.kind === "answer" && each.answer.kind === "staged" ? [each.answer.answer] : [],
    );
    const found = [...(report?.findings ?? []), ...(report?.older ?? [])];
    const values = report?.set.changes.map(({ id }): Request => {
      return { kind: "value", ask: { target: staged, change: id, node: "n1" } };
    });
    const findings = found.map(({ id }): Request => ({ kind: "finding", ask: { target: staged, id, columns: 100 } }));
    expect([values?.length, findings.length]).not.toContain(0);
    for (const request of [...(values ?? []), ...findings]) {
      expect(JSON.stringify(await ask(request))).not.toMatch(leaked);
    }
  });

  test.each(merges)("the first row of a merge: $branch", async (merge) => {
    const ask = worker(repo);
    const changes = await ask({ kind: "changes", ask: { target: merge } });
    const sets = changes.flatMap((each) => {
      return each.kind === "answer" && each.answer.kind === "changes" ? [each.answer.answer] : [];
    });
    const change = sets[0]?.changes[0]?.id ?? "";

    expect(change).not.toBe("");
    expect(JSON.stringify(await ask({ kind: "value", ask: { target: merge, change, node: "n1" } }))).not.toMatch(
      leaked,
    );
  });
});
