import fc from "fast-check";
import { expect, test } from "vitest";
import { documentJson } from "../../../src/encoding/json.ts";
import type { RuntimeProperties } from "../../../src/model/inventory/policy.ts";
import { mask } from "../../../src/model/secrets/mask.ts";
import type { Masked } from "../../../src/model/secrets/masked.ts";
import type { Value } from "../../../src/model/values/value.ts";
import { parseRuntimeFile } from "../../../src/parse/runtime-files.ts";
import { rudderProperties } from "../../../src/report/inventory/json.ts";
import { runtimeData, runtimeRows } from "../../../src/report/properties/properties.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { runtimeProperties } from "../../../src/resolve/policies/runtime.ts";
import { propertiesOf } from "../../support/policies.ts";
import { float, type Plain, plain, typed } from "../../support/value.ts";

const shown = (runtime: RuntimeProperties) => mask("runtime", runtime, "shown");

function runtime(text: string, resolved: ReadonlyMap<string, Value> = new Map()): Masked<RuntimeProperties> {
  const file = { path: "properties.d/n1/a.json", blob: "0", text };
  const files = [parseRuntimeFile({ file, pathOnNode: "/var/rudder/local/properties.d/a.json" })];
  return shown(runtimeProperties({ node: "n1", resolved, files, merges: [] }));
}

const overridden = runtime(
  '{"properties": {"dns": "9.9.9.9", "DNS": [1.0]}, "10": {"b": 1, "2": 1}, "_x": {}}\n',
  propertiesOf({ dns: "1.1.1.1", ntp: { server: "pool" } }),
);

test("JSON has every namespace with the origin of each key", () => {
  const text = documentJson(runtimeData(shown({ ...overridden, merged: propertiesOf({ all: { a: 1 } }) })));

  expect(JSON.parse(text)).toEqual({
    v: 1,
    node: "n1",
    namespaces: { properties: { dns: "9.9.9.9", ntp: { server: "pool" }, DNS: [1] }, "10": { b: 1, "2": 1 } },
    origin: {
      properties: { dns: "properties.d/n1/a.json", ntp: "(resolved)", DNS: "properties.d/n1/a.json" },
      "10": { b: "properties.d/n1/a.json", "2": "properties.d/n1/a.json" },
    },
    merged: { all: { a: 1 } },
    files: { "properties.d/n1/a.json": "properties.property__var_rudder_local_properties_d_a_json" },
    errors: [{ file: "properties.d/n1/a.json", kind: "bad-namespace", name: "_x" }],
    caseCollisions: [{ namespace: "properties", keys: ["dns", "DNS"] }],
  });
  expect(text).toContain('"DNS":[1.0]},"10":{"b":1,"2":1}}');
});

test("people are shown each key with its place", () => {
  expect([...runtimeRows(overridden)].map(rowText)).toEqual([
    "PROPERTY              VALUE             FROM",
    'node.properties[dns]  "9.9.9.9"         properties.d/n1/a.json:1:24',
    'node.properties[ntp]  {server: "pool"}  nodes/n1.yml:1:1 (resolved)',
    "node.properties[DNS]  [1.0]             properties.d/n1/a.json:1:42",
    "node.10[b]            1                 properties.d/n1/a.json:1:62",
    "node.10[2]            1                 properties.d/n1/a.json:1:70",
    "",
    "FILE                    COPY FOR DEBUGGING",
    "properties.d/n1/a.json  properties.property__var_rudder_local_properties_d_a_json",
  ]);
});

test("a node without properties says so", () => {
  const none = runtimeProperties({ node: "n1", resolved: new Map(), files: [], merges: [] });

  expect([...runtimeRows(shown(none))].map(rowText)).toEqual(["the node has no properties"]);
});

test("merged variables have a table of their own", () => {
  const rows = [...runtimeRows(shown({ ...overridden, files: [], merged: propertiesOf({ all: { a: 1 } }) }))].map(
    rowText,
  );

  expect(rows.slice(-2)).toEqual(["MERGED  VALUE", "all     {a: 1}"]);
});

test("the exported file holds one namespace, a property on each line", () => {
  expect(rudderProperties(propertiesOf({ dns: "1.1.1.1", ntp: { servers: ["a"], port: 123 } }))).toBe(
    '{\n  "properties": {\n    "dns": "1.1.1.1",\n    "ntp": {"servers":["a"],"port":123}\n  }\n}\n',
  );
  expect(rudderProperties(new Map())).toBe('{"properties": {}}\n');
});

test("the exported file, read as an agent reads it, gives the same properties", () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n }),
    fc.boolean(),
    fc.constant(null),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((data): Plain => (Number.isInteger(data) ? float(data) : data)),
  );
  const data = fc.letrec<{ value: Plain }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 4 }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;

  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 6 }), data, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
      (given) => {
        const properties = propertiesOf(given);
        const read = runtime(rudderProperties(properties)).namespaces.get("properties") ?? new Map();

        expect([...read.keys()]).toEqual([...properties.keys()]);
        expect([...read.values()].map(({ value }) => plain(value))).toEqual([...properties.values()].map(plain));
      },
    ),
  );
});

test("a date is text in the exported file: JSON has no dates", () => {
  expect(rudderProperties(propertiesOf({ since: typed("date", "2024-01-31") }))).toContain('"since": "2024-01-31"');
});
