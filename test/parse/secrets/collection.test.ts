import { expect, test } from "vitest";
import { placeOf } from "../../../src/model/values/value.ts";
import { Sides } from "../../support/side.ts";

test("secrets are collected from each file when it is read, from every kind of file", async () => {
  const { inventory } = await new Sides().of({
    "heir.yml": 'secrets: ["**:pw", exports:key]\n',
    "globals.yml": "a: {pw: in-globals}\n",
    "groups/g.yml": "properties: {a: {pw: in-group}}\n",
    "classes/c.yml": "parameters: {a: {~pw: in-class}}\nexports: {key: in-export}\n",
    "nodes/n1.yml": "parameters: {=pw: 1234567}\nproperties: {b: {pw: in-node}}\n",
    "directives/d.yml": "technique: t\nsets: {v: {pw: in-directive}}\n",
    "properties.d/n1/a.json": '{"app": {"pw": "in-runtime"}}',
  });
  const { texts } = inventory.secrets;

  expect([...texts]).toEqual(["in-globals", "in-group"]);
  inventory.node("n1");
  inventory.class("c");
  expect([...texts].slice(2)).toEqual(["1234567", "in-node", "in-class", "in-export"]);
  inventory.policies();
  inventory.runtimeFiles("n1");
  expect([...texts].slice(6)).toEqual(["in-directive", "in-runtime"]);
});

test("short and encrypted values, truth values, references and texts with one are known by their places alone", async () => {
  const text = 'parameters:\n  pw: [x, true, "ENC[abcdef]", "${a:b}", "longer ${a}"]\n';
  const { inventory } = await new Sides().of({ "heir.yml": "secrets: pw\n", "nodes/n1.yml": text });
  const file = inventory.node("n1")?.file;
  if (file === undefined) throw new TypeError("the node is there");
  const places = inventory.secrets.places.get(file) ?? [];

  expect([...inventory.secrets.texts]).toEqual([]);
  expect(places.map(({ start, end }) => placeOf({ file, start, end }).column)).toEqual([7, 8, 11, 17, 42]);
});

test("without the setting nothing is collected", async () => {
  const { inventory } = await new Sides().of({ "nodes/n1.yml": "parameters: {pw: geheim1}\n" });
  inventory.node("n1");

  expect(inventory.secrets).toMatchObject({ paths: [], texts: new Set(), places: new Map() });
});
