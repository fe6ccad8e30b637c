import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { ComparedStates } from "../../../src/tui/state/compared.ts";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { TypedKeys } from "../../../src/tui/worker/typed-keys.ts";
import { newRepo } from "../../support/git/repo.ts";

test("without a new key nothing rests; after one it does until no other comes, or the question is given up", async () => {
  const here = new TypedKeys();
  const there = new TypedKeys({ memory: here.memory });
  await there.calm({});
  here.typed();
  const after = vi.fn();
  const calm = there.calm({}).then(after);
  await setImmediate();
  expect(after).not.toHaveBeenCalled();
  await calm;

  here.typed();
  const given = new AbortController();
  const rest = there.calm({ signal: given.signal });
  given.abort();
  await expect(rest).rejects.toThrow();
});

test("where keys do not wait for a processor nothing rests", async () => {
  const wait = vi.fn().mockReturnValueOnce(0.1).mockReturnValueOnce(0.8).mockReturnValue(undefined);
  const here = new TypedKeys({ wait });
  const there = new TypedKeys({ memory: here.memory });
  const isCalm = vi.fn();
  here.typed();
  await there.calm({});

  for (const _ of ["they wait", "nothing says it"]) {
    here.typed();
    const calm = there.calm({}).then(isCalm);
    await setImmediate();
    expect(isCalm).not.toHaveBeenCalled();
    await calm;
    isCalm.mockClear();
  }
});

test("commits are counted when no key comes; what is asked then is answered before", async () => {
  const repo = newRepo();
  const parent = repo.commit("first", { "nodes/web1.yml": "parameters: {a: 1}\n" });
  const id = repo.commit("second", { "nodes/web1.yml": "parameters: {a: 2}\n" });
  const commit: ComparedStates = { kind: "commit", id, parent };
  const repository = new WorkerRepository({ cwd: repo.dir, overrides: [], nodes: [], paths: [] });
  const keys = new TypedKeys();
  const answered: string[] = [];
  await new Promise<void>((resolve) => {
    const queue = new QuestionQueue(
      repository,
      (message) => {
        if (message.kind === "answer") answered.push(message.answer.kind);
        if (answered.length === 2) resolve();
      },
      keys,
    );
    keys.typed();
    queue.ask({ number: 1, request: { kind: "counts", ask: { commits: [commit] } } });
    setTimeout(() => queue.ask({ number: 2, request: { kind: "header", ask: {} } }), 60);
  });

  expect(answered).toEqual(["header", "counts"]);
});
