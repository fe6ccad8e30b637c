import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HookedRepo, hookedRepo, hookedServer, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

/** `topic` changes the default that n2 gets once `main` has dropped its override. */
function conflicting(strict = false, way?: "process"): HookedRepo {
  const repo = hookedRepo(way);
  repo.git("config", "heir.strictMerge", String(strict));
  repo.quietly({ "nodes/n2.yml": "classes: [base]\nparameters:\n  port: 8080\n" });
  repo.git("checkout", "-qb", "topic");
  repo.quietly(port(4443));
  repo.git("-c", "core.hooksPath=/dev/null", "commit", "-q", "--amend", "-m", "another default");
  repo.git("checkout", "-q", "main");
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n" });
  return repo;
}

const MET = "semantic  port on 1 node (n2): merged value is on neither side\n   base    8080  nodes/n2.yml:3\n";
const ALLOW = "Heir-Allow-Merge: 1";

test("a cherry-pick reports what neither side has written; heir.strictMerge refuses it, a trailer of the commit allows it", () => {
  const told = conflicting();
  const done = told.git("cherry-pick", "topic");
  expect(done.code).toBe(0);
  expect(done.text).toContain(`heir: the cherry-pick has 1 value on neither side\n${MET}`);

  const repo = conflicting(true, "process");
  const head = repo.id("HEAD");
  const refused = repo.git("cherry-pick", "topic");
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain(`heir: cherry-pick refused (heir.strictMerge): 1 value on neither side\n${MET}`);
  expect(refused.text).toContain("or give it up: git cherry-pick --abort");
  expect(repo.git("commit", "--no-edit", "--trailer", "Heir-Allow-Merge: 0").code).not.toBe(0);
  expect(repo.id("HEAD")).toBe(head);
  const allowed = repo.git("commit", "--no-edit", "--trailer", ALLOW);
  expect(allowed.code).toBe(0);
  expect(allowed.text).toContain(`allowed by ${ALLOW}`);
});

test("a cherry-pick of what was settled by hand, and one that only brings its own change, are not refused", () => {
  const repo = conflicting(true);
  repo.git("cherry-pick", "topic");
  repo.write({ "nodes/n2.yml": "classes: [base]\nparameters:\n  port: 8081\n" });
  repo.git("add", "-A");
  expect(repo.git("cherry-pick", "--continue").code).toBe(0);

  repo.git("checkout", "-qb", "other", "main~1");
  repo.quietly({ "nodes/n3.yml": "classes: [base]\n" });
  repo.git("checkout", "-q", "main");
  expect(repo.git("cherry-pick", "other").code).toBe(0);
});

test("a refused revert names the way back that works", () => {
  const repo = hookedRepo();
  repo.git("config", "heir.strictMerge", "true");
  repo.quietly({ "nodes/n2.yml": "classes: [base]\nparameters:\n  port: 8080\n", ...port(4443) });
  repo.quietly(port(80));
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n" });
  const { code, text } = repo.git("revert", "--no-edit", "HEAD~1");

  expect(code).not.toBe(0);
  expect(text).toContain("heir: revert refused (heir.strictMerge): 1 value on neither side");
  expect(text).toContain("or give it up: git reset --merge\n");
  expect(repo.git("reset", "--merge").code).toBe(0);
  expect(repo.git("status", "--porcelain").text).toBe("");

  repo.git("config", "heir.strictMerge", "false");
  expect(repo.git("revert", "--no-edit", "HEAD~1").text).toContain("heir: the revert has 1 value on neither side");
  expect(repo.git("commit", "-q", "--amend", "--no-edit").text).not.toContain("neither side");
});

test("a rebase is reported at its end, once, with the commit that brings it; heir.strictMerge stops at that commit", () => {
  const told = conflicting();
  told.git("checkout", "-q", "topic");
  told.quietly({ "classes/late.yml": "parameters: {late: 1}\n" });
  const { code, text } = told.git("rebase", "main");
  expect(code).toBe(0);
  expect(text).toContain(`heir: the rebased branch has 1 value on neither side\n${MET}`);
  expect(text).toMatch(/^brought by [0-9a-f]{7} "another default"$/m);
  expect(text.match(/4443/g)).toHaveLength(1);

  const repo = conflicting(true);
  const stopped = repo.git("rebase", "main", "topic");
  expect(stopped.code).not.toBe(0);
  expect(stopped.text).toContain("heir: rebase refused (heir.strictMerge): 1 value on neither side");
  expect(repo.id("HEAD")).toBe(repo.id("main"));
  expect(repo.git("rebase", "--abort").code).toBe(0);
});

test("what git has put aside for a rebase is compared with the new HEAD", () => {
  const repo = conflicting();
  repo.git("checkout", "-q", "--detach", "topic~1");
  repo.write(port(4443));
  const { code, text } = repo.git("rebase", "--autostash", "main");
  expect(code).toBe(0);
  expect(text).not.toContain("the rebased branch has");

  repo.git("checkout", "-q", ".");
  repo.git("checkout", "-q", "topic~1");
  repo.quietly({ "classes/late.yml": "parameters: {late: 1}\n" });
  repo.write(port(4443));
  expect(repo.git("rebase", "--autostash", "main").text).toContain("heir: the stash has 1 value on neither side");
});

test("a squash is judged as a merge is; one that was given up no longer counts", () => {
  const repo = conflicting(true);
  repo.git("merge", "-q", "--squash", "topic");
  const refused = repo.git("commit", "-qm", "squashed");
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("heir: squash refused (heir.strictMerge): 1 value on neither side");
  expect(repo.git("commit", "-qm", `squashed\n\n${ALLOW}`).code).toBe(0);

  const stale = conflicting(true);
  stale.git("merge", "-q", "--squash", "topic");
  stale.git("reset", "-q", "--hard");
  const { code, text } = stale.commit({ "nodes/n2.yml": "classes: [base]\nparameters: {port: 4443}\n" });
  expect(code).toBe(0);
  expect(text).not.toContain("neither side");
});

test("a mail is compared by the commit it names; where that is not here, it is said that nothing was compared", () => {
  const repo = conflicting(true);
  const mail = repo.git("format-patch", "-1", "topic", "--stdout").text;
  const am = (text: string) => {
    const { status, stderr } = spawnSync("git", ["am", "-q"], {
      cwd: repo.dir,
      env: repo.env,
      encoding: "utf8",
      input: text,
    });
    return { code: status, text: stderr };
  };
  const refused = am(mail);
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain("heir: patch refused (heir.strictMerge): 1 value on neither side");
  repo.git("am", "--abort");

  const strange = am(mail.replace(/^From [0-9a-f]{40}/, `From ${"1".repeat(40)}`));
  expect(strange.code).toBe(0);
  expect(strange.text).toContain("heir: the commit of this patch is not here: not compared\n");
});

test("a step of a rebase that changes no data starts no program, also under heir.strictMerge", () => {
  const repo = hookedRepo();
  repo.git("config", "heir.strictMerge", "true");
  repo.git("checkout", "-qb", "topic");
  for (const text of ["1", "2", "3"]) repo.quietly({ "README.md": text });
  repo.git("checkout", "-q", "main");
  repo.quietly(port(81));
  const log = join(repo.dir, ".git/starts");
  const script = join(repo.dir, ".git/count.js");
  writeFileSync(log, "");
  writeFileSync(
    script,
    `require("fs").appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(" ") + "\\n");\n`,
  );
  const env = { ...repo.env, NODE_OPTIONS: `--require ${script}` };
  expect(spawnSync("git", ["rebase", "-q", "main", "topic"], { cwd: repo.dir, env }).status).toBe(0);
  expect(readFileSync(log, "utf8")).not.toContain("prepare-commit-msg");
});

test("a server reports and refuses merges, rewritten branches and copied commits that skipped the hooks", () => {
  const skipped = (repo: HookedRepo, ...args: readonly string[]) => repo.git("-c", "core.hooksPath=/dev/null", ...args);
  const ways = [
    { kind: "merge", branch: "main", words: ["merge", "-q", "-m", "both", "topic"] },
    { kind: "rebase", branch: "topic", words: ["rebase", "-q", "main", "topic"] },
    { kind: "cherry-pick", branch: "main", words: ["cherry-pick", "topic"] },
  ];
  for (const { kind, branch, words } of ways) {
    const repo = conflicting();
    const server = hookedServer(repo);
    skipped(repo, "push", "-q", "origin", "main", "topic");
    skipped(repo, ...words);
    server.git("config", "heir.strictMerge", "true");
    const refused = skipped(repo, "push", "-q", "--force", "origin", branch);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      "error[semantic-conflict]: port is 4443, on neither side: base 8080, ours 80, theirs 8080",
    );
    expect(refused.text).toContain(`= note: ${kind}`);
    expect(refused.text).toContain(`to consent in the message of a commit: ${ALLOW}`);
    server.git("config", "heir.strictMerge", "false");
    const told = skipped(repo, "push", "-q", "--force", "origin", branch);
    expect(told.code).toBe(0);
    expect(told.text).toContain("warning[semantic-conflict]: port is 4443");
  }
});

test("the trailer of a merge consents on a server, unless it accepts none", () => {
  const repo = conflicting();
  const server = hookedServer(repo);
  server.git("config", "heir.strictMerge", "true");
  server.git("config", "heir.acceptTrailers", "none");
  const skipped = (...args: readonly string[]) => repo.git("-c", "core.hooksPath=/dev/null", ...args);
  skipped("push", "-q", "origin", "main", "topic");
  skipped("merge", "-q", "-m", `both\n\n${ALLOW}`, "topic");
  expect(skipped("push", "-q", "origin", "main").code).toBe(1);
  server.git("config", "heir.acceptTrailers", "size");
  expect(skipped("push", "-q", "origin", "main").text).toContain(`allowed by ${ALLOW}`);
});
