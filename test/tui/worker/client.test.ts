import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkerClient } from "../../../src/tui/worker/client.ts";
import type { AskedWorker, GivenUp, News, Request } from "../../../src/tui/worker/questions.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const NO_COUNTS = { nodes: 0, changed: 0, added: 0, removed: 0, failing: 0, resolving: 0, unknown: 0 };
const asked: AskedWorker[] = [];
const givenUp: number[] = [];
const news: News[] = [];

function client(): WorkerClient {
  asked.length = 0;
  givenUp.length = 0;
  news.length = 0;
  const post = (each: AskedWorker | GivenUp): void => {
    if ("givenUp" in each) givenUp.push(each.givenUp);
    else asked.push(each);
  };
  return new WorkerClient(post, (each) => news.push(each));
}

function changes(id: string): Request {
  return { kind: "changes", ask: { target: { kind: "commit", id, parent: undefined } } };
}

test("the first question goes out at once; of those in quick succession after it only the last", () => {
  const own = client();
  for (const id of ["a", "b", "c"]) own.ask(changes(id));
  vi.advanceTimersByTime(200);

  expect(asked.map(({ request }) => request)).toEqual([changes("a"), changes("c")]);
});

test("while a key is held down, the work on what was asked before stops, once", () => {
  const own = client();
  for (const id of ["a", "b", "c"]) own.ask(changes(id));
  expect(givenUp).toEqual([1]);
  vi.advanceTimersByTime(200);
  own.take({ number: 2, kind: "done" });
  for (const id of ["d", "e"]) own.ask(changes(id));

  expect(asked.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(givenUp).toEqual([1, 3]);
});

test("what commits change is counted on until the next question about it goes out", () => {
  const counts = (id: string): Request => ({
    kind: "counts",
    ask: { commits: [{ kind: "commit", id, parent: undefined }] },
  });
  const answer = (number: number) => ({
    number,
    kind: "answer" as const,
    answer: { kind: "counts" as const, answer: { key: String(number), counts: NO_COUNTS } },
  });
  const own = client();
  for (const id of ["a", "b"]) own.ask(counts(id));
  own.take(answer(1));
  vi.advanceTimersByTime(200);
  own.take(answer(1));
  own.take(answer(2));

  expect(givenUp).toEqual([]);
  expect(asked.map(({ request }) => request)).toEqual([counts("a"), counts("b")]);
  expect(news.map((each) => each.kind === "answer" && each.answer)).toEqual([answer(1).answer, answer(2).answer]);
});

test("questions of different kinds do not wait for each other", () => {
  const own = client();
  own.ask(changes("a"));
  own.ask({ kind: "header", ask: {} });

  expect(asked.map(({ request }) => request.kind)).toEqual(["changes", "header"]);
});

test("answers to a question that has been replaced are dropped, even before the new one went out", () => {
  const own = client();
  own.ask(changes("a"));
  own.ask(changes("b"));
  own.take({ number: 1, kind: "failed", message: "too late" });
  vi.advanceTimersByTime(200);
  own.take({ number: 2, kind: "failed", message: "in time" });

  expect(news).toEqual([{ number: 2, kind: "failed", message: "in time", of: "changes" }]);
});

test("when the thread has ended, each open question fails once, and the next one goes out", () => {
  const own = client();
  own.ask(changes("a"));
  own.ask({ kind: "header", ask: {} });
  own.lost("too large", "take less");
  own.take({ number: 1, kind: "done" });
  own.ask({ kind: "refs", ask: {} });

  const failed = { kind: "failed", message: "too large", hint: "take less" };
  expect(news).toEqual([
    { ...failed, number: 1, of: "changes" },
    { ...failed, number: 2, of: "header" },
  ]);
  expect(asked.map(({ request }) => request.kind)).toEqual(["changes", "header", "refs"]);
});

test("a question that is given up is not sent any more, or its work stops, once; its answer is no news", () => {
  const own = client();
  own.giveUp("changes");
  own.ask(changes("a"));
  own.giveUp("changes");
  own.giveUp("changes");
  own.take({ number: 1, kind: "done" });
  own.ask(changes("b"));
  own.giveUp("changes");
  vi.advanceTimersByTime(200);

  expect(asked.map(({ request }) => request)).toEqual([changes("a")]);
  expect(givenUp).toEqual([1]);
  expect(news).toEqual([]);
});

test("of what a held key passes by nothing is asked, however long ago the last question was", () => {
  const own = client();
  own.typed("j");
  own.ask(changes("a"));
  for (let at = 0; at < 20; at += 1) {
    vi.advanceTimersByTime(30);
    own.typed("j");
    if (at === 10) own.ask(changes("b"));
    if (at === 11) own.giveUp("changes");
  }
  expect(asked.map(({ request }) => request)).toEqual([changes("a")]);

  own.ask(changes("c"));
  vi.advanceTimersByTime(130);
  own.typed("j");
  own.ask(changes("d"));
  vi.advanceTimersByTime(30);
  own.typed("j");
  vi.advanceTimersByTime(30);
  own.typed("x");
  own.ask({ kind: "node", ask: { target: { kind: "commit", id: "d", parent: undefined }, node: "n" } });
  expect(
    asked.map(({ request: { kind } }) => kind),
    "another key is none that is held",
  ).toEqual([...["changes", "changes", "changes"], "node"]);
});
