import { expect, test } from "vitest";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import { placeOf, placeText } from "../../src/model/values/value.ts";
import { type Walk, written, writtenLeaves } from "../../src/written/written.ts";
import { Sides } from "../support/side.ts";

async function layer(text: string) {
  const { inventory } = await new Sides().of({ "nodes/n.yml": `parameters:\n${text}` });
  const definition = inventory.node("n");
  if (definition === undefined) throw new Error("no node");
  return definition.parameters;
}

async function paths(text: string, walk?: Walk): Promise<readonly string[]> {
  return written(await layer(text), defaultSettings, walk).map(({ path, prefixes }) => {
    return [path.join(":"), ...prefixes].join(" ");
  });
}

test("values come in the order written, a mapping before what is in it, a list as one", async () => {
  expect(await paths("  b: {y: 1, x: {}}\n  a: [{k: 1}, 2]\n  t: ${b:y}\n")).toEqual(["b", "b:y", "b:x", "a", "t"]);
});

test("lists are entered on request; their items have indexes for keys", async () => {
  expect(await paths("  a: [{k: 1}, [2]]\n", { at: ["parameters"], enters: () => true })).toEqual([
    "parameters:a",
    "parameters:a:0",
    "parameters:a:0:k",
    "parameters:a:1",
    "parameters:a:1:0",
  ]);
});

test("prefixes are read and taken off; below a key with one, and in lists, they are text (rule M8)", async () => {
  expect(
    await paths("  ~a: {~k: 1}\n  =b: 2\n  ~=c: 3\n  m: {~d: 4}\n  l: [{~e: 5}]\n", { enters: () => true }),
  ).toEqual(["a override", "a:~k", "b constant", "c override constant", "m", "m:d override", "l", "l:0", "l:0:~e"]);
});

test("each has the place of its key; items have none", async () => {
  const found = written(await layer("  ~a:\n    - 1\n"), defaultSettings, { enters: () => true });
  const places = found.map(({ entry }) => entry && placeText(placeOf(entry.keyNode.origin)));
  expect(places).toEqual(["nodes/n.yml:2:3", undefined]);
});

test("leaves are what holds no other key: scalars, references, whole lists, empty mappings", async () => {
  const leaves = writtenLeaves(await layer("  a: {b: {}, c: [1], d: {e: '${x}'}}\n  f: 1\n"), defaultSettings, [
    "parameters",
  ]);
  expect(leaves.map(({ path }) => path.join(":"))).toEqual([
    "parameters:a:b",
    "parameters:a:c",
    "parameters:a:d:e",
    "parameters:f",
  ]);
});
