import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SetPlan } from "../../../src/tui/worker/questions.ts";
import { newRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

function textOf({ rows }: SetPlan): string {
  return rows.map((row) => row.map(({ text }) => text).join("")).join("\n");
}

test("a typed value is shown as a patch with its proof, written as it was shown, and taken back", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "heir.yml": "version: 1\nsecrets: [ldap:password]\n",
    "classes/ntp.yml": "parameters: {ntp: {server: a}}\n",
    "nodes/web1.yml": "classes: [ntp]\nparameters: {ldap: {password: hunter1}}\n",
    "nodes/web2.yml": "classes: [ntp]\n",
  });
  const file = join(repo.dir, "nodes/web1.yml");
  const ask = worker(repo);
  const plan = (path: string, value: string) => ask({ kind: "setPlan", ask: { node: "web1", path, value } });

  const first = only(await plan("ntp:server", "b"), "setPlan");
  expect(textOf(first)).toMatch(
    /^diff --git a\/nodes\/web1.yml[\s\S]*\n\+.*server: b.*\n\nproved: only ntp:server on 1 node/,
  );
  expect(readFileSync(file, "utf8"), "nothing is written yet").not.toContain("server");

  const secret = only(await plan("ldap:password", "hunter2"), "setPlan");
  expect(textOf(secret)).not.toContain("hunter");
  const late = await ask({ kind: "setWrite", ask: { number: first.number ?? 0 } });
  expect(late).toMatchObject([{ kind: "failed", message: "another value was typed since" }]);
  const write = { kind: "setWrite", ask: { number: secret.number ?? 0 } } as const;
  expect(only(await ask(write), "setWrite")).toMatchObject({ words: expect.stringContaining("wrote nodes/web1.yml") });
  expect(readFileSync(file, "utf8")).toContain("hunter2");

  expect(only(await ask({ kind: "undo", ask: { isSure: false } }), "undo").kind).toBe("asks");
  expect(only(await ask({ kind: "undo", ask: { isSure: true } }), "undo")).toMatchObject({ kind: "done", left: 0 });
  expect(readFileSync(file, "utf8")).toContain("hunter1");
  expect(await ask({ kind: "undo", ask: { isSure: true } })).toMatchObject([{ message: "nothing was done here yet" }]);
});

test("what cannot be written says why", async () => {
  const repo = newRepo();
  repo.commit("first", { "classes/c.yml": "", "nodes/web1.yml": "parameters: {a: 1, l: [1]}\n" });
  const ask = worker(repo);
  const plan = (path: string, value: string) => ask({ kind: "setPlan", ask: { node: "web1", path, value } });

  const same = only(await plan("a", "1"), "setPlan");
  expect([textOf(same), same.number]).toEqual(["the node has this value already", undefined]);
  expect(await plan("l:0", "1")).toMatchObject([
    { kind: "failed", message: expect.stringMatching(/written as a whole/) },
  ]);
});
