import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { documentJson } from "../../src/encoding/json.ts";
import { HeirError, type NodeResult, open, type Repository } from "../../src/index.ts";
import { comparisonData } from "../../src/report/data/comparison.ts";
import { withBlocks } from "../../src/workspace/evidence/reviewed.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { newRepo, type TestRepo, tempDir } from "../support/git/repo.ts";

let repo: TestRepo;

beforeAll(() => {
  repo = newRepo();
  repo.commit("first", {
    "classes/base.yml": "parameters: {ntp: ntp1, list: [{name: a, v: 1}, b]}\n",
    "nodes/web1.yml": "classes: [base]\n",
    "nodes/web2.yml": "classes: [base]\nparameters: {ntp: own}\n",
    "nodes/gone.yml": "parameters: {unlike: any other}\n",
  });
  repo.git("rm", "-q", "nodes/gone.yml");
  repo.commit("second", {
    "classes/base.yml": "parameters: {ntp: ntp2, list: [{name: a, v: 2}, c]}\n",
    "nodes/broken.yml": "classes: [nowhere]\n",
  });
  repo.write("classes/base.yml", "parameters: {ntp: staged}\n");
  repo.git("add", "--all");
  repo.write("classes/base.yml", "parameters: {ntp: edited}\n");
});

async function withRepository<T>(use: (repository: Repository) => Promise<T>): Promise<T> {
  const repository = await open(repo.dir);
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

function ntp(result: NodeResult): unknown {
  return result.ok ? result.value("ntp") : result.diagnostics;
}

test("a node is resolved as of any state", async () => {
  await withRepository(async (repository) => {
    const seen: Record<string, unknown> = {};
    for (const at of ["HEAD~1", "HEAD", "INDEX", "WORKTREE"]) seen[at] = ntp(await repository.resolve("web1", { at }));

    expect(seen).toEqual({ "HEAD~1": "ntp1", HEAD: "ntp2", INDEX: "staged", WORKTREE: "edited" });
    expect(ntp(await repository.resolve("web1"))).toBe("edited");
    expect(await repository.nodes("HEAD~1")).toEqual(["gone", "web1", "web2"]);
    expect(await repository.classes("HEAD~1")).toEqual(["base"]);
    expect((await repository.explain("web2", "ntp", { at: "HEAD~1" })).contributions).toMatchObject([
      { name: "base", action: "set", value: "ntp1" },
      { name: "web2", action: "replaced", value: "own" },
    ]);
    expect((await repository.check({ at: "HEAD~1" })).findings).toEqual([]);
    expect((await repository.check()).findings).toMatchObject([{ code: "class-not-found", nodes: ["broken"] }]);
  });
});

test("an edit between two calls is seen", async () => {
  const files = newRepo();
  files.commit("first", { "classes/.gitkeep": "", "nodes/web1.yml": "parameters: {ntp: one}\n" });
  const repository = await open(files.dir);

  const before = ntp(await repository.resolve("web1"));
  files.write("nodes/web1.yml", "parameters: {ntp: two}\n");
  const after = ntp(await repository.resolve("web1"));
  const old = ntp(await repository.resolve("web1", { at: "HEAD" }));
  files.commit("second");
  const now = ntp(await repository.resolve("web1", { at: "HEAD" }));
  await repository.close();

  expect({ before, after, old, now }).toEqual({ before: "one", after: "two", old: "one", now: "two" });
});

describe("diff", () => {
  test("gives changes with their nodes, as heir diff --json prints them", async () => {
    const diff = await withRepository((repository) => repository.diff("HEAD~1", "HEAD", { moved: true }));
    const workspace = await openWorkspace({ cwd: repo.dir });
    const [from, to] = await workspace.ends(["HEAD~1", "HEAD"], false);
    const printed = documentJson(
      comparisonData(withBlocks(await workspace.compare(from, to, { moved: true, causes: true }))),
    );
    await workspace.close();

    expect(diff).toEqual(JSON.parse(printed));
    expect(Object.keys(diff)).toEqual(Object.keys(JSON.parse(printed)));
    expect(diff.changes.map(({ kind, path, nodes }) => ({ kind, path: path.join(":"), nodes }))).toEqual([
      { kind: "changed", path: "parameters:list", nodes: ["web1", "web2"] },
      { kind: "changed", path: "parameters:ntp", nodes: ["web1"] },
    ]);
    expect(diff.nodes).toMatchObject({ added: ["broken"], removed: ["gone"] });
    expect(diff.changes[0]).toMatchObject({
      items: [
        { kind: "removed", old: { value: "b" } },
        { kind: "changed", key: "name", changes: [{ path: ["v"], old: { value: 1 }, new: { value: 2 } }] },
        { kind: "added", new: { value: "c" } },
      ],
    });
  });

  test("looks at the nodes it is told to", async () => {
    const diff = await withRepository((repository) => repository.diff("HEAD", "WORKTREE", { nodes: ["web2"] }));

    expect(diff.changes.map(({ kind, nodes }) => [kind, ...nodes])).toEqual([["removed", "web2"]]);
    expect(diff.looked_at.nodes).toBe(1);
  });
});

test("a review has the verdict, and its comment keeps the limit", async () => {
  await withRepository(async (repository) => {
    const { status, findings, body, summary } = await repository.review({ from: "HEAD~1", to: "HEAD", maxBytes: 2000 });

    expect([status, findings.map(({ code }) => code), summary.newly_failing]).toEqual([
      "fails",
      ["class-not-found"],
      1,
    ]);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2000);
    await expect(repository.review({ from: "HEAD~1", to: "HEAD", maxBytes: 1 })).rejects.toThrow(
      "maxBytes 1 is too small",
    );
  });
});

describe("wrong use and a broken environment are HeirError:", () => {
  const kindOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error) => error instanceof HeirError && error.kind,
    );

  test("a folder that is not there, and one that is no inventory", async () => {
    const empty = tempDir();

    expect(await kindOf(open(join(empty, "none")))).toBe("usage");
    expect(await kindOf(open(empty).then((repository) => repository.nodes()))).toBe("environment");
  });

  test("an unknown revision, and history outside git", async () => {
    const plain = tempDir();
    mkdirSync(join(plain, "nodes"));
    mkdirSync(join(plain, "classes"));
    const outside = await open(plain);

    expect(await outside.nodes()).toEqual([]);
    expect(await kindOf(outside.nodes("HEAD"))).toBe("environment");
    await withRepository(async (repository) => {
      expect(await kindOf(repository.nodes("nowhere"))).toBe("environment");
      expect(await kindOf(repository.diff("HEAD~1..HEAD", "HEAD"))).toBe("usage");
    });
  });
});

describe("a signal", () => {
  const reason = new Error("enough");

  test("that is aborted stops every function, with its reason", async () => {
    const signal = AbortSignal.abort(reason);
    await expect(open(repo.dir, { signal })).rejects.toBe(reason);
    await withRepository(async (repository) => {
      await expect(repository.nodes("HEAD", { signal })).rejects.toBe(reason);
      await expect(repository.classes(undefined, { signal })).rejects.toBe(reason);
      await expect(repository.resolve("web1", { signal })).rejects.toBe(reason);
      await expect(repository.explain("web1", "ntp", { signal })).rejects.toBe(reason);
      await expect(repository.diff("HEAD", "INDEX", { signal })).rejects.toBe(reason);
      await expect(repository.check({ signal })).rejects.toBe(reason);
      await expect(repository.resolveAll({ signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    });
  });

  test("stops resolveAll between two nodes", async () => {
    await withRepository(async (repository) => {
      const controller = new AbortController();
      const names: string[] = [];
      const all = async () => {
        for await (const { node } of repository.resolveAll({ signal: controller.signal })) {
          names.push(node);
          controller.abort(reason);
        }
      };
      await expect(all()).rejects.toBe(reason);
      expect(names).toEqual(["broken"]);
    });
  });
});

test("await using closes", async () => {
  let opened: Repository | undefined;
  {
    await using repository = await open(repo.dir);
    opened = repository;
    expect(await repository.nodes()).toContain("web1");
  }
  await expect(opened.nodes()).rejects.toThrow("the repository is closed");
});

test("many questions at once are answered as one after the other", async () => {
  await withRepository(async (repository) => {
    const asked = ["HEAD~1", "HEAD", "INDEX", "WORKTREE", "HEAD~1", "HEAD"];
    const answers = await Promise.all(asked.map((at) => repository.resolve("web1", { at })));

    expect(answers.map(ntp)).toEqual(["ntp1", "ntp2", "staged", "edited", "ntp1", "ntp2"]);
  });
});

test("a plan is applied and undone, unless a file has changed in between", async () => {
  const own = newRepo();
  const before = { "classes/ntp.yml": "parameters: {ntp: a}\n", "nodes/web1.yml": "classes: [ntp]\n" };
  own.commit("first", before);
  const repository = await open(own.dir);
  const other = await open(own.dir);
  const edit = { edit: "mv", from: "class:ntp", to: "time" } as const;
  const plan = await repository.plan(edit);

  await expect(other.apply(plan)).rejects.toThrow(/another repository/);
  await expect(repository.apply({ ...plan })).rejects.toThrow(/not a copy/);
  expect(await repository.apply(plan, { stage: true })).toMatchObject({ status: "holds", written: true });
  expect(own.git("diff", "--cached", "--name-status", "HEAD")).toBe(
    "R100\tclasses/ntp.yml\tclasses/time.yml\nM\tnodes/web1.yml",
  );
  expect(await repository.classes()).toEqual(["time"]);
  expect(await repository.undo()).toEqual({
    claim: "mv class:ntp=time",
    files: [{ path: "classes/time.yml", from: "classes/ntp.yml" }, { path: "nodes/web1.yml" }],
  });
  expect(own.git("status", "--short")).toBe("");

  const late = await repository.plan(edit);
  own.write("nodes/web1.yml", "classes: [ntp]  # changed\n");
  await expect(repository.apply(late)).rejects.toThrow(/has changed meanwhile/);
  expect(await repository.classes()).toEqual(["ntp"]);
  await Promise.all([repository.close(), other.close()]);
});
