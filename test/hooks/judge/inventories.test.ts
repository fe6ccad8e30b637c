import { expect, test } from "vitest";
import { hookedRepo, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

/** A repository with two inventories, in `a` and `b`, of two nodes each. */
function twoInventories() {
  const repo = hookedRepo();
  repo.git("rm", "-rqf", "--ignore-unmatch", "nodes", "classes");
  const files: Record<string, string> = {};
  for (const name of ["a", "b"]) {
    files[`${name}/classes/base.yml`] = "parameters: {port: 80}\n";
    for (const at of [1, 2]) {
      files[`${name}/nodes/${name}${at}.yml`] = `classes: [base]\nparameters: {id: ${name}${at}}\n`;
    }
  }
  repo.quietly(files);
  return repo;
}

test("two inventories that become one are both continued in it: no node is lost, none changes", () => {
  const repo = twoInventories();
  repo.git("mv", "a", "all");
  repo.git("mv", "b/nodes/b1.yml", "b/nodes/b2.yml", "all/nodes");
  repo.git("rm", "-rq", "b");

  const { code, text } = repo.git("commit", "-qm", "one");
  expect([code, text]).toEqual([0, expect.not.stringContaining("lost")]);
  expect(text).not.toContain("inventory-lost");
});

test("a finding of the joined inventory is reported once, and only if neither of the two has it", () => {
  const repo = twoInventories();
  repo.quietly({ "b/nodes/b2.yml": "classes: [old]\n" });
  repo.git("mv", "a", "all");
  repo.git("mv", "b/nodes/b1.yml", "b/nodes/b2.yml", "all/nodes");
  repo.git("rm", "-rq", "b");
  expect(repo.git("commit", "-qm", "one").code).toBe(0);

  repo.git("reset", "-q", "--soft", "HEAD~1");
  repo.write({ "all/nodes/a1.yml": "classes: [new]\n" });
  repo.git("add", "-A");
  const { code, text } = repo.git("commit", "-qm", "one, with a fault");
  expect(code).toBe(1);
  expect(text.match(/class new is listed/g)).toHaveLength(1);
});

test("a node that went to another inventory is lost where it was, and the message says where it is", () => {
  const repo = twoInventories();
  repo.git("config", "heir.maxLost", "0");
  repo.git("mv", "a/nodes/a2.yml", "b/nodes/a2.yml");

  expect(repo.git("commit", "-qm", "over").text).toContain("1 of 2 nodes is lost: a2 (now in b)");
});
