import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open.ts";
import { anyGrouped } from "../support/arbitrary/groups.ts";
import { anyEdit, anyInventory } from "../support/arbitrary/inventory.ts";
import { newRepo, type TestRepo } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";
import type { Files } from "../support/side.ts";

/** What is asked of each inventory: together these read and show everything. */
const COMMANDS: readonly (readonly string[])[] = [
  ["inventory", "--format", "json"],
  ["show", "n1", "--sources"],
  ["explain", "n1", "k"],
  ["check", "--format", "json"],
  ["groups", "--json"],
  ["diff", "HEAD~1", "HEAD", "--json"],
  ["diff", "HEAD", "--json"],
];

/** What may have happened to a file of the cache. */
const anyDamage = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: fc.nat(5000), mask: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(5000) }),
  fc.record({ kind: fc.constant("foreign" as const), bytes: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ kind: fc.constant("longer" as const), bytes: fc.uint8Array({ maxLength: 300 }) }),
);
type Damage = typeof anyDamage extends fc.Arbitrary<infer Each> ? Each : never;

test("answers are the same bytes without a cache, with a fresh, a full and a damaged one", async () => {
  const input = [anyInventory, anyEdit, fc.array(anyDamage, { minLength: 1, maxLength: 4 })] as const;
  await fc.assert(fc.asyncProperty(...input, sameAnswers), { numRuns: 5 });
}, 120_000);

test("so they are where groups and policies are read", async () => {
  const damages = fc.array(anyDamage, { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(anyGrouped, fc.constant({}), damages, sameAnswers), { numRuns: 2 });
}, 120_000);

test("a git directory that cannot be written changes nothing either", async () => {
  const repo = committed({ "nodes/n1.yml": "parameters: {k: 1}\n" }, {});
  writeFileSync(cacheOf(repo), "a file where the folder should be");

  const answers = await asked(repo, { cache: true });

  expect(answers).toEqual(await asked(repo, { cache: false }));
  expect(readFileSync(cacheOf(repo), "utf8")).toBe("a file where the folder should be");
});

async function sameAnswers(files: Files, edit: Readonly<Record<string, string | null>>, damages: readonly Damage[]) {
  const repo = committed(files, edit);
  const expected = await asked(repo, { cache: false });
  expect(readdirSync(join(repo.dir, ".git"))).not.toContain("heir");

  expect(await asked(repo, { cache: true }), "first").toEqual(expected);
  expect(await asked(repo, { cache: true }), "fresh").toEqual(expected);
  expect(readdirSync(cacheOf(repo))).toContain("parse");
  expect(await asked(repo, { cache: true }), "full").toEqual(expected);
  for (const [index, damage] of damages.entries()) damageCache(repo, index, damage);
  expect(await asked(repo, { cache: true }), "damaged").toEqual(expected);
  expect(await asked(repo, { cache: true }), "mended").toEqual(expected);
}

test("so they are after each of several edits, in the work tree and committed", async () => {
  const edits = fc.array(fc.record({ edit: anyEdit, isCommitted: fc.boolean() }), { minLength: 2, maxLength: 4 });
  await fc.assert(fc.asyncProperty(anyInventory, edits, sameAfterEdits), { numRuns: 5 });
}, 120_000);

interface DrawnEdit {
  readonly edit: Readonly<Record<string, string | null>>;
  readonly isCommitted: boolean;
}

async function sameAfterEdits(files: Files, edits: readonly DrawnEdit[]): Promise<void> {
  const repo = committed(files, {});
  for (const { edit, isCommitted } of edits) {
    write(repo, edit);
    if (isCommitted) repo.commit("edit");
    const expected = await asked(repo, { cache: false });
    expect(await asked(repo, { cache: true }), "first").toEqual(expected);
    expect(await asked(repo, { cache: true }), "again").toEqual(expected);
  }
}

function committed(files: Files, edit: Readonly<Record<string, string | null>>): TestRepo {
  const repo = newRepo();
  repo.commit("before", Object.fromEntries(Object.entries(files)));
  write(repo, edit);
  repo.commit("after");
  return repo;
}

function write(repo: TestRepo, edit: DrawnEdit["edit"]): void {
  for (const [path, text] of Object.entries(edit)) {
    if (text === null) rmSync(join(repo.dir, path), { force: true });
    else repo.write(path, text);
  }
}

function cacheOf(repo: TestRepo): string {
  return join(repo.dir, ".git", "heir");
}

async function asked(repo: TestRepo, { cache }: { readonly cache: boolean }): Promise<readonly string[]> {
  const answers: string[] = [];
  const workspace = await openWorkspace({ cwd: repo.dir, cache });
  for (const argv of COMMANDS) {
    const { code, out, err } = await heir(argv, { workspace });
    answers.push(`${argv.join(" ")} => ${code}\n${out}\n${err}`);
  }
  return answers;
}

function damageCache(repo: TestRepo, index: number, damage: Damage): void {
  const packs = readdirSync(cacheOf(repo), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".pack"),
  );
  const path = join(cacheOf(repo), packs.sort()[index % packs.length] ?? "");
  const bytes = Buffer.from(readFileSync(path));
  switch (damage.kind) {
    case "flip": {
      const at = damage.at % Math.max(1, bytes.length);
      if (bytes.length > 0) bytes.writeUInt8(bytes.readUInt8(at) ^ damage.mask, at);
      writeFileSync(path, bytes);
      return;
    }
    case "cut":
      writeFileSync(path, bytes.subarray(0, damage.at % (bytes.length + 1)));
      return;
    case "foreign":
      writeFileSync(path, damage.bytes);
      return;
    case "longer":
      writeFileSync(path, Buffer.concat([bytes, damage.bytes]));
  }
}
