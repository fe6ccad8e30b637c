import { expect, test } from "vitest";
import { dataChanges } from "../../../src/compare/changes/nodes.ts";
import { plainValue } from "../../../src/library/plain.ts";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import { NodeData } from "../../../src/resolve/data/node-data.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { type Files, Sides } from "../../support/side.ts";

const FILES = {
  "heir.yml": "",
  "classes/base.yml": "applications: [motd, ssh]\n",
  "nodes/web1.yml":
    "classes: [base]\nfacts: {os: {name: Debian}}\nproperties: {limits: {files: 10, cores: 2}, mtu: 1500}\n",
  "techniques/kernel.yml": "multi: true\n",
  "techniques/mail.yml": "multi: true\n",
  "directives/kernel.yml":
    'technique: kernel\nsets: {limits: "${node.properties[mtu]}"}\nmerges: {limits: ["node.properties[limits]", "node.local[limits]"]}\n',
  "directives/mail.yml": "technique: mail\nsets: {relay: mail.example.org}\n",
  "rules/all.yml": "directives: [kernel]\ntargets: [special:all]\n",
  "rules/mail.yml": "directives: [mail]\ntargets: [special:all]\n",
  "properties.d/web1/local.json": '{"local": {"limits": {"files": 99}}, "properties": {"mtu": 9000}}\n',
};

async function dataOf(files: Files): Promise<NodeData> {
  const { inventory } = await new Sides().of(files);
  const { node } = resolveNode(inventory, "web1");
  if (node === undefined) throw new Error("the node does not resolve");
  return new NodeData(inventory, { node });
}

async function changesWith(edit: Partial<Record<string, string>>): Promise<readonly string[]> {
  const after = Object.fromEntries(Object.entries({ ...FILES, ...edit }).filter(([, text]) => text !== ""));
  const changes = dataChanges(await dataOf(FILES), await dataOf({ ...after, "heir.yml": "" } as Files));
  return changes.map(({ kind, path }) => `${kind} ${printPath(path)}`);
}

test("every section has its values, and a name in a list of names is its own key", async () => {
  const data = await dataOf(FILES);
  const at = (...path: string[]) => {
    const value = data.at(path);
    return value && plainValue(value);
  };

  expect(at("applications", "ssh")).toBe("ssh");
  expect(at("applications", "1")).toBe("ssh");
  expect(at("facts", "os", "name")).toBe("Debian");
  expect(at("policies", "kernel")).toEqual(["all/kernel"]);
  expect(at("variables", "relay")).toBe("mail.example.org");
  expect(at("groups", "none")).toBeUndefined();
});

test("of a variable that is set and merged the last declaration counts", async () => {
  const data = await dataOf(FILES);
  expect(plainValue(data.at(["variables", "limits"]) ?? data.section("runtime"))).toEqual({ files: 99, cores: 2 });
});

test("a run-time key is listed where a file sets it; any other property is found there, too", async () => {
  const data = await dataOf(FILES);
  expect(plainValue(data.section("runtime"))).toEqual({ local: { limits: { files: 99 } }, properties: { mtu: 9000 } });
  expect(plainValue(data.at(["runtime", "properties", "limits", "cores"]) ?? data.node.parameters)).toBe(2);
});

test("facts, run-time keys and merged variables are compared", async () => {
  const node = FILES["nodes/web1.yml"].replace("Debian", "Alpine");
  expect(await changesWith({ "nodes/web1.yml": node })).toEqual(["changed facts:os:name"]);

  const local = FILES["properties.d/web1/local.json"].replace("99", "98");
  const merged = ["changed runtime:local:limits:files", "changed variables:limits:files"];
  expect(await changesWith({ "properties.d/web1/local.json": local })).toEqual(merged);
});

test("a file that sets a property is compared with the property in the state without it", async () => {
  expect(await changesWith({ "properties.d/web1/local.json": '{"properties": {"mtu": 1500}}' })).toEqual([
    "removed runtime:local",
    "changed runtime:properties:mtu",
    "changed variables:limits:files",
  ]);
});

test("the order of the techniques is a change of policies itself", async () => {
  const rule = `name: a first\n${FILES["rules/mail.yml"]}`;
  expect(await changesWith({ "rules/mail.yml": rule })).toEqual(["changed policies"]);
});
