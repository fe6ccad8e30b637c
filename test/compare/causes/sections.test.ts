import { expect, test } from "vitest";
import { causes } from "./caused.ts";

test("what only an agent finds has the file, operand or name behind it as its cause", async () => {
  const agent = {
    "nodes/n1.yml": "properties: {limits: {files: 10}}\n",
    "techniques/kernel.yml": "multi: true\n",
    "techniques/mail.yml": "multi: true\n",
    "directives/kernel.yml": 'technique: kernel\nmerges: {limits: ["node.properties[limits]", "node.local[limits]"]}\n',
    "directives/mail.yml": "technique: mail\nsets: {relay: a}\n",
    "rules/all.yml": "directives: [kernel, mail]\ntargets: [special:all]\n",
    "properties.d/n1/a.json": '{"local": {"limits": {"cores": 2}}}\n',
  };

  expect(await causes(agent, { "properties.d/n1/a.json": '{"local": {"limits": {"cores": 3}}}\n' })).toEqual([
    "n1 runtime:local:limits:cores: value-edited in local properties.d/n1/a.json properties.d/n1/a.json:1>properties.d/n1/a.json:1",
    "n1 variables:limits:cores: reference-changed reference=node.local[limits] path=runtime,local,limits,cores in directive kernel >directives/kernel.yml:2 (value-edited in local properties.d/n1/a.json properties.d/n1/a.json:1>properties.d/n1/a.json:1)",
  ]);
  expect(await causes(agent, { "nodes/n1.yml": "properties: {limits: {files: 11}}\n" })).toEqual([
    "n1 limits:files: value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
    "n1 variables:limits:files: reference-changed reference=node.properties[limits] path=parameters,limits,files in directive kernel >directives/kernel.yml:2 (value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1)",
  ]);
  expect(await causes(agent, { "directives/mail.yml": "name: a first\ntechnique: mail\nsets: {relay: a}\n" })).toEqual([
    "n1 policies: value-edited in directive mail directives/mail.yml:1>directives/mail.yml:1",
  ]);
});

test("a class line that goes while another way still brings the class is the cause of the new order", async () => {
  const ways = {
    "classes/low.yml": "parameters: {k: low}\n",
    "classes/a.yml": "classes: [low]\nparameters: {k: high}\n",
    "classes/b.yml": "classes: [low]\n",
    "nodes/n1.yml": "classes: [a, b]\n",
  };

  expect(await causes(ways, { "classes/a.yml": "parameters: {k: high}\n" })).toContain(
    "n1 k: class-removed class=low in class a classes/a.yml:1>",
  );
});

test("a file of properties.d that is the same on both sides is no cause of a value that it no longer covers", async () => {
  const files = {
    "nodes/n1.yml": "classes: []\n",
    "properties.d/n1/a.json": '{"local": {"limit": 1}}\n',
    "properties.d/n1/z.json": '{"local": {"limit": 2}}\n',
  };

  expect(await causes(files, { "properties.d/n1/z.json": '{"local": {}}\n' })).toEqual([
    "n1 runtime:local:limit: value-removed in local properties.d/n1/z.json properties.d/n1/z.json:1>",
  ]);
});

test("a file of properties.d that covers a mapping is the cause of what the mapping had besides", async () => {
  const files = { "nodes/n1.yml": "properties: {limits: {files: 10, cores: 2}}\n", "properties.d/n1/.keep": "" };

  expect(await causes(files, { "properties.d/n1/a.json": '{"properties": {"limits": {"cores": 2}}}\n' })).toContain(
    "n1 runtime:properties:limits:files: value-added in local properties.d/n1/a.json >properties.d/n1/a.json:1",
  );
});
