import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HookedRepo, plainRepo, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const DRIVER = { ".gitattributes": "*.yml merge=heir\n" };

/** `topic` and `main` each change these files; the driver is registered. */
function diverging(
  base: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
  way?: "process",
): HookedRepo {
  const repo = plainRepo(way);
  repo.quietly({ ...DRIVER, ...base });
  repo.git("checkout", "-qb", "topic");
  repo.quietly(theirs);
  repo.git("checkout", "-q", "main");
  repo.quietly(ours);
  expect(repo.heir("hooks", "install", "--merge-driver").code).toBe(0);
  return repo;
}

function file(repo: HookedRepo, path: string): string {
  return readFileSync(join(repo.dir, path), "utf8");
}

const role = (...names: readonly string[]) => ({
  "classes/role.yml": ["classes:", ...names.map((name) => `  - ${name}`), ""].join("\n"),
});
const neighbours = (a: number, b: number) => ({ "classes/base.yml": `parameters:\n  a: ${a}\n  b: ${b}\n` });

test("git merges neighbouring lines of the inventory by what they say, and other files as text", () => {
  const repo = diverging(neighbours(1, 2), neighbours(10, 2), neighbours(1, 20), "process");
  expect(repo.git("merge", "-q", "--no-edit", "topic").code).toBe(0);
  expect(file(repo, "classes/base.yml")).toBe("parameters:\n  a: 10\n  b: 20\n");

  const other = (a: number, b: number) => ({ "ci/x.yml": `a: ${a}\nb: ${b}\n` });
  const text = diverging(other(1, 2), other(10, 2), other(1, 20));
  expect(text.git("merge", "-q", "--no-edit", "topic").code).toBe(1);
  expect(file(text, "ci/x.yml")).toContain("<<<<<<< ours\n");
});

test("two classes at one place merge where no node cares; else the conflict says what a node gets from each side", () => {
  const classes = (x: string, y: string) => ({
    "nodes/n1.yml": "classes: [role]\n",
    "classes/x.yml": `parameters: {${x}}\n`,
    "classes/y.yml": `parameters: {${y}}\n`,
    ...role("base"),
  });
  const same = diverging(classes("x: 1", "y: 1"), role("base", "x"), role("base", "y"));
  expect(same.git("merge", "-q", "--no-edit", "topic").code).toBe(0);
  expect(file(same, "classes/role.yml")).toBe("classes:\n  - base\n  - x\n  - y\n");

  const differing = diverging(classes("k: from-x", "k: from-y"), role("base", "x"), role("base", "y"));
  const check = differing.heir("merge-check", "topic");
  const [ours, theirs] = ['ours: n1 k = "from-x"', 'theirs: n1 k = "from-y"'];
  expect([check.code, check.text]).toEqual([
    1,
    expect.stringContaining(`conflict  classes/role.yml  ${ours}; ${theirs}`),
  ]);
  const done = differing.git("merge", "-q", "--no-edit", "topic");
  expect(done.text).toContain(`heir: classes/role.yml: ${ours}; ${theirs}`);
  expect(file(differing, "classes/role.yml")).toBe(
    `classes:\n  - base\n<<<<<<< ${ours}\n  - x\n=======\n  - y\n>>>>>>> ${theirs}\n`,
  );
  const tree = differing.git("merge-tree", "--write-tree", "--no-messages", "--name-only", "main", "topic").text;
  expect(tree).toContain(differing.heir("merge-check", "topic", "--write-tree").text);
});

test("a picked commit is merged in the state that it makes", () => {
  const repo = diverging(
    { "nodes/n1.yml": "classes: [role]\n", ...role("base") },
    { "classes/x.yml": "parameters: {k: x}\n", ...role("base", "x") },
    {
      "classes/y.yml": "parameters: {k: y}\n",
      ...role("base", "y"),
    },
  );
  expect(repo.git("cherry-pick", "topic").code).toBe(1);
  expect(file(repo, "classes/role.yml")).toContain('<<<<<<< ours: n1 k = "x"\n');
});

test("without heir git merges the text, with markers", () => {
  const repo = diverging(neighbours(1, 2), neighbours(10, 2), neighbours(1, 20));
  const driver = repo.git("config", "merge.heir.driver").text.trim();
  repo.git("config", "merge.heir.driver", driver.replaceAll("cli.js", "gone.js"));
  expect(repo.git("merge", "-q", "--no-edit", "topic").code).toBe(1);
  expect(file(repo, "classes/base.yml")).toContain("<<<<<<< ours\n  a: 10\n");
});

test("git mergetool runs the same merge, status names the driver, and uninstall takes it away", () => {
  const repo = diverging(neighbours(1, 2), neighbours(10, 2), neighbours(1, 20), "process");
  repo.git("-c", "merge.heir.driver=git merge-file %A %O %B", "merge", "-q", "--no-edit", "topic");
  expect(repo.git("-c", "mergetool.keepBackup=false", "mergetool", "--no-prompt", "--tool=heir").code).toBe(0);
  expect(file(repo, "classes/base.yml")).toBe("parameters:\n  a: 10\n  b: 20\n");
  expect(repo.heir("hooks", "status").text).toMatch(/^merge driver +heir$/m);
  repo.heir("hooks", "uninstall");
  expect(repo.git("config", "--get-regexp", "^merge(tool)?[.]heir").text).toBe("");
  expect(repo.heir("hooks", "status").text).toMatch(/^merge driver +not installed$/m);
});

test("install names the line that attributes lack, and check the driver that git lacks", () => {
  const repo = plainRepo();
  const line = ".gitattributes lacks this line: *.yml merge=heir\n";
  expect(repo.heir("hooks", "install", "--merge-driver").text).toContain(line);
  repo.write(DRIVER);
  expect(repo.heir("hooks", "install", "--merge-driver").text).not.toContain("lacks");
  expect(repo.heir("check", "--level", "info").text).not.toContain("merge-driver-missing");
  repo.heir("hooks", "uninstall");
  const missing = "info[merge-driver-missing]: 3 files have the attribute merge=heir, but git has no such merge driver";
  expect(repo.heir("check", "--level", "info").text).toContain(missing);
});
