import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PackFolder } from "../../src/cache/pack-folder.ts";
import { MOST_OUTPUT, OutputStore, outputKey } from "../../src/cache/run-cache.ts";
import { tempDir } from "../support/git/repo.ts";
import { packPlace } from "../support/pack-place.ts";

const one = outputKey("test 1", ["one"]);
const two = outputKey("test 1", ["two"]);

test("what was put is there at once, and for whoever opens the store later", () => {
  const folder = tempDir();
  const store = at(folder);
  store.put(one, Buffer.from("first"));
  const before = text(store, one);
  store.keep();

  expect([before, text(store, one), text(at(folder), one), text(at(folder), two)]).toEqual([
    "first",
    "first",
    "first",
    undefined,
  ]);
});

test("keys differ with the question, with the form of the answer and with all that it depends on", () => {
  const keys = [
    outputKey("a 1", ["x", "y"]),
    outputKey("a 2", ["x", "y"]),
    outputKey("b 1", ["x", "y"]),
    outputKey("a 1", ["xy"]),
    outputKey("a 1", [["x", "y"]]),
    outputKey("a 1", ["x", "y", null]),
  ];

  expect(new Set(keys).size).toBe(keys.length);
});

test("an answer beyond what one may take is not kept", () => {
  const store = at(tempDir(), MOST_OUTPUT * 2);
  store.put(one, Buffer.alloc(MOST_OUTPUT + 1));
  store.put(two, Buffer.from("small"));
  store.keep();

  expect([text(store, one), text(store, two)]).toEqual([undefined, "small"]);
});

test("stores that are open at the same time see what the other one has written, and lose nothing", () => {
  const folder = tempDir();
  const [left, right] = [at(folder), at(folder)];
  for (let round = 0; round < 20; round += 1) {
    left.put(outputKey("left 1", [round]), Buffer.from(`left ${round}`));
    right.put(outputKey("right 1", [round]), Buffer.from(`right ${round}`));
    left.keep();
    right.keep();
  }
  const kept = at(folder);

  for (let round = 0; round < 20; round += 1) {
    expect(text(kept, outputKey("left 1", [round]))).toBe(`left ${round}`);
    expect(text(kept, outputKey("right 1", [round]))).toBe(`right ${round}`);
  }
});

test("where nothing can be written, nothing is kept and nothing fails", () => {
  const folder = tempDir();
  writeFileSync(join(folder, "answers"), "a file where the folder should be");
  const store = at(join(folder, "answers"));
  store.put(one, Buffer.from("first"));
  store.keep();

  expect(text(store, one)).toBeUndefined();
  expect(readdirSync(folder)).toEqual(["answers"]);
});

function at(folder: string, limit = 1_000_000): OutputStore {
  return new OutputStore(new PackFolder(packPlace(folder, { limit })), false);
}

function text(store: OutputStore, key: string): string | undefined {
  const found = store.get(key);
  return found && Buffer.from(found).toString();
}
