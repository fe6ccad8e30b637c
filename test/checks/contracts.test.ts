import { beforeAll, expect, test } from "vitest";
import { layerFaults } from "../../src/checks/contracts/layers.ts";
import { ValueJudge } from "../../src/checks/contracts/values.ts";
import type { ValueContract } from "../../src/model/contracts/contract.ts";
import { StateSet } from "../../src/model/contracts/path-state.ts";
import type { Inventory } from "../../src/model/inventory/inventory.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { Sides } from "../support/side.ts";

const NODES = 50;

const FILES = {
  "contracts/net.yml": JSON.stringify({
    values: {
      "net:port": { type: "port", required: true },
      "net:ip": { type: "ipv4" },
      "net:users:*:uid": { type: "integer", required: true },
      "ntp:server": { type: "hostname", set_in: ["class:base"] },
    },
  }),
  "classes/base.yml": JSON.stringify({
    parameters: { ntp: { server: "a.example.org" }, net: { port: 22, users: { ann: { uid: 1 }, bob: { uid: 2 } } } },
  }),
  ...Object.fromEntries(
    Array.from({ length: NODES }, (_, at) => [
      `nodes/n${at}.yml`,
      JSON.stringify({ classes: ["base"], parameters: { net: { ip: `10.0.0.${at}` } } }),
    ]),
  ),
};

let inventory: Inventory;
let contracts: readonly ValueContract[];

beforeAll(async () => {
  ({ inventory } = await new Sides().of(FILES));
  contracts = inventory.contracts?.values ?? [];
});

function resolved(name: string) {
  const { node } = resolveNode(inventory, name);
  if (node === undefined) throw new Error(`${name} does not resolve`);
  return node;
}

test("values that nodes share are judged once: each further node costs what is its own", () => {
  const judged: string[] = [];
  const counted = contracts.map((contract): ValueContract => {
    const test: ValueContract["test"] = (value, context) => {
      judged.push(contract.path.text);
      return contract.test?.(value, context) ?? true;
    };
    return { ...contract, test };
  });
  const judge = new ValueJudge({ isNode: () => false });
  const { start } = new StateSet(counted);
  for (const name of inventory.nodeNames) expect(judge.faults(resolved(name).parameters, start)).toEqual([]);

  const shared = ["net:port", "net:users:*:uid", "net:users:*:uid", "ntp:server"];
  expect(judged.sort()).toEqual([...Array.from({ length: NODES }, () => "net:ip"), ...shared]);
});

test("of two keys with the same text in an item, the last counts, after any other item", async () => {
  const { inventory } = await new Sides().of({
    "contracts/flags.yml": 'values: { "flags:*:true": { type: integer } }',
    "nodes/n.yml":
      'parameters: { flags: [{ "true": a }, { true: a, "true": 1 }, { "true": 1 }, { "true": 1, true: b }] }',
  });
  const { start } = new StateSet(inventory.contracts?.values ?? []);
  const { node } = resolveNode(inventory, "n");
  if (node === undefined) throw new Error("n does not resolve");
  const faults = new ValueJudge({ isNode: () => false }).faults(node.parameters, start);

  expect(faults.map(({ at }) => at.join(":"))).toEqual(["flags:0:true", "flags:3:true"]);
});

test("a layer is judged once, however many nodes have it", () => {
  const judged: string[] = [];
  const counted = contracts.map(({ setIn, ...contract }): ValueContract => {
    const fits = (name: string): boolean => judged.push(name) > 0;
    return { ...contract, setIn: setIn?.map((layer) => ({ ...layer, fits })) };
  });
  for (const name of inventory.nodeNames) expect(layerFaults(resolved(name), counted, inventory.settings)).toEqual([]);

  expect(judged).toEqual(["base"]);
});
