import { expect, test } from "vitest";
import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Answer, WorkerMessage } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { longHistory } from "../../support/git/long-history.ts";
import { newRepo } from "../../support/git/repo.ts";
import { worker } from "../../support/tui/worker.ts";

const COUNT = 2500;
const { dir } = longHistory(COUNT);

type Found = Answer<"search">["answer"];

/** The answers to a search; `after` runs after each message. */
async function search(
  text: string,
  after: (message: WorkerMessage, queue: QuestionQueue) => void = () => undefined,
): Promise<readonly Found[]> {
  const all: Found[] = [];
  const repository = new WorkerRepository({ cwd: dir, overrides: [], nodes: [], paths: [] });
  await new Promise<void>((resolve, reject) => {
    const queue: QuestionQueue = new QuestionQueue(repository, (message) => {
      if (message.kind === "answer" && message.answer.kind === "search") all.push(message.answer.answer);
      if (message.kind === "failed") reject(new Error(message.message));
      if (message.kind === "done" && message.number === 1) resolve();
      after(message, queue);
    });
    queue.ask({ number: 1, request: { kind: "search", ask: { text, range: undefined } } });
  });
  return all;
}

function places(found: readonly Found[]): readonly (readonly [number, string])[] {
  return found.flatMap((each) => each.found.map(({ at, row }) => [at, row.subject] as const));
}

test("a commit is found wherever it lies in the history, with its place", async () => {
  const found = await search("number?17*");

  // 17, 170 to 179 and 1700 to 1799, the newest first; the newest of all has the place 0.
  const fitting = Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index).filter((at) =>
    `${at}`.startsWith("17"),
  );
  const expected = fitting.map((at) => [COUNT - 1 - at, `number ${at}`]);
  expect(places(found)).toEqual(expected);
  expect(found.at(-1)).toMatchObject({ searched: COUNT, reached: "whole" });
});

test("one is found by more of its id than the list shows", async () => {
  const [whole] = await search("number?3");
  const id = whole?.found.at(-1)?.row.id ?? "";

  expect(places(await search(id.slice(0, 12)))).toEqual([[COUNT - 4, "number 3"]]);
});

test("after a thousand hits it is enough", async () => {
  const found = await search("number");

  expect(places(found)).toHaveLength(1000);
  expect(found.at(-1)?.reached).toBe("full");
});

test("a question that is more urgent does not make it begin anew", async () => {
  let asked = 1;
  const found = await search("number?2*", (message, queue) => {
    if (message.kind !== "progress" || message.number !== 1 || asked > 3) return;
    asked += 1;
    queue.ask({ number: asked, request: { kind: "refs", ask: {} } });
  });

  expect(asked).toBeGreaterThan(1);
  const ids = found.flatMap((each) => each.found.map(({ row }) => row.id));
  expect(new Set(ids).size).toBe(ids.length);
  // 2, 20 to 29, 200 to 299, 2000 to 2499
  expect(ids).toHaveLength(1 + 10 + 100 + 500);
});

test("what commits change is found by node and path, in all of the history", async () => {
  const repo = newRepo();
  const a1 = (x: number, y: number) => `parameters: {x: ${x}, z: ${y}}\n`;
  const b1 = "parameters: {x: 1}\n";
  repo.commit("first", { "classes/c.yml": "", "nodes/a1.yml": a1(1, 1), "nodes/b1.yml": b1 });
  repo.commit("second", { "nodes/a1.yml": a1(2, 1) });
  repo.commit("third", { "nodes/a1.yml": a1(2, 1), "nodes/b1.yml": "parameters: {x: 3}\n" });
  repo.commit("fourth", { "nodes/a1.yml": a1(2, 2), "nodes/b1.yml": "parameters: {x: 3}\n" });
  const ask = worker(repo);
  const subjects = async (text: string): Promise<readonly string[]> => {
    const messages = await ask({ kind: "search", ask: { text, range: undefined } });
    const all = messages.flatMap((each) =>
      each.kind === "answer" && each.answer.kind === "search" ? [each.answer] : [],
    );
    expect(all.at(-1)?.answer).toMatchObject({ searched: 4, total: 4, reached: "whole" });
    return all.flatMap(({ answer }) => answer.found.map(({ row }) => row.subject));
  };

  expect(await subjects("node:a1")).toEqual(["fourth", "second", "first"]);
  expect(await subjects("path:x")).toEqual(["third", "second"]);
  expect(await subjects("node:a1 path:x")).toEqual(["second"]);
  expect(await subjects("path:z f")).toEqual(["fourth"]);
});
