import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../support/git/repo.ts";
import {
  at,
  type HookedRepo,
  hookedRepo,
  hookedServer,
  missing,
  plainRepo,
  port,
  withBuiltProgram,
} from "../hooked-repo.ts";

withBuiltProgram();

test("a push is judged by what it sends: not by HEAD, not by what is checked out", () => {
  const repo = hookedRepo("process");
  const remote = at(tempDir());
  remote.git("init", "-q", "--bare");
  repo.git("remote", "add", "origin", remote.dir);
  repo.git("branch", "good");
  repo.quietly(missing("gone"));
  repo.write({ "classes/web.yml": "{{{" });

  expect(repo.git("push", "-q", "origin", "good")).toEqual({
    code: 0,
    text: "heir: refs/heads/good: 1 of 1 node changes, no new error; judged by its own settings\n",
  });
  const { code, text } = repo.git("push", "-q", "origin", "main", "HEAD:refs/heads/other");
  expect(code).not.toBe(0);
  expect(text).toContain("heir: refs/heads/main refused: 1 new error\nheir: refs/heads/other refused: 1 new error\n");
  expect(text).toContain("skip once: git push --no-verify");
  expect(remote.id("main")).toBe("");
  expect(repo.git("push", "-q", "origin", "--delete", "good").code).toBe(0);
  expect(repo.git("push", "-q", "--no-verify", "origin", "main").code).toBe(0);
});

test("a commit is judged as it is: not as it is replaced in the clone, nor as its trailer claims", () => {
  const repo = hookedRepo();
  const remote = at(tempDir());
  remote.git("init", "-q", "--bare");
  repo.git("remote", "add", "origin", remote.dir);
  repo.git("push", "-q", "--no-verify", "origin", "main");
  const good = repo.id("HEAD");
  repo.quietly(missing("gone"));
  const child = repo.git("commit-tree", "-p", good, "-m", "fine", `${good}^{tree}`).text.trim();
  for (const [replacement, ...words] of [[child], [good, "--force"]]) {
    repo.git("replace", "-f", repo.id("main"), replacement ?? "");
    const { code, text } = repo.git("push", ...words, "origin", "main");
    expect([code, text]).toEqual([1, expect.stringContaining("error[class-not-found]: class gone is listed")]);
  }
  expect(remote.id("main")).toBe(good);

  repo.git("replace", "-d", good);
  repo.git("reset", "-q", "--hard", good);
  repo.write(port(81));
  repo.git("commit", "-qnam", `m\n\nHeir-Proof: same, 1 node, ${"1".repeat(12)}..${"2".repeat(12)}`);
  expect(repo.git("push", "origin", "main").text).toContain("heir: refs/heads/main refused: 1 false proof\n");
});

test("errors that the ref has on the other side are excused and counted, others are not", () => {
  const repo = hookedRepo();
  const remote = tempDir();
  at(remote).git("init", "-q", "--bare");
  repo.quietly({ "nodes/old.yml": "classes: [ancient]\n" });
  expect(repo.git("push", "-q", remote, "main").code).not.toBe(0);
  repo.git("push", "-q", "--no-verify", remote, "main");

  repo.quietly(port(81));
  expect(repo.git("push", "-q", remote, "main")).toEqual({
    code: 0,
    text: "heir: refs/heads/main: 1 of 2 nodes changes, no new error; 1 older error is excused\n",
  });
  repo.quietly(missing("gone"));
  const { text } = repo.git("push", "-q", remote, "main");
  expect(text).toContain("class gone ");
  expect(text).not.toContain("class ancient ");
});

test("a new branch is compared with the policy ref, and an error that has another name there is new", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  server.git("config", "heir.receiveIgnore", "refs/heads/main refs/heads/wip");
  repo.git("push", "-q", "origin", "main");
  repo.quietly(missing("gone"));
  repo.git("push", "-q", "origin", "main:wip");

  expect(repo.git("push", "-q", "origin", "main:next").text).toContain("refs/heads/next refused: 1 new error");
  server.git("config", "heir.policyRef", "refs/heads/wip");
  expect(repo.git("push", "-q", "origin", "main:next").text).toContain("no new error; 1 older error is excused");
});

test("lost nodes are named, and more than heir.maxLost need consent", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n", "nodes/n3.yml": "parameters: {a: 1}\n" });
  repo.git("push", "-q", "origin", "main");
  repo.git("rm", "-q", "nodes/n2.yml");
  repo.quietly({});
  expect(repo.git("push", "-q", "origin", "main").text).toContain("1 of 3 nodes changes, 1 lost (n2), no new error");

  repo.git("mv", "nodes/n1.yml", "nodes/n1.yml.off");
  repo.git("config", "user.email", "t@example.org");
  repo.quietly({});
  server.git("config", "heir.maxLost", "0");
  const { text } = repo.git("push", "-q", "origin", "main");
  expect(text).toContain("refused: 1 of 2 nodes lost");
  expect(text).toContain("1 of 2 nodes is lost: n1 (nodes/n1.yml.off is no node file); heir.maxLost allows 0");
  expect(text).toContain(`git config --add heir.allow ${repo.id("main")}`);
  server.git("config", "--add", "heir.allow", repo.id("main"));
  expect(repo.git("push", "-q", "origin", "main").text).toContain("allowed by heir.allow");
});

test("heir.receive=off switches the gate of a server off, and it says so", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  server.git("config", "heir.receive", "off");
  repo.quietly(missing("gone"));

  expect(repo.git("push", "-q", "origin", "main")).toMatchObject({
    code: 0,
    text: expect.stringContaining("pre-receive skipped, as heir.receive=off asks"),
  });
});

test("a server judges each tip as a whole, from quarantine, and keeps nothing of what it refuses", () => {
  const repo = plainRepo("process");
  const server = hookedServer(repo);
  const first = repo.id("main");
  repo.git("tag", "a-blob", "HEAD:nodes/n1.yml");
  repo.git("tag", "-a", "annotated", "-m", "x");

  expect(repo.git("push", "-q", "origin", "main", "a-blob", "annotated").code).toBe(0);
  repo.quietly(missing("gone"));
  repo.git("branch", "also");
  const bad = repo.id("main");
  const { code, text } = repo.git("push", "origin", "main", "annotated:refs/heads/fine");
  expect(code).not.toBe(0);
  expect(text).toContain("remote: heir: refs/heads/main refused: 1 new error");
  expect(text).toContain("remote: git takes all refs of a push or none");
  expect([server.id("main"), server.id("fine")]).toEqual([first, ""]);
  expect(server.git("cat-file", "-e", bad).code).not.toBe(0);
  expect(readdirSync(join(server.dir, "objects")).filter((name) => name.includes("incoming"))).toEqual([]);

  // A bad commit that is there under a name nobody judges must not become main.
  server.git("config", "heir.receiveIgnore", "refs/for/* refs/heads/wip/*");
  expect(repo.git("push", "-q", "origin", "main:refs/heads/wip/x").code).toBe(0);
  expect(repo.git("push", "-q", "origin", "main").code).not.toBe(0);
  expect(repo.git("push", "-q", "origin", "--delete", "annotated").code).toBe(0);
  expect(repo.git("push", "-qf", "origin", `${first}:refs/heads/main`).code).toBe(0);
});

test("with heir.receive=every a bad commit between good ones is refused, and so is reach that nobody named", () => {
  const { repo, server } = mendedLater();

  expect(repo.git("push", "-q", "origin", "main:one").code).toBe(0);
  server.git("config", "heir.receive", "every");
  server.git("update-ref", "-d", "refs/heads/one");
  const { code, text } = repo.git("push", "-q", "origin", "main");
  expect(code).not.toBe(0);
  expect(text).toMatch(/remote: heir: commit [0-9a-f]{7} "change" refused: 1 new finding/);

  repo.git("reset", "-q", "--hard", "start");
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n" });
  server.git("config", "heir.maxNodes", "0");
  expect(repo.git("push", "-q", "origin", "main").text).toContain("refused: 1 node changes, heir.maxNodes allows 0");
  repo.git("commit", "-q", "--amend", "-m", "x", "-m", "Heir-Allow-Nodes: 1");
  expect(repo.git("push", "-q", "origin", "main").code).toBe(0);
});

/** A repository that was pushed, then broken, then mended. */
function mendedLater(): { readonly repo: HookedRepo; readonly server: HookedRepo } {
  const repo = plainRepo();
  const server = hookedServer(repo);
  repo.git("push", "-q", "origin", "main");
  repo.git("tag", "start");
  repo.quietly(missing("gone"));
  repo.quietly(missing("web"));
  return { repo, server };
}

test("a push cannot weaken the policy of a server, and the file of its owner is stricter than any push", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  repo.git("push", "-q", "origin", "main");
  repo.quietly({ "heir.yml": "ignore_class_notfound: true\n", ...missing("gone") });
  const { text } = repo.git("push", "-q", "origin", "main");
  expect(text).toContain("refs/heads/main refused: 1 new error, policy weakened (ignore_class_notfound)");
  server.git("config", "--add", "heir.allow", repo.id("main"));
  expect(repo.git("push", "-q", "origin", "main").text).toContain("allowed by heir.allow");

  repo.quietly(missing("other"));
  server.write({ "policy.yml": "ignore_class_notfound: false\n" });
  server.git("config", "heir.policyFile", "policy.yml");
  expect(repo.git("push", "-q", "origin", "main").text).toContain("class other is listed but has no file");
  server.write({ "policy.yml": "ignore_class_notfound: perhaps\n" });
  const broken = repo.git("push", "-q", "origin", "main");
  expect(broken.code).not.toBe(0);
  expect(broken.text).toContain("heir.policyFile is policy.yml, which is not valid at policy.yml:1:24");
});
