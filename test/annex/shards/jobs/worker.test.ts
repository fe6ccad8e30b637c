import fc from "fast-check";
import { expect, test } from "vitest";
import {
  failureEnd,
  recordsIn,
  type ShareEnd,
  type Worker,
  workerOf,
} from "../../../../src/annex/shards/jobs/worker.ts";
import type { ShareProcess } from "../../../../src/cli/commands/shares.ts";
import { packed } from "../../../../src/encoding/packed.ts";
import { HeirError } from "../../../../src/model/findings/failure.ts";

const PART = { index: 1, of: 1 };
const END = { found: packed(["all"]), read: "a b", texts: ["hunter22"] };

function workerThatWrites(...records: readonly string[]): { worker: Worker; ends: readonly ShareEnd[] } {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(records.join(""));
  }
  const ends: ShareEnd[] = [];
  const process: ShareProcess = { bytes: bytes(), ended: Promise.resolve("SIGKILL"), kill: () => undefined };
  const events = {
    done: async (end: ShareEnd) => void ends.push(end),
    lost: (why: string) => new Error(why),
  };
  return { worker: workerOf(PART, process, events), ends };
}

function record(text: string): string {
  return `${text}\0`;
}

test("records are what was written, wherever the bytes are cut", async () => {
  const written = ["\ntext", '[[]]\n{\n"ü": 1}', "\n𐀀\r\n", "{}"];
  const all = Buffer.from(written.map(record).join(""));
  const cuts = fc.uniqueArray(fc.nat(all.length), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const places = [0, ...at.sort((one, other) => one - other), all.length];
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (const [index, end] of places.slice(1).entries()) yield all.subarray(places[index], end);
      }
      const read: string[] = [];
      for await (const each of recordsIn(chunks())) read.push(each.toString());
      expect(read).toEqual(written);
    }),
  );
});

test("a worker gives its pieces, then what it found, and passes on what it says of the states", async () => {
  const { worker, ends } = workerThatWrites(record("\ntext"), record(JSON.stringify(END)));

  expect((await worker.piece())?.toString()).toBe("\ntext");
  expect([ends, worker.isDone()]).toEqual([[], false]);
  expect(await worker.piece()).toBeUndefined();
  expect([ends, worker.isDone()]).toEqual([[END], true]);
  expect(await worker.found()).toEqual(["all"]);
});

test("a worker that ends before its last record is lost, also in the middle of one", async () => {
  const { worker } = workerThatWrites(record("\ntext"), "\nhalf");

  await worker.piece();
  await expect(worker.piece()).rejects.toThrow("SIGKILL");
  expect(worker.isDone()).toBe(false);
});

test("the error of a file that cannot be read is that of one process; a bug stays one", async () => {
  const error = new HeirError("environment", "no such blob", "git fsck", { candidates: ["a"] });
  const failing = (thrown: unknown) => workerThatWrites(record(JSON.stringify(failureEnd(thrown)))).worker.piece();

  await expect(failing(error)).rejects.toEqual(error);
  await expect(failing(new TypeError("x"))).rejects.toEqual(new Error("TypeError: x"));
});

test("who waits for one worker is told that another is lost", async () => {
  const told: string[] = [];
  const ended = Promise.resolve("memory");
  async function* bytes(): AsyncGenerator<Uint8Array> {
    await new Promise(() => undefined);
    yield Buffer.of();
  }
  const lost = (why: string) => new Error(String(told.push(why)));
  const events = { done: async () => undefined, lost };
  workerOf(PART, { bytes: bytes(), ended, kill: () => undefined }, events);

  await ended;
  expect(told).toEqual(["memory"]);
});
