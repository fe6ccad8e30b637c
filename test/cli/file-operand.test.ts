import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../src/cli/host.ts";
import { newRepo } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

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

test("a file and the links to it are one: either name has the answer for all nodes that read it", async () => {
  const repo = newRepo();
  repo.write("lib/std.yml", "parameters: {k: 1}\n");
  repo.write("inv/classes/real/a.yml", "parameters: {k: 1}\n");
  repo.write("inv/nodes/n2.yml", "classes: [real.a]\n");
  repo.write("inv/nodes/n3.yml", "classes: [b]\n");
  symlinkSync("../../lib/std.yml", join(repo.dir, "inv/nodes/n1.yml"));
  symlinkSync("n1.yml", join(repo.dir, "inv/nodes/n4.yml"));
  symlinkSync("real/a.yml", join(repo.dir, "inv/classes/b.yml"));
  repo.commit("one");
  const asked = async (...words: string[]) => {
    const { code, out } = await heir([...words, "--json"], { cwd: join(repo.dir, "inv"), open: openFolder });
    expect(code).toBe(0);
    return JSON.parse(out);
  };
  for (const [names, nodes] of [
    [
      ["../lib/std.yml", "nodes/n1.yml", "nodes/n4.yml"],
      ["n1", "n4"],
    ],
    [
      ["classes/real/a.yml", "classes/b.yml"],
      ["n2", "n3"],
    ],
  ] as const) {
    for (const name of names) {
      expect(await asked("impact", `${name}:1`)).toMatchObject({ target: { file: names[0] }, nodes });
      expect((await asked("uses", `${name}:1`)).targets).toMatchObject([{ nodes }]);
      expect(await asked("uses", name)).toEqual(await asked("uses", names[0]));
    }
  }
  const files = async () => (await asked("diff")).looked_at.files;
  repo.write("lib/std.yml", "parameters: {k: 2}\n");
  expect(await files()).toEqual(["../lib/std.yml"]);
  rmSync(join(repo.dir, "inv/classes/b.yml"));
  symlinkSync("../../lib/std.yml", join(repo.dir, "inv/classes/b.yml"));
  expect(await files()).toEqual(["../lib/std.yml", "classes/b.yml"]);
});
