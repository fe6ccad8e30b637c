import { execFileSync } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../support/git/repo.ts";
import { at, hookedRepo, inventory, missing, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

test("a good commit prints one line: how many nodes and values change", () => {
  const { code, text } = hookedRepo("process").commit(port(81), "-q");

  expect({ code, text }).toEqual({ code: 0, text: "heir: 1 of 1 node changes, 2 values\n" });
});

test("a bad commit is refused with every finding, and with how to skip once; nothing but the message is left", () => {
  const repo = hookedRepo("process");
  const head = repo.id("HEAD");
  const { code, text } = repo.commit({ ...missing("webb"), "nodes/n2.yml": "parameters: {a: '${nope}'}\n" });

  expect(code).toBe(1);
  expect(repo.id("HEAD")).toBe(head);
  expect(text).toMatch(/^heir: commit refused: 2 new findings\n\n/);
  expect(text).toContain("error[class-not-found]: class webb");
  expect(text).toContain("error[unresolved-reference]: undefined reference ${nope}");
  expect(text).toMatch(/\nskip once: git commit --no-verify\n$/);
  expect(repo.git("status", "--porcelain").text).toBe("M  nodes/n1.yml\nA  nodes/n2.yml\n");
});

test("the index is judged, whichever git hands over, and never the work tree", () => {
  const repo = hookedRepo();
  repo.write({ ...port(81), "classes/extra.yml": "parameters: {x: 1}\n" });
  repo.git("add", "-A");
  repo.write({ "classes/web.yml": "{{{\n" });
  expect(repo.git("commit", "-qm", "what is staged is good").code).toBe(0);

  expect(repo.git("commit", "-qam", "a").text).toMatch(/ --> classes\/web\.yml:\d/);
  repo.write({ ...inventory, ...missing("gone") });
  repo.git("add", "-A");
  repo.write(port(82));
  expect(repo.git("commit", "-qm", "one path only", "classes/base.yml").code).toBe(0);
  expect(repo.git("commit", "-qm", "the rest").text).toContain("gone");

  const own = join(tempDir(), "index");
  execFileSync("cp", [join(repo.dir, ".git/index"), own]);
  repo.git("reset", "-q", "--hard");
  const other = at(repo.dir, { GIT_INDEX_FILE: own });
  expect(other.git("commit", "-qm", "an index of the caller's own").text).toContain("gone");
});

test("a path that is only meant to be added is not part of the commit", () => {
  const repo = hookedRepo();
  repo.write({ "classes/extra.yml": "parameters: {x: 1}\n" });
  repo.git("add", "-N", "classes/extra.yml");
  repo.write(missing("extra"));
  repo.git("add", "nodes/n1.yml");

  expect(repo.git("commit", "-qm", "without").text).toContain("class extra");
  repo.git("add", "classes/extra.yml");
  repo.write({ "classes/web.yml": "" });
  expect(repo.git("commit", "-qm", "with").code).toBe(0);
});

test("findings that were there before are counted and stop nothing; a node that newly has one is stopped", () => {
  const repo = hookedRepo();
  repo.quietly({ "nodes/old.yml": "classes: [ancient]\n" });

  expect(repo.commit(port(81), "-q")).toEqual({
    code: 0,
    text: "heir: 1 of 2 nodes changes, 2 values; 1 older finding (heir check)\n",
  });
  const { code, text } = repo.commit(missing("ancient"));
  expect(code).toBe(1);
  expect(text).toContain("commit refused: 1 new finding");
  expect(text).toContain("= nodes: 1 (n1)");
});

test("a node that fails before and after an edit that reaches it is named: it was not compared", () => {
  const repo = hookedRepo();
  repo.quietly({ ...missing("ancient"), "nodes/n2.yml": "classes: [web]\nparameters: {host: h, port: 1}\n" });

  expect(repo.commit(port(81), "-q")).toEqual({
    code: 0,
    text: "heir: no other node changes (2 looked at); 1 node not compared: n1; 1 older finding (heir check)\n",
  });
});

test("a key that stands twice is refused: what is written first would get lost", () => {
  const repo = hookedRepo();
  const twice = { "classes/web.yml": "parameters:\n  url: a\n  url: b\n" };

  expect(repo.commit(twice).text).toContain("yaml-duplicate-key");
  expect(repo.id("HEAD~1")).toBe("");
  repo.quietly({ ...inventory, "heir.yml": "checks: {yaml-duplicate-key: info}\n" });
  expect(repo.commit(twice, "-q").code).toBe(0);
});

test("warnings stop nothing, unless heir.failLevel says so", () => {
  const repo = hookedRepo();
  const surprising = { "classes/web.yml": "parameters:\n  url: x\n  mode: 0644\n" };

  repo.git("config", "heir.failLevel", "warning");
  expect(repo.commit(surprising).code).toBe(1);
  repo.git("config", "heir.failLevel", "error");
  const { code, text } = repo.git("commit", "-qm", "again");
  expect(code).toBe(0);
  expect(text).toMatch(/^heir: 1 new finding; commit allowed\n\nwarning\[yaml-1\.1-surprise\]/);
});

test("a pair of classes that a commit adds is named in one line, without any word of older ones", () => {
  const repo = hookedRepo();
  const layers = (name: string) => ({
    "classes/site.yml": "parameters: {dns: 1}\n",
    [`classes/${name}.yml`]: "parameters: {dns: 2}\n",
    [`nodes/${name}1.yml`]: `classes: [site, ${name}]\n`,
  });
  repo.commit(layers("fra"));

  const { code, text } = repo.commit(layers("muc"), "-q");
  expect(code).toBe(0);
  expect(text.trimEnd().split("\n")).toEqual([
    "heir: site < muc now decides dns on muc1 (order-fragile)",
    expect.stringMatching(/^heir: 1 of \d+ nodes changes \(1 new\), 0 values$/),
  ]);
});

test("a report has at most 40 lines and says how to see the rest", () => {
  const repo = hookedRepo();
  const nodes = Array.from({ length: 60 }, (_, at) => [`nodes/m${at}.yml`, `classes: [missing${at}]\n`] as const);
  const { text } = repo.commit(Object.fromEntries(nodes));

  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  expect(text).toMatch(/\.\.\. and \d+ more findings\nall of them: heir check --staged\nskip once: /);
  const all = repo.git("-c", "heir.reportLines=0", "commit", "-m", "all of it").text;
  for (const [, content] of nodes) expect(all).toContain(`class ${content.slice(10, -2)} `);
});

test("HEIR=0 skips once and says so; --no-verify skips, and post-commit tells what came in by it", () => {
  const repo = hookedRepo("process");
  repo.write(missing("gone"));
  repo.git("add", "-A");

  const skipping = at(repo.dir, { HEIR: "0" });
  expect(skipping.git("commit", "-qm", "skipped")).toEqual({
    code: 0,
    text: "heir: pre-commit skipped, as HEIR=0 asks\n",
  });
  repo.git("reset", "-q", "--soft", "HEAD~1");
  const { code, text } = repo.git("commit", "-qnm", "not asked");
  expect(code).toBe(0);
  expect(text).toContain("this commit has 1 new finding and bypassed the pre-commit hook");
  expect(text).toContain("git reset --keep HEAD@{1}");
});

test("a merge whose text is clean and whose outcome does not resolve is refused, and can be mended", () => {
  const repo = hookedRepo("process");
  repo.git("checkout", "-qb", "side");
  repo.quietly({ "nodes/n2.yml": "classes: [base, web]\n" });
  repo.git("checkout", "-q", "main");
  repo.git("mv", "classes/web.yml", "classes/www.yml");
  repo.quietly(missing("www"));

  const { code, text } = repo.git("merge", "side", "-m", "both");
  expect(code).not.toBe(0);
  expect(text).toContain("merge refused: 1 new finding");
  expect(text).toContain("= nodes: 1 (n2)");
  expect(existsSync(join(repo.dir, ".git/MERGE_HEAD"))).toBe(true);
  expect(repo.git("commit", "-m", "again").code).toBe(1);
  expect(repo.commit({ "nodes/n2.yml": "classes: [base, www]\n" }, "-q").code).toBe(0);
  expect(repo.id("HEAD^2")).toBe(repo.id("side"));
});

test("cherry-picks and rebases bypass the pre-commit hook: their findings are reported afterwards, once", () => {
  const repo = hookedRepo("process");
  repo.git("checkout", "-qb", "side");
  repo.quietly({ "nodes/n2.yml": "classes: [base, web]\n" });
  repo.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--allow-empty", "-m", "more");
  repo.git("checkout", "-q", "main");
  repo.git("mv", "classes/web.yml", "classes/www.yml");
  repo.quietly(missing("www"));

  const picked = repo.git("cherry-pick", "side~1");
  expect(picked.code).toBe(0);
  expect(picked.text).toContain("this commit has 1 new finding");
  repo.git("reset", "-q", "--hard", "HEAD~1");

  repo.git("checkout", "-q", "side");
  const { code, text } = repo.git("rebase", "main");
  expect(code).toBe(0);
  expect(text.match(/class web/g)).toHaveLength(1);
  expect(text).toContain("the rebased branch has 1 node fails");
});

test("a rebase reports nothing new where the old branch and its new base had one fault each", () => {
  const repo = hookedRepo();
  repo.git("checkout", "-qb", "side");
  repo.quietly({ "nodes/n2.yml": "classes: [gone]\n" });
  repo.git("checkout", "-q", "main");
  repo.quietly({ "nodes/n3.yml": "classes: [gone]\n" });

  repo.git("checkout", "-q", "side");
  expect(repo.git("rebase", "main").text).not.toContain("new finding");
});

test("a patch that breaks the inventory is refused before git am commits it", () => {
  const repo = hookedRepo("process");
  repo.git("checkout", "-qb", "side");
  repo.quietly(missing("gone"));
  const folder = tempDir();
  repo.git("format-patch", "-q", "-1", "-o", folder);
  repo.git("checkout", "-q", "main");
  const head = repo.id("HEAD");

  const { code, text } = repo.git("am", join(folder, "0001-change.patch"));
  expect(code).not.toBe(0);
  expect(text).toContain("patch refused");
  expect(repo.id("HEAD")).toBe(head);
});

test("more nodes than heir.maxNodes need a trailer that names the number", () => {
  const repo = hookedRepo();
  repo.git("config", "heir.maxNodes", "1");
  const nodes = { "nodes/n2.yml": "classes: [base]\n", "nodes/n3.yml": "classes: [base]\n" };

  const refused = repo.commit(nodes);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("commit refused: it changes 2 nodes, heir.maxNodes allows 1");
  expect(refused.text).toContain("git commit --trailer 'Heir-Allow-Nodes: 2'");
  const tooFew = repo.git("commit", "-m", "x", "--trailer", "Heir-Allow-Nodes: 1");
  expect(tooFew.text).toContain("it changes 2 nodes, its trailer allows 1");
  const named = repo.git("commit", "-qm", "x", "--trailer", "Heir-Allow-Nodes: 2");
  expect(named.code).toBe(0);

  repo.git("checkout", "-qb", "side", "HEAD~1");
  repo.quietly({ ...nodes, "nodes/n4.yml": "classes: [base]\n" });
  repo.git("checkout", "-q", "main");
  repo.git("reset", "-q", "--hard", "HEAD~1");
  expect(repo.git("cherry-pick", "side").text).toContain("this commit changes 3 nodes, heir.maxNodes allows 1");
});

test("an inventory in a folder, a linked work tree, an option --git-dir: what is committed is judged", () => {
  const repo = at(tempDir());
  repo.git("init", "-q", "-b", "main");
  const inFolder = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`fleet/${path}`, text]));
  repo.quietly({ ...inFolder(inventory), "README.md": "a\n" });
  repo.heir("hooks", "install", "-C", "fleet");

  expect(repo.commit(inFolder(port(81)), "-q").text).toBe("heir: 1 of 1 node changes, 2 values\n");
  expect(repo.commit({ "README.md": "b\n" }, "-q").text).toBe("heir: no file of the inventory changes\n");

  const linked = at(join(tempDir(), "linked tree"));
  repo.git("worktree", "add", "-q", "-b", "side", linked.dir);
  rmSync(join(linked.dir, "fleet/classes/web.yml"));
  expect(linked.git("commit", "-qam", "a class is gone").text).toContain("class web ");
  const elsewhere = at(tempDir());
  const named = [`--git-dir=${repo.dir}/.git`, `--work-tree=${repo.dir}`];
  repo.write(inFolder(missing("gone")));
  expect(elsewhere.git(...named, "commit", "-qam", "from elsewhere").text).toContain("class gone ");
});

test("a link that leads out is not followed", () => {
  const repo = hookedRepo();
  const secret = join(tempDir(), "secret.yml");
  at(tempDir()).write({ [secret]: "" });
  symlinkSync(secret, join(repo.dir, "classes/link.yml"));
  const { code, text } = repo.commit(missing("link"));

  expect(code).toBe(1);
  expect(text).toContain("symlink-escape");
});

test("a branch without an inventory is nobody's business", () => {
  const repo = hookedRepo();
  repo.git("checkout", "-q", "--orphan", "pages");
  repo.git("rm", "-rqf", ".");

  expect(repo.commit({ "index.html": "x\n" }, "-q")).toEqual({ code: 0, text: "heir: no inventory, not judged\n" });
});

test("a proof that the message states must hold, from HEAD or, for an amended commit, from its parent", () => {
  const repo = hookedRepo();
  const stated = (claim: string) => `m\n\nHeir-Proof: ${claim}, 1 node, ${"1".repeat(12)}..${"2".repeat(12)}`;
  repo.write(port(81));
  repo.git("add", "-A");

  const refused = repo.git("commit", "-qm", stated("same"));
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("heir: 1 new finding; commit refused\n");
  expect(refused.text).toMatch(
    /error\[proof-false\]: the message states the proof "same, .*, but port, url differ \(1 node\)/,
  );
  expect(repo.git("commit", "-qm", stated("trust me")).text).toContain("but it cannot be read");

  const stale = repo.git("commit", "-qm", stated("only port on 1 node"));
  expect(stale.text).toContain("warning[proof-stale]");
  expect(stale.code).toBe(0);
  expect(repo.git("commit", "-q", "--amend", "--no-edit").code).toBe(0);
  expect(repo.git("commit", "-q", "--amend", "-m", stated("same")).code).toBe(0);
  repo.write(port(82));
  expect(repo.git("commit", "-qa", "--amend", "-m", stated("same")).code).toBe(1);
});
