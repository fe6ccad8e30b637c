import { describe, expect, test } from "vitest";
import type { ParsedRuntimeFile, RuntimeProperties } from "../../../src/model/inventory/policy.ts";
import { parseRuntimeFile } from "../../../src/parse/runtime-files.ts";
import { runtimeProperties } from "../../../src/resolve/policies/runtime.ts";
import { briefly } from "../../support/inventory.ts";
import { policiesIn, propertiesOf } from "../../support/policies.ts";
import { type Plain, plain } from "../../support/value.ts";

const SERVER = "/var/rudder/cfengine_community/inputs/properties.d/";
const LOCAL = "/var/rudder/local/properties.d/";

interface Given {
  readonly resolved?: Readonly<Record<string, Plain>>;
  /** Files in the order in which they are read: `server/NAME` or `local/NAME`, to content or text. */
  readonly files?: Readonly<Record<string, object | string>>;
  /** Variable to operands. */
  readonly merges?: Readonly<Record<string, readonly [string, string]>>;
}

function runtime({ resolved = {}, files = {}, merges = {} }: Given): RuntimeProperties {
  const text = JSON.stringify({ technique: "t", merges });
  const { directives } = policiesIn({ "directives/d.yml": text });
  return runtimeProperties({
    node: "n1",
    resolved: propertiesOf(resolved),
    files: Object.entries(files).map(([path, content]) => parsed(path, content)),
    merges: directives.get("d")?.merges ?? [],
  });
}

function parsed(path: string, content: object | string): ParsedRuntimeFile {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const pathOnNode = path.startsWith("server/") ? SERVER + path.slice(7) : LOCAL + path.slice(6);
  return parseRuntimeFile({ file: { path, blob: path, text }, pathOnNode });
}

function namespaces(found: RuntimeProperties): unknown {
  const keys = [...found.namespaces].map(([name, entries]) => [
    name,
    Object.fromEntries([...entries].map(([key, { value }]) => [key, plain(value)])),
  ]);
  return Object.fromEntries(keys);
}

function origins({ namespaces: found }: RuntimeProperties): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    [...found].flatMap(([name, entries]) => [...entries].map(([key, { file }]) => [`${name}/${key}`, file])),
  );
}

const merged = (found: RuntimeProperties) =>
  Object.fromEntries([...found.merged].map(([name, value]) => [name, plain(value)]));
const findings = ({ diagnostics }: RuntimeProperties) => diagnostics.map(briefly);

describe("a later file replaces keys as a whole", () => {
  test("a local override takes the whole key, vm is untouched and shmall is gone", () => {
    const found = runtime({
      files: {
        "server/properties.json": {
          properties: {
            sysctls_postgresql: { "kernel.shmall": "903330", "kernel.shmmax": "3700041320" },
            vm: { "vm.dirty_ratio": "10" },
          },
        },
        "local/postgresql_config.json": { properties: { sysctls_postgresql: { "kernel.shmmax": "5368709120" } } },
      },
    });

    expect(namespaces(found)).toEqual({
      properties: { sysctls_postgresql: { "kernel.shmmax": "5368709120" }, vm: { "vm.dirty_ratio": "10" } },
    });
    expect(origins(found)).toEqual({
      "properties/sysctls_postgresql": "local/postgresql_config.json",
      "properties/vm": "server/properties.json",
    });
  });

  test("an overridden container keeps nothing of the old one", () => {
    const files = {
      "server/a.json": { properties: { o: { a: 1, b: 2 } } },
      "server/b.json": { properties: { o: {} } },
    };

    expect(namespaces(runtime({ files }))).toEqual({ properties: { o: {} } });
  });

  test("the last file read wins key by key", () => {
    const found = runtime({
      files: { "server/a.json": { properties: { k: "a", j: "a" } }, "server/b.json": { properties: { k: "b" } } },
    });

    expect(namespaces(found)).toEqual({ properties: { k: "b", j: "a" } });
    expect(origins(found)).toEqual({ "properties/k": "server/b.json", "properties/j": "server/a.json" });
  });

  test("the same key in two namespaces never meets", () => {
    const found = runtime({ files: { "server/a.json": { properties: { k: 1 }, other: { k: 2 } } } });

    expect(namespaces(found)).toEqual({ properties: { k: 1 }, other: { k: 2 } });
  });

  test("the resolved properties of the node come first", () => {
    const files = { "local/a.json": { properties: { dns: { ip: "9.9.9.9" } } } };
    const found = runtime({ resolved: { dns: { ip: "1.1.1.1", port: 53 }, ntp: "pool" }, files });

    expect(namespaces(found)).toEqual({ properties: { dns: { ip: "9.9.9.9" }, ntp: "pool" } });
    expect(origins(found)).toEqual({ "properties/dns": "local/a.json", "properties/ntp": undefined });
  });

  test("without resolved properties and files there is no namespace", () => {
    expect(namespaces(runtime({}))).toEqual({});
  });
});

describe("merges", () => {
  const server = {
    "server/properties.json": {
      properties: { sysctls_postgresql: { "kernel.shmall": "903330", "kernel.shmmax": "3700041320" } },
    },
  };

  test("local values in a namespace of their own are laid over those of the server", () => {
    const local = { sysctls_postgresql: { "kernel.shmmax": "5368709120", "kernel.shmmni": "4096" } };
    const found = runtime({
      files: { ...server, "local/postgresql_config.json": { local_properties: local } },
      merges: { merged: ["node.properties[sysctls_postgresql]", "node.local_properties[sysctls_postgresql]"] },
    });

    expect(merged(found)).toEqual({
      merged: { "kernel.shmall": "903330", "kernel.shmmax": "5368709120", "kernel.shmmni": "4096" },
    });
    expect(namespaces(found)).toMatchObject({ local_properties: local });
    expect(findings(found)).toEqual([]);
  });

  test.each<[string, Plain, Plain, Plain]>([
    ["objects are merged on the first level only", { o: { x: 1 }, k: 1 }, { o: { y: 2 } }, { o: { y: 2 }, k: 1 }],
    ["lists are joined", [1, 2], [2, 3], [1, 2, 2, 3]],
  ])("%s", (_, first, second, result) => {
    const files = { "server/a.json": { properties: { a: first } }, "local/b.json": { local: { a: second } } };

    expect(merged(runtime({ files, merges: { m: ["node.properties[a]", "node.local[a]"] } }))).toEqual({ m: result });
  });

  test.each([
    ["first", "node.properties[nope]", "node.properties[a]"],
    ["second", "node.properties[a]", "node.nope[a]"],
  ])("with the %s operand undefined the other is the result", (_, first, second) => {
    const files = { "server/a.json": { properties: { a: { x: 1 } } } };

    expect(merged(runtime({ files, merges: { m: [first, second] } }))).toEqual({ m: { x: 1 } });
  });

  test("further keys lead deeper, a decimal one into a list", () => {
    const files = { "server/a.json": { properties: { a: { "x.y": [{ z: [1] }] } } } };
    const merges: Given["merges"] = { m: ["node.properties[a][x.y][0][z]", "node.properties[a][x.y]"] };

    expect(merged(runtime({ files, merges }))).toEqual({ m: [1, { z: [1] }] });
  });

  test("both operands undefined", () => {
    const found = runtime({ merges: { m: ["node.properties[a]", "node.local[a]"] } });

    expect(merged(found)).toEqual({});
    expect(found.errors).toEqual([{ file: "directives/d.yml", code: "merge-undefined", name: "m" }]);
    expect(findings(found)).toEqual([
      "merge-undefined at directives/d.yml:1:28: m cannot be merged: neither node.properties[a] nor node.local[a] is defined",
    ]);
  });

  test.each<[Plain, Plain]>([
    [{ x: 1 }, [1]],
    ["a", "b"],
    [null, { x: 1 }],
  ])("%j and %j cannot be merged", (first, second) => {
    const files = { "server/a.json": { properties: { a: first, b: second } } };
    const found = runtime({ files, merges: { m: ["node.properties[a]", "node.properties[b]"] } });

    expect(merged(found)).toEqual({});
    expect(found.errors).toEqual([{ file: "directives/d.yml", code: "merge-type", name: "m" }]);
  });
});

describe("what cannot be used is left out, the rest counts", () => {
  test("a namespace must hold an object", () => {
    const found = runtime({
      files: { "server/a.json": { properties: "Paris", more: [1] }, "server/b.json": { properties: { k: 1 } } },
    });

    expect(namespaces(found)).toEqual({ properties: { k: 1 } });
    expect(found.errors).toEqual([
      { file: "server/a.json", code: "too-shallow", name: "properties" },
      { file: "server/a.json", code: "too-shallow", name: "more" },
    ]);
    expect(findings(found)[0]).toBe(
      "too-shallow at server/a.json:1:15: the namespace properties must hold an object of keys",
    );
  });

  test("a namespace begins with a letter or digit and holds no dash", () => {
    const found = runtime({
      files: { "server/a.json": { _x: { k: 1 }, "a-b": { k: 1 }, a_b: { k: 1 }, "1a": { k: 1 }, "": {} } },
    });

    expect(namespaces(found)).toEqual({ a_b: { k: 1 }, "1a": { k: 1 } });
    expect(found.errors.map(({ code, name }) => [code, name])).toEqual([
      ["bad-namespace", "_x"],
      ["bad-namespace", "a-b"],
      ["bad-namespace", ""],
    ]);
  });

  test("a file that is no JSON, and one that holds no object", () => {
    const found = runtime({
      files: { "server/a.json": "{", "server/b.json": "[]", "local/c.json": { properties: { k: 1 } } },
    });

    expect(namespaces(found)).toEqual({ properties: { k: 1 } });
    expect(found.errors).toEqual([
      { file: "server/a.json", code: "json-syntax", name: "" },
      { file: "server/b.json", code: "not-an-object", name: "" },
    ]);
    expect(found.files.map(({ path }) => path)).toEqual(["server/a.json", "server/b.json", "local/c.json"]);
  });

  test("a key that stands twice is a warning and no error", () => {
    const found = runtime({ files: { "server/a.json": '{"properties": {"k": 1, "k": 2}}' } });

    expect(namespaces(found)).toEqual({ properties: { k: 2 } });
    expect(found.errors).toEqual([]);
    expect(found.diagnostics).toMatchObject([{ code: "yaml-duplicate-key", severity: "warning" }]);
  });
});

test("keys that differ only in case are told, in whatever files they stand", () => {
  const found = runtime({
    resolved: { DNS: "0" },
    files: { "server/a.json": { properties: { Dns: "1", dns: "2", ntp: 1 }, other: { NTP: 1 } } },
  });

  expect(found.caseCollisions).toEqual([{ namespace: "properties", keys: ["DNS", "Dns", "dns"] }]);
  expect(findings(found)).toEqual([
    "property-case-clash at nodes/n1.yml:1:1: DNS, Dns, dns differ only in case: on Windows they are one key of node.properties",
  ]);
});

describe("the copy of a file for debugging", () => {
  const variableOf = (path: string) => runtime({ files: { [path]: {} } }).files[0]?.variable;

  test.each([
    [
      "server/properties.json",
      "properties.property__var_rudder_cfengine_community_inputs_properties_d_properties_json",
    ],
    ["local/a-b.json", "properties.property__var_rudder_local_properties_d_a_b_json"],
    ["local/a_b.json", "properties.property__var_rudder_local_properties_d_a_b_json"],
  ])("of %s is called by its path on the node", (path, variable) => {
    expect(variableOf(path)).toBe(variable);
  });

  test("has a sign for each byte of other letters, as the agent makes it", () => {
    expect(variableOf("local/é.json")).toBe("properties.property__var_rudder_local_properties_d____json");
  });

  test("may be the same for two files, which is told", () => {
    const found = runtime({
      files: { "local/a-b.json": { properties: { k: 1 } }, "local/a_b.json": {}, "local/c.json": {} },
    });

    expect(findings(found)).toEqual([
      "fileid-collision at local/a_b.json:1:1: local/a-b.json and local/a_b.json share the variable " +
        "properties.property__var_rudder_local_properties_d_a_b_json",
    ]);
    expect(namespaces(found)).toEqual({ properties: { k: 1 } });
  });
});
