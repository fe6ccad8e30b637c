import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../../../support/git/repo.ts";
import { runHeir } from "../../../support/scenario/run.ts";

/** A repository whose second commit has a tree that git itself would not make. */
function made(lines: (repo: TestRepo) => readonly string[]): TestRepo {
  const repo = newRepo();
  repo.commit("good", { "nodes/n1.yml": "{}\n", "nodes/n2.yml": "{}\n", "classes/base.yml": "{}\n" });
  const tree = mktree(repo, lines(repo));
  repo.git("update-ref", "HEAD", repo.git("commit-tree", "-p", "HEAD", "-m", "bad", tree));
  return repo;
}

function mktree(repo: TestRepo, lines: readonly string[]): string {
  // git sorts what it is given: a tree out of order is written as an object.
  const bytes = Buffer.concat(
    lines.map((line) => {
      const [mode = "", , id = "", name = ""] = line.split(/[ \t]/);
      return Buffer.concat([Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(id, "hex")]);
    }),
  );
  repo.write(".git/raw", bytes);
  return repo.git("hash-object", "-w", "-t", "tree", "--literally", ".git/raw");
}

const entries = (repo: TestRepo, path = ""): readonly string[] => repo.git("ls-tree", `HEAD:${path}`).split("\n");

async function messages(repo: TestRepo, ...more: readonly string[]): Promise<readonly string[]> {
  const { text } = await runHeir(["check", "HEAD", "--json", ...more], { cwd: repo.dir });
  const { findings } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
    findings: readonly { code: string; message: string }[];
  };
  return findings.filter(({ code }) => code === "name-refused").map(({ message }) => message);
}

test.each([".", "..", ".git", ".GIT", "git~1"])(
  "a name that no clone checks out, anywhere in the tree: %s",
  async (name) => {
    const repo = made((of) => {
      const blob = of.git("rev-parse", "HEAD:nodes/n1.yml");
      const byName = (line: string) => `${line.slice(line.indexOf("\t") + 1)}${line.startsWith("04") ? "/" : ""}`;
      return [`100644 blob ${blob}\t${name}`, ...entries(of)].toSorted((one, other) =>
        byName(one) < byName(other) ? -1 : 1,
      );
    });

    const expected = [`git does not check out ${name}: a clone ends with an error`];
    expect(await messages(repo)).toEqual(expected);
    expect(await messages(repo, "--new-since", "HEAD~1")).toEqual(expected);
  },
);

test.each([
  ["twice", (all: readonly string[]) => [...all.slice(0, 1), ...all]],
  ["out of order", (all: readonly string[]) => all.toReversed()],
])("entries of a tree %s, which two programs read as two trees", async (_, spoilt) => {
  const repo = made((of) => {
    const nodes = mktree(of, spoilt(entries(of, "nodes")));
    return entries(of).map((line) => (line.endsWith("\tnodes") ? `040000 tree ${nodes}\tnodes` : line));
  });

  expect(await messages(repo)).toEqual([
    expect.stringMatching(/^the tree with nodes\/n1\.yml has an entry twice, or entries out of order$/),
  ]);
  expect(await messages(repo, "--new-since", "HEAD~1")).toHaveLength(1);
});

test("names that only resemble those are checked out", async () => {
  const repo = newRepo();
  repo.commit("fine", { "nodes/n1.yml": "{}\n", "classes/.git.yml": "{}\n", ".gitkeep": "", "git~10": "", "..a": "" });

  expect(await messages(repo)).toEqual([]);
});
