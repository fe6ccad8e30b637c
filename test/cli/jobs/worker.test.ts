import fc from "fast-check";
import { expect, test } from "vitest";
import type { ShareProcess } from "../../../src/cli/commands/shares.ts";
import { failureText, recordsIn, recordText, type Said, Worker } from "../../../src/cli/jobs/worker.ts";
import { HeirError } from "../../../src/model/findings/failure.ts";

const PART = { index: 1, of: 1, own: () => true };

function workerThatWrites(...records: readonly string[]): { worker: Worker; said: readonly Said[] } {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(records.join(""));
  }
  const said: Said[] = [];
  const process: ShareProcess = { bytes: bytes(), ended: Promise.resolve("SIGKILL"), kill: () => undefined };
  const events = {
    hear: async (one: Said) => void said.push(one),
    lost: (why: string) => new Error(why),
    done: () => undefined,
  };
  return { worker: new Worker(PART, process, events), said };
}

test("records are what was written, wherever the bytes are cut", async () => {
  const written = ["t", 'd{\n"ü": 1}', "t𐀀\r\n", "e[]"];
  const all = Buffer.from(written.map((record) => recordText(record.slice(0, 1), record.slice(1))).join(""));
  const cuts = fc.uniqueArray(fc.nat(all.length), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const places = [0, ...at.sort((one, other) => one - other), all.length];
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (const [index, end] of places.slice(1).entries()) yield all.subarray(places[index], end);
      }
      const read: string[] = [];
      for await (const record of recordsIn(chunks())) read.push(record.toString());
      expect(read).toEqual(written);
    }),
  );
});

test("a worker gives its records, and passes on what it says of the states", async () => {
  const said = { read: "a b", texts: ["hunter22"] };
  const { worker, said: heard } = workerThatWrites(
    recordText("s", JSON.stringify(said)),
    recordText("t", "text"),
    recordText("e", "[]"),
  );

  expect((await worker.next()).body.toString()).toBe("text");
  expect([heard, worker.isDone]).toEqual([[said], false]);
  expect((await worker.next()).kind).toBe("e");
  expect(worker.isDone).toBe(true);
});

test("a worker that ends before its last record is lost, also in the middle of one", async () => {
  const { worker } = workerThatWrites(recordText("t", "text"), "thalf");

  await worker.next();
  await expect(worker.next()).rejects.toThrow("SIGKILL");
  expect(worker.isDone).toBe(false);
});

test("the error of a file that cannot be read is that of one process; a bug stays one", async () => {
  const error = new HeirError("environment", "no such blob", "git fsck", { candidates: ["a"] });
  const failing = (thrown: unknown) => workerThatWrites(recordText("f", failureText(thrown))).worker.next();

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
  const events = { hear: async () => undefined, lost, done: () => undefined };
  new Worker(PART, { bytes: bytes(), ended, kill: () => undefined }, events);

  await ended;
  expect(told).toEqual(["memory"]);
});
