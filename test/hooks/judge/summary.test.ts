import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HookName } from "../../../src/hooks/install/names.ts";
import { at, type HookedRepo, hookedRepo, missing, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

/** A repository that has this hook, too; its branch `other` is one commit ahead of main. */
function showing(hook: HookName, ahead: Readonly<Record<string, string>>, way?: "process"): HookedRepo {
  const repo = hookedRepo(way);
  repo.heir("hooks", "install", hook);
  repo.git("-c", "core.hooksPath=/dev/null", "switch", "-q", "-c", "other");
  repo.quietly(ahead);
  repo.git("-c", "core.hooksPath=/dev/null", "switch", "-q", "main");
  return repo;
}

test("post-merge tells what a fast-forward has brought, which no other hook sees", () => {
  const repo = showing("post-merge", { ...port(81), ...missing("gone") }, "process");

  expect(repo.git("merge", "-q", "other")).toEqual({
    code: 0,
    text: "heir: 1 of 1 node changes (1 broken), 0 values; 1 new finding: heir check HEAD\n",
  });
});

test("post-merge is silent where git has only put a merge together, and says nothing of other branches", () => {
  const repo = showing("post-merge", port(81));

  expect(repo.git("merge", "-q", "--squash", "other").text).not.toContain("heir");
  repo.git("reset", "-q", "--hard");
  repo.quietly({ README: "" });
  expect(repo.git("merge", "-q", "--no-edit", "other").text.split("\n").at(-2)).toBe(
    "heir: 1 of 1 node changes, 2 values",
  );
});

test("post-checkout tells what going to another commit changes, and is silent where none does", () => {
  const repo = showing("post-checkout", port(81), "process");

  expect(repo.git("switch", "-q", "other").text).toBe("heir: 1 of 1 node changes, 2 values\n");
  expect(repo.git("switch", "-q", "-c", "third").text).toBe("");
  repo.write(port(82));
  expect(repo.git("checkout", "-q", "classes/base.yml").text).toBe("");
  expect(repo.git("switch", "-q", "main").text).toBe("heir: 1 of 1 node changes, 2 values\n");
});

/** An editor that keeps what it was shown, and writes a subject above it. */
const editor = 'f() { cp "$1" shown; { echo subject; cat shown; } >"$1"; }; f';

/** The repository with a change staged, and an editor. */
function editing(way?: "process"): HookedRepo {
  const repo = hookedRepo(way);
  repo.heir("hooks", "install", "prepare-commit-msg");
  repo.write(port(81));
  repo.git("add", "-A");
  return at(repo.dir, { GIT_EDITOR: editor });
}

test("prepare-commit-msg shows the editor what changes, as comments that git takes out again", () => {
  const repo = editing("process");
  expect(repo.git("commit", "-q").code).toBe(0);
  const shown = readFileSync(join(repo.dir, "shown"), "utf8");

  expect(shown).toMatch(
    /^\n#\n# HEAD \w+ -> index\n# 1 of 1 node changes: 1 block\n#\n# #1 ~ port edited in class base {2}\S+\n# {5}1 node: n1\n# {5}~ port {2}80 -> 81\n# {5}=> url /,
  );
  expect(shown.indexOf("80 -> 81")).toBeLessThan(shown.indexOf("# Please enter the commit message"));
  expect(repo.git("log", "-1", "--format=%B").text).toBe("subject\n\n");
});

test.each([
  ["its sign for comments is another one", ["core.commentChar", ";"], [], /^; .*port/m],
  ["git leaves comments in", ["commit.cleanup", "whitespace"], [], /^(?!.*port)/s],
  ["the message is given", ["core.commentChar", "#"], ["-m", "given"], undefined],
])("prepare-commit-msg, if %s", (_, [name = "", value = ""], args, shown) => {
  const repo = editing();
  repo.git("config", name, value);
  repo.git("commit", "-q", ...args);

  if (shown === undefined) expect(repo.git("log", "-1", "--format=%B").text).toBe("given\n\n");
  else expect(readFileSync(join(repo.dir, "shown"), "utf8")).toMatch(shown);
});
