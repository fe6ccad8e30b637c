import { expect, test } from "vitest";
import { newRepo } from "../support/git/repo.ts";
import { runHeir } from "../support/scenario/run.ts";

/** Two nodes with a secret of one class, changed between two commits; in the second the nodes have equal ones or not. */
function changed(second: string): string {
  const repo = newRepo();
  repo.commit("first", {
    "heir.yml": 'secrets: ["**:password"]\n',
    "classes/c.yml": "parameters: {password: '${own}-aaaaaa'}\n",
    "nodes/n1.yml": "classes: [c]\nparameters: {own: x}\n",
    "nodes/n2.yml": `classes: [c]\nparameters: {own: ${second}}\n`,
  });
  repo.commit("second", { "classes/c.yml": "parameters: {password: '${own}-bbbbbb'}\n" });
  return repo.dir;
}

async function diffIn(cwd: string, form: string): Promise<string> {
  const { text } = await runHeir(["diff", "HEAD~1", "HEAD", form], { cwd });
  return text
    .replaceAll(/[0-9a-f]{7,}/g, "ID")
    .replaceAll("n2.yml:2", "")
    .replaceAll("n1.yml:2", "");
}

test.each(["--full", "--json", "--stat"])("changed secrets are folded as if they were equal: diff %s", async (form) => {
  expect(await diffIn(changed("y"), form)).toBe(await diffIn(changed("x"), form));
});

test("bisect --value gives one answer for a right guess and a wrong one", async () => {
  const cwd = changed("x");
  const ask = (value: string) => runHeir(`bisect n1 password --good HEAD~1 --value ${value}`.split(" "), { cwd });
  const right = await ask("x-bbbbbb");

  expect(right).toMatchObject({ code: 2 });
  expect(right.text).toContain("n1 has a secret there");
  expect(await ask("x-cccccc")).toEqual(right);
});
