import fc from "fast-check";
import { expect, test } from "vitest";
import { type Reply, replyReader } from "../../../../src/source/git/binary/cat-file.ts";

const ID = "a".repeat(40);

test("answers are the same however the output is cut into chunks", () => {
  const body = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  const reply = fc.oneof(
    fc.record({ kind: fc.constant("object" as const), id: fc.constant(ID), type: fc.constant("blob"), body }),
    fc.record({ kind: fc.constantFrom("missing" as const, "ambiguous" as const) }),
  );
  fc.assert(
    fc.property(fc.array(reply), fc.array(fc.nat(80)), (replies, cuts) => {
      expect(read(chunks(Buffer.concat(replies.map(printed)), cuts))).toEqual(replies);
    }),
  );
});

test("a name with spaces that is missing, and sha256 ids, are read", () => {
  const long = "b".repeat(64);
  expect(read([Buffer.from(`no such name missing\n${long} tree 0\n\n`)])).toEqual([
    { kind: "missing" },
    { kind: "object", id: long, type: "tree", body: Buffer.alloc(0) },
  ]);
});

test("output that is no answer is an error", () => {
  expect(() => read([Buffer.from("fatal: what\n")])).toThrow("unexpected answer of git cat-file: fatal: what");
});

function read(pieces: Iterable<Buffer>): readonly Reply[] {
  const replies: Reply[] = [];
  const feed = replyReader((reply) => replies.push(reply));
  for (const piece of pieces) feed(piece);
  return replies;
}

function printed(reply: Reply): Buffer {
  if (reply.kind !== "object") return Buffer.from(`name ${reply.kind}\n`);
  return Buffer.concat([
    Buffer.from(`${reply.id} ${reply.type} ${reply.body.length}\n`),
    reply.body,
    Buffer.from("\n"),
  ]);
}

function* chunks(bytes: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let at = 0;
  for (const cut of cuts) {
    yield bytes.subarray(at, at + cut);
    at += cut;
  }
  yield bytes.subarray(at);
}
