import { expect, test } from "vitest";
import { documentJson } from "../../../src/encoding/json.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import { policiesData, policiesRows, rulesData } from "../../../src/report/inspect/policies.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { policiesOfNode, policyInventory } from "../../support/policies.ts";

const inventory = policyInventory({
  files: {
    "techniques/motd.yml": "multi: true\n",
    "techniques/ssh.yml": "",
    "directives/motd-base.yml": "{technique: motd, sets: {motd: '${node.properties[motd]}', port: 22}}\n",
    "directives/motd-db.yml": "{technique: motd, priority: 7}\n",
    "directives/ssh-a.yml": "{technique: ssh, sets: {ciphers: [aes, 1.0]}}\n",
    "directives/ssh-b.yml": "{technique: ssh, priority: 9}\n",
    "rules/10-base.yml": "{directives: [motd-base, ssh-a], targets: ['special:all']}\n",
    "rules/20-db.yml": "{directives: [motd-db, ssh-b], targets: ['special:all']}\n",
  },
});
const found = mask("policies", policiesOfNode(inventory, { properties: { motd: "Hello" } }), "shown");

test("JSON has the policies in the order in which they run, and the variables", () => {
  const text = documentJson(policiesData(found));

  expect(JSON.parse(text)).toEqual({
    node: "n1",
    policies: [
      {
        technique: "motd",
        rule: "10-base",
        directive: "motd-base",
        directives: [
          { rule: "10-base", directive: "motd-base" },
          { rule: "20-db", directive: "motd-db" },
        ],
        overridden: [],
      },
      {
        technique: "ssh",
        rule: "10-base",
        directive: "ssh-a",
        directives: [{ rule: "10-base", directive: "ssh-a" }],
        overridden: [{ rule: "20-db", directive: "ssh-b", reason: "priority 9 comes after priority 5" }],
      },
    ],
    variables: { motd: "Hello", port: 22, ciphers: ["aes", 1] },
  });
  expect(text).toContain('"ciphers":["aes",1.0]');
});

test("people are shown who lost below who won, and where each value is written", () => {
  expect([...policiesRows(found)].map(rowText)).toEqual([
    "#  POLICY  KIND    DIRECTIVES",
    "1  motd    merged  10-base/motd-base (priority 5), 20-db/motd-db (priority 7)",
    "2  ssh     unique  10-base/ssh-a (priority 5)",
    "      lost: 20-db/ssh-b (priority 9)  priority 9 comes after priority 5",
    "",
    "VARIABLES",
    "motd: Hello  # directives/motd-base.yml:1:32",
    "port: 22     # directives/motd-base.yml:1:66",
    "ciphers:",
    "  - aes      # directives/ssh-a.yml:1:35",
    "  - 1.0      # directives/ssh-a.yml:1:40",
  ]);
});

test("a node without policies says so", () => {
  const none = mask("policies", policiesOfNode(policyInventory({})), "shown");

  expect(JSON.parse(documentJson(policiesData(none)))).toEqual({ node: "n1", policies: [], variables: {} });
  expect([...policiesRows(none)].map(rowText)).toEqual(["no policies"]);
});

test("rules are listed with their nodes, also those that reach nobody", () => {
  const rules = [...inventory.policies().rules.values()].map((rule, index) => ({
    rule,
    nodes: index === 0 ? ["n1"] : [],
  }));

  expect(JSON.parse(documentJson(rulesData(rules)))).toEqual({
    v: 1,
    rules: {
      "10-base": { nodes: ["n1"], directives: ["motd-base", "ssh-a"] },
      "20-db": { nodes: [], directives: ["motd-db", "ssh-b"] },
    },
  });
});
