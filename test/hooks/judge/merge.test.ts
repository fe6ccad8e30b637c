import { expect, test } from "vitest";
import { type HookedRepo, hookedRepo, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const base = (text: string) => ({ "classes/base.yml": `parameters:\n  host: h1\n  ${text}\n` });

/** `topic` changes the default that n2 gets once `main` has dropped its override. */
function conflicting(way?: "process"): HookedRepo {
  const repo = hookedRepo(way);
  repo.quietly({ "nodes/n2.yml": "classes: [base]\nparameters:\n  port: 8080\n" });
  repo.git("checkout", "-qb", "topic");
  repo.quietly(port(4443));
  repo.git("checkout", "-q", "main");
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n" });
  return repo;
}

const CONFLICT = [
  "semantic  port on 1 node (n2): merged value is on neither side",
  "   base    8080  nodes/n2.yml:3",
  "   ours    80    classes/base.yml:3",
  "           <- no longer set at nodes/n2.yml:3",
  "   theirs  8080  nodes/n2.yml:3",
  "           <- changed at classes/base.yml:3",
  "   merged  4443  classes/base.yml:3",
].join("\n");

test("a merge says which values neither side had, and is made", () => {
  const repo = conflicting("process");
  const { code, text } = repo.git("merge", "-q", "-m", "both", "topic");

  expect(code).toBe(0);
  expect(text).toContain(`heir: the merge has 1 value on neither side\n${CONFLICT}\nin full: heir merge-check HEAD^2`);
  expect(repo.id("HEAD^2")).toBe(repo.id("topic"));
  expect(repo.heir("merge-check", "HEAD^2", "--into", "HEAD^1").text).toContain(CONFLICT);
});

test("heir.strictMerge refuses it, also when it is concluded by a commit; --no-verify concludes it", () => {
  const repo = conflicting();
  const head = repo.id("HEAD");
  repo.git("config", "heir.strictMerge", "true");
  const { code, text } = repo.git("merge", "-q", "-m", "both", "topic");

  expect(code).toBe(1);
  expect(text).toContain(`heir: the merge has 1 value on neither side\n${CONFLICT}\n`);
  expect(text).toContain("heir: merge refused (heir.strictMerge): 1 value on neither side\n");
  expect(text).toContain("in full: heir merge-check topic\n");
  const again = repo.git("commit", "-qm", "again");
  expect({ code: again.code, head: repo.id("HEAD") }).toEqual({ code: 1, head });
  expect(again.text).toContain(CONFLICT);
  expect(repo.git("commit", "-qnm", "meant").code).toBe(0);

  repo.git("config", "heir.strictMerge", "perhaps");
  repo.git("reset", "-q", "--hard", head);
  expect(repo.git("merge", "-q", "-m", "both", "topic").text).toContain('heir.strictMerge is "perhaps"');
});

test("a value that was settled by hand is meant to be what it is; what comes from elsewhere is told", () => {
  const repo = conflicting();
  repo.git("config", "heir.strictMerge", "true");
  repo.git("merge", "-q", "--no-commit", "topic");
  repo.write({ "nodes/n2.yml": "classes: [base]\nparameters:\n  port: 8081\n" });
  repo.git("add", "-A");
  expect(repo.git("commit", "-qm", "settled").code).toBe(0);

  const other = hookedRepo();
  other.git("config", "heir.strictMerge", "true");
  other.git("checkout", "-qb", "topic");
  other.quietly(base("port: 81"));
  other.git("checkout", "-q", "main");
  other.quietly(base("port: 82"));
  expect(other.git("merge", "topic").code).toBe(1);
  other.write(base("port: 83"));
  other.git("add", "-A");
  expect(other.git("commit", "-qm", "settled").text).toBe("heir: 1 of 1 node changes, 2 values\n");
});

test("a merge whose sides touch different values, and a fast-forward say nothing of it", () => {
  const repo = hookedRepo();
  repo.git("checkout", "-qb", "topic");
  repo.quietly({ "nodes/n2.yml": "classes: [base]\n" });
  repo.git("checkout", "-q", "main");
  expect(repo.git("merge", "-q", "topic").text).not.toContain("the merge has");
  repo.git("reset", "-q", "--hard", "HEAD~1");
  repo.quietly(port(81));
  expect(repo.git("merge", "-q", "-m", "both", "topic").text).toBe("heir: 1 of 2 nodes changes (1 new), 0 values\n");
});

test("of three branches at once, each is compared with what the ones before it made", () => {
  const repo = conflicting();
  repo.git("checkout", "-qb", "third", "topic~1");
  repo.quietly({ "classes/third.yml": "parameters: {third: 3}\n" });
  repo.git("checkout", "-q", "main");
  const { code, text } = repo.git("merge", "-q", "-m", "all", "topic", "third");

  expect(code).toBe(0);
  expect(text).toContain(`heir: the merge has 1 value on neither side\n${CONFLICT}\n`);
  expect(text.match(/neither side\n/g)).toHaveLength(2);
});

test("a merge that is refused for its findings says in one line what else there is", () => {
  const repo = conflicting();
  repo.git("checkout", "-q", "topic");
  repo.quietly({ "nodes/n3.yml": "classes: [web, base]\n", "classes/late.yml": "" });
  repo.git("checkout", "-q", "main");
  repo.git("mv", "classes/web.yml", "classes/www.yml");
  repo.quietly({ "nodes/n1.yml": "classes: [base, www]\n" });
  const { code, text } = repo.git("merge", "-q", "-m", "both", "topic");

  expect(code).toBe(1);
  expect(text).toContain("heir: merge refused: 1 new finding\n");
  expect(text).toContain("heir: the merge also has 1 value on neither side, 1 node fails: heir merge-check topic\n");
});

test("the report has half of heir.reportLines: the other half is for findings", () => {
  const repo = conflicting();
  repo.git("config", "heir.reportLines", "12");
  const { text } = repo.git("merge", "-q", "-m", "both", "topic");

  expect(text.split("\n").filter((line) => line !== "")).toHaveLength(7);
  expect(text).toContain("\n... 4 more lines\n");
});
