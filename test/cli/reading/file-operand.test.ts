import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../src/cli/start/host.ts";
import { newRepo } from "../../support/git/repo.ts";
import { heir } from "../../support/host.ts";

test("a file is meant from where one stands, after -C, or else from the folder of the inventory", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "classes/dc/par1.yml": "parameters: {ntp: one}\n",
    "nodes/n1.yml": "classes: [dc.par1]\n",
  });
  const told = async (cwd: string, ...argv: string[]) => {
    const { code, out } = await heir(argv, { cwd: join(repo.dir, cwd), open: openFolder });
    expect(code).toBe(0);
    return out;
  };
  const expected = await told(".", "impact", "classes/dc/par1.yml:1", "--json");

  expect(expected).toContain('"n1"');
  expect(await told("classes/dc", "impact", "par1.yml:1", "--json")).toBe(expected);
  expect(await told(".", "-C", "classes", "impact", "dc/par1.yml:1", "--json")).toBe(expected);
  expect(await told("nodes", "impact", "classes/dc/par1.yml:1", "--json")).toBe(expected);
  for (const command of ["nodes", "inventory", "grep one"]) {
    const words = command.split(" ");
    expect(await told(".", ...words, "--node", "n*")).toBe(await told(".", ...words, "n*"));
  }
});
