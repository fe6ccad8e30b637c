import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import exercises from "../../example-repo/exercises/expected.json" with { type: "json" };
import { openFolder } from "../../src/cli/host.ts";
import { hermeticEnv } from "../support/git/repo.ts";
import { heir as heirIn } from "../support/host.ts";
import reference from "./expected.json" with { type: "json" };
import groupsReference from "./expected-groups.json" with { type: "json" };
import {
  type Demo,
  type Exercise,
  type Expected,
  type ExpectedDiff,
  type ExpectedFinding,
  type ExpectedGroups,
  replayedExample,
} from "./replayed.ts";

const expected: Expected = reference;
const expectedGroups: ExpectedGroups = groupsReference;
/** The commit that takes a class out with `~`. */
const removal = expected.commits.find(({ subject }) => subject === "photon: no ssh server")?.commit ?? "";
const allExercises = exercises.exercises as readonly Exercise[];

/** The part of `heir diff --json` that is compared here. */
interface DiffJson {
  readonly changes: readonly {
    readonly kind: string;
    readonly path: readonly string[];
    readonly old?: { readonly value: unknown };
    readonly new?: { readonly value: unknown };
    readonly nodes: readonly string[];
  }[];
  readonly nodes: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly newly_failing: readonly { readonly name: string }[];
  };
}

interface PlaceJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The part of `heir check --format json` that is compared here. */
interface CheckJson {
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly nodes: readonly string[];
    readonly place?: PlaceJson;
    readonly related: readonly { readonly place: PlaceJson }[];
    readonly hint?: string;
  }[];
}

describe("heir on the example repository", { timeout: 60_000 }, () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await replayedExample();
  });
  afterAll(() => demo.remove());
  afterEach(() => {
    demo.git("checkout", "--quiet", "--force", "main");
    demo.git("clean", "-fdq");
  });

  /** The tree of the work tree. */
  function written(): string {
    demo.git("add", "--all");
    return demo.git("write-tree");
  }

  async function heir(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
    const { code, out, err } = await heirIn(args, { cwd: demo.folder, open: openFolder, env: hermeticEnv() });
    if (out === "") throw new Error(`heir ${args.join(" ")} printed nothing (exit ${code}): ${err}`);
    return { code, out };
  }

  async function diff(...args: readonly string[]): Promise<DiffJson> {
    return JSON.parse((await heir("diff", ...args, "--json")).out) as DiffJson;
  }

  /** The findings of `heir check`, without those that are part of the story: its README says why. */
  async function check(...args: readonly string[]): Promise<{ code: number; findings: CheckJson["findings"] }> {
    const { code, out } = await heir("check", ...args, "--format", "json");
    const { findings } = JSON.parse(out) as CheckJson;
    return { code, findings: findings.filter((finding) => finding.code !== "order-fragile") };
  }

  test.each(expected.commits.filter(({ parent }) => parent !== undefined))(
    "$subject: the changes that reclass gives, and those of groups",
    async ({ parent, commit, subject, ...entry }) => {
      const { added = [], removed = [], changes = [] } = entry;
      const found = await diff(parent ?? "", commit);
      const beyond = expectedGroups.commits.find((each) => each.subject === subject);
      expect(found.nodes).toMatchObject({ added, removed });
      expect(found.nodes.newly_failing.map(({ name }) => name)).toEqual(beyond?.newly_failing ?? []);
      // Neither reclass nor the reference for groups lists facts, or what merges at run time and over variables give.
      const judged = { ...found, changes: found.changes.filter(({ path }) => !isBeyond(path)) };
      expect(rows(judged)).toEqual(expectedRows([...changes, ...(beyond?.changes ?? [])]));
    },
  );

  test("every commit of the reference for groups is there", () => {
    const subjects = expected.commits.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(expectedGroups.commits.map(({ subject }) => subject)));
  });

  test("the merge with main that git finds nothing wrong with", async () => {
    demo.git("checkout", "--quiet", "--detach");
    demo.git("-c", "user.name=team", "-c", "user.email=team@example.org", "merge", "-q", expected.merge.branch);
    expect(rows(await diff("HEAD^1", "HEAD"))).toEqual(expectedRows(expected.merge.changes));
  });

  test.each(["main", "feature/par1-domain", removal])("nothing is found wrong at %s", async (revision) => {
    expect(await check("-r", revision)).toEqual({ code: 0, findings: [] });
  });

  test.each(expectedGroups.commits)("$subject: errors only where the story has one", async ({ subject, ...entry }) => {
    const { commit = "" } = expected.commits.find((each) => each.subject === subject) ?? {};
    const errors = (await check("-r", commit)).findings.filter(({ severity }) => severity === "error");
    const conflict = entry.newly_failing && { code: "group-conflict", nodes: entry.newly_failing };
    const wanted = conflict ?? entry.broken;
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(wanted && [wanted.code]));
    expect(errors.flatMap(({ nodes }) => nodes).sort()).toEqual(wanted?.nodes ?? []);
  });

  test.each(allExercises)("exercise $name: heir check finds what it should", async (exercise) => {
    demo.git("apply", join("exercises", `${exercise.name}.patch`));
    const { code, findings } = await check();
    expect(code).toBe(exercise.exit);
    expect(new Set(findings.map((found) => found.code))).toEqual(new Set(exercise.findings.map((each) => each.code)));
    for (const wanted of exercise.findings) {
      expect(findings.filter((finding) => finding.code === wanted.code)).toContainEqual(matching(wanted, findings));
    }
    const failing = exercise.findings.filter(takesNodes).flatMap(({ nodes }) => nodes);
    const { newly_failing } = (await diff("HEAD")).nodes;
    expect(newly_failing.map(({ name }) => name)).toEqual([...new Set(failing)].sort());
  });

  test.each(allExercises.filter(({ verb }) => verb !== undefined))(
    "exercise $name: heir writes the same",
    async ({ name, verb = [] }) => {
      demo.git("apply", join("exercises", `${name}.patch`));
      demo.git("apply", join("exercises", `${name}.solution.patch`));
      const wanted = written();
      demo.git("reset", "--quiet", "--hard");
      expect(await heir(...verb)).toMatchObject({ code: 0 });
      expect(written()).toBe(wanted);
    },
  );

  test.each(allExercises)("exercise $name: its solution leaves nothing to find", async ({ name }) => {
    demo.git("apply", join("exercises", `${name}.patch`));
    demo.git("apply", join("exercises", `${name}.solution.patch`));
    expect(await check()).toEqual({ code: 0, findings: [] });
  });

  test.each(allExercises.filter(({ changes }) => changes !== undefined))(
    "exercise $name: heir diff shows how far it reaches",
    async ({ name, changes = [], nodes_changed }) => {
      demo.git("apply", join("exercises", `${name}.patch`));
      const found = rows(await diff());
      expect(new Set(found.map(([node]) => node)).size).toBe(nodes_changed);
      const counts = changes.map(({ path, old, new: now }) => found.filter(is(path, old, now)).length);
      expect(counts).toEqual(changes.map(({ count }) => count));
      expect(found.length).toBe(changes.reduce((sum, { count }) => sum + count, 0));
    },
  );
});

function isBeyond([section, name]: readonly string[]): boolean {
  return section === "facts" || section === "runtime" || (section === "variables" && name === "sysctls");
}

/** Node, path, old and new value; two absent values are written as null. */
type Row = readonly [node: string, path: string, values: string];

function rows({ changes }: DiffJson): readonly Row[] {
  const folded = changes.filter(({ kind }) => kind !== "moved");
  return folded
    .flatMap(({ path, old, new: now, nodes }) => nodes.map((node) => row(node, path, [old?.value, now?.value])))
    .sort(inOrder);
}

function expectedRows(changes: ExpectedDiff["changes"]): readonly Row[] {
  return changes
    .flatMap(({ path, old, new: now, nodes }) => nodes.map((node) => row(node, path, [old, now])))
    .sort(inOrder);
}

/** Encrypted values may be shown as such; what matters is that they changed. */
function row(node: string, path: readonly string[], values: readonly unknown[]): Row {
  const shown = values.map((value) => (typeof value === "string" && value.startsWith("ENC[") ? "(secret)" : value));
  return [node, path.join(":"), sorted(shown)];
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function inOrder(a: Row, b: Row): number {
  return a.join("\n") < b.join("\n") ? -1 : 1;
}

function is(path: readonly string[], old: unknown, now: unknown): (found: Row) => boolean {
  const [, joined, values] = row("", path, [old, now]);
  return (found) => found[1] === joined && found[2] === values;
}

/** Whether its nodes do not resolve: what breaks a contract is an error that takes nothing away. */
function takesNodes({ code, severity }: ExpectedFinding): boolean {
  return severity === "error" && !/^(contract-|expectation-failed$)/.test(code);
}

/** The finding that has the code, the nodes, every place and the hint, or the wanted one to show what is missing. */
function matching(wanted: ExpectedFinding, findings: CheckJson["findings"]): unknown {
  const found = findings.find(
    ({ code, severity, nodes, place, related, hint }) =>
      code === wanted.code &&
      severity === wanted.severity &&
      nodes.join() === wanted.nodes.join() &&
      wanted.places.every((each) =>
        [place, ...related.map((other) => other.place)].some((at) => samePlace(at, each)),
      ) &&
      (wanted.hint === undefined || (hint ?? "").includes(wanted.hint)),
  );
  return found ?? wanted;
}

function samePlace(at: PlaceJson | undefined, wanted: PlaceJson): boolean {
  return at?.file === wanted.file && at.line === wanted.line && at.column === wanted.column;
}
