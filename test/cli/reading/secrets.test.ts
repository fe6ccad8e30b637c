import { expect, test } from "vitest";
import { valueChanges } from "../../../src/compare/changes/values.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { comparison, on } from "../../support/comparison.ts";
import { heir } from "../../support/host.ts";
import { value } from "../../support/value.ts";
import { fakeWorkspace } from "../../support/workspace.ts";

const terminal = { columns: 80, rows: 24 };
const encrypted = [value("a.yml", { pw: "ENC[one]" }), value("a.yml", { pw: "ENC[two]" })] as const;
const fake = fakeWorkspace({
  comparison: comparison({ changes: on(["n1"], valueChanges(...encrypted, ["parameters"])) }),
});
const whole = memoryWorkspace([
  ["heir.yml", "secrets: pw\n"],
  ["globals.yml", "pw: geheim\n"],
  ["groups/g.yml", 'match: {all: [{fact: token, op: regex, value: "ENC.*"}]}\n'],
  ["nodes/n1.yml", '{parameters: {own: geheim}, facts: {token: "ENC[one]"}}\n'],
  ["techniques/t.yml", "name: T\n"],
  ["directives/d.yml", '{technique: t, sets: {v: "ENC[one]"}}\n'],
  ["rules/r.yml", '{directives: [d], targets: ["special:all"]}\n'],
  ["properties.d/n1/a.json", '{"app": {"pw": "t"}}'],
]);

const commands = [
  ["show", ["show", "n1", "pw"], whole, "geheim"],
  ["properties", ["properties", "n1"], whole, "geheim"],
  ["properties --json", ["properties", "n1", "--json"], whole, "geheim"],
  ["properties --runtime", ["properties", "n1", "--runtime"], whole, '"t"'],
  ["explain", ["explain", "n1", "pw"], whole, "geheim"],
  ["explain --json", ["explain", "n1", "pw", "--json"], whole, "geheim"],
  ["uses", ["uses", "pw"], whole, "geheim"],
  ["grep", ["grep", "-k", "pw|own"], whole, "geheim"],
  ["policies", ["policies", "n1"], whole, "ENC[one]"],
  ["groups --why", ["groups", "--why", "n1", "g"], whole, "ENC[one]"],
  ["diff", ["diff"], fake, "ENC[two]"],
  ["diff --json", ["diff", "--json"], fake, "ENC[two]"],
] as const;

/** Without a terminal `heir show` wants to be told. */
function asked([command]: readonly string[], parts: object): readonly string[] {
  return command === "show" && !("terminal" in parts) ? ["--secrets=mask"] : [];
}

test.each(commands)("heir %s shows no secret, on a terminal neither", async (_, argv, workspace, secret) => {
  for (const parts of [{ workspace }, { workspace, terminal }]) {
    const { code, out } = await heir([...argv, ...asked(argv, parts), "--no-pager"], parts);
    expect(code).toBe(0);
    expect(out).toContain("(secret)");
    expect(out).not.toContain(secret);
  }
});

test.each(commands)("heir %s --show-secrets shows them on a terminal", async (_, argv, workspace, secret) => {
  const { code, out } = await heir([...argv, "--show-secrets", "--no-pager"], { workspace, terminal });

  expect(code).toBe(0);
  expect(out).toContain(secret);
  expect(out).not.toContain("(secret)");
});

test("heir grep finds secrets only with --show-secrets", async () => {
  const hidden = await heir(["grep", "geheim", "--no-pager"], { workspace: whole, terminal });
  const found = await heir(["grep", "geheim", "--show-secrets", "--no-pager"], { workspace: whole, terminal });

  expect(hidden).toMatchObject({ code: 1, out: "" });
  expect(found).toMatchObject({ code: 0 });
  expect(found.out).toContain("geheim");
});

test.each([...commands, ["merge-check", ["merge-check", "topic"], whole, ""] as const])(
  "heir %s --show-secrets is refused where the output is kept",
  async (_, argv, workspace) => {
    const { code, out, err } = await heir([...argv, "--show-secrets"], { workspace });

    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--show-secrets works on a terminal only");
    expect(err).toContain("programs that need the values get them from heir inventory");
  },
);

test.each([
  ["show", "n1"],
  ["show", "n1", "pw"],
  ["show", "n1", "pw", "--raw"],
  ["show", "n1", "--flat"],
])("heir %s %s %s %s gives a program no mask in place of a value", async (...argv) => {
  const path = argv.includes("pw") ? "pw" : "own, pw";
  const refused = await heir(
    argv.flatMap((word) => word ?? []),
    { workspace: whole },
  );
  const shown = await heir([...argv.flatMap((word) => word ?? []), "--secrets=show"], { workspace: whole });

  expect(refused).toMatchObject({ code: 4, out: "" });
  expect(refused.err).toContain("--secrets mask prints (secret)");
  expect(refused.err).not.toContain("geheim");
  expect(refused.err).toContain(path === "pw" ? "heir: n1: 1 secret: pw\n" : "n1: 2 secrets: ");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.out).toContain("geheim");
});

test("where JSON was asked for, the refusal holds no mask either: Salt's cmd_json takes standard error for the answer", async () => {
  const refused = await heir(["show", "n1", "--json"], { workspace: whole });

  expect(refused).toMatchObject({ code: 4, out: "" });
  expect(JSON.parse(refused.err)).toMatchObject({
    error: { code: "secret", hint: expect.stringContaining("heir inventory --host n1"), exit: 4 },
  });
  expect(refused.err).not.toContain("(secret)");
  expect(refused.err).not.toContain("geheim");
});

test("heir show of what holds no secret needs no word", async () => {
  expect(await heir(["show", "n1", "environment", "--raw"], { workspace: whole })).toMatchObject({
    code: 0,
    out: "base\n",
  });
  expect(await heir(["show", "n1", "--flat", "--depth", "1"], { workspace: whole })).toMatchObject({ code: 0 });
});

test("heir inventory gives values whole, and masks them on request", async () => {
  const given = await heir(["inventory", "--json"], { workspace: whole });
  const masked = await heir(["inventory", "--json", "--secrets", "mask"], { workspace: whole });

  expect(given.out).toContain('"own":"geheim"');
  expect(masked.out).toContain('"own":"(secret)"');
  expect(masked.out).not.toContain("geheim");
});
