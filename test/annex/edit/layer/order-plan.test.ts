import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planChain } from "../../../../src/annex/edit/layer/order-file.ts";
import { type OrderPlace, writeOrder } from "../../../../src/workspace/act/order.ts";
import { openWorkspace } from "../../../../src/workspace/open.ts";
import { newRepo } from "../../../support/git/repo.ts";

const repo = newRepo();
repo.commit("first", { "heir.yml": "version: 1\n", "nodes/web1.yml": "{}\n", "order.yml": "order: # why\n- [a, b]\n" });
const file = join(repo.dir, "order.yml");

async function place(): Promise<OrderPlace> {
  const workspace = await openWorkspace({ cwd: repo.dir });
  const inventory = await workspace.load(await workspace.snapshot("WORKTREE"));
  await workspace.close();
  return { folder: repo.dir, inventory };
}

test("planning a chain writes nothing; writing it keeps comments and permissions", async () => {
  chmodSync(file, 0o640);
  const at = await place();
  const plan = await planChain(at, ["c", "d"]);

  expect(plan).toMatchObject({ path: "order.yml", after: "order: # why\n- [a, b]\n- [c, d]\n" });
  expect(readFileSync(file, "utf8")).toBe(plan.before);
  await writeOrder(at, plan.before, plan.after);
  expect(readFileSync(file, "utf8")).toBe(plan.after);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test("a file that changed after the plan is left as it is", async () => {
  const at = await place();
  const { before, after } = await planChain(at, ["e", "f"]);
  repo.write("order.yml", "order: [[x, y]]\n");

  await expect(writeOrder(at, before, after)).rejects.toThrow(/changed meanwhile, nothing was written/);
  expect(readFileSync(file, "utf8")).toBe("order: [[x, y]]\n");
});

test("a chain that stands there already is told, and a file that cannot be edited", async () => {
  const at = await place();
  repo.write("order.yml", "order: [[x, y]]\n");
  await expect(planChain(at, ["x", "y"])).rejects.toThrow("order.yml in the work tree has this chain already");
  repo.write("order.yml", "[x]\n");
  await expect(planChain(at, ["x", "y"])).rejects.toThrow("order.yml has a form that heir cannot add to");
  rmSync(file);
  symlinkSync("heir.yml", file);
  await expect(planChain(at, ["x", "y"])).rejects.toThrow("order.yml is not a regular file");
  rmSync(file);
});

test("where there is no file yet one is made, unless somebody else was first", async () => {
  const at = await place();
  const { before, after } = await planChain(at, ["x", "y"]);

  expect(before).toBeUndefined();
  expect(existsSync(file)).toBe(false);
  await writeOrder(at, before, after);
  expect(readFileSync(file, "utf8")).toBe("order:\n  - [x, y]\n");
  await expect(writeOrder(at, before, "order: []\n")).rejects.toThrow(/changed meanwhile/);
});
