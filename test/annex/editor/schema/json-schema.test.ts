import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { fileSchema } from "../../../../src/annex/editor/schema/json-schema.ts";
import { fileForms } from "../../../../src/model/forms/file-forms.ts";
import { keyNames, plainSentence } from "../../../../src/model/forms/form.ts";
import { settingForm } from "../../../../src/model/forms/setting-form.ts";
import { memoryWorkspace } from "../../../../src/workspace/open.ts";

const FILES: Readonly<Record<string, string>> = {
  settings: "heir.yml",
  node: "nodes/app1.yml",
  class: "classes/app.yml",
  group: "groups/apps.yml",
  globals: "globals.yml",
  order: "order.yml",
  technique: "techniques/cron.yml",
  directive: "directives/cron.yml",
  rule: "rules/cron.yml",
};
const SHAPES = ["unknown-key", "bad-value", "section-type", "bad-inherit-mode", "bad-criterion", "bad-target"];
const ajv = new Ajv2020({ strict: false });
const schemas = new Map(fileForms.map((form) => [String(form.name), ajv.compile(fileSchema(form))]));

/** The codes about the shape of one file, as `heir check` reports them. */
async function shapeCodes(form: string, data: unknown): Promise<readonly string[]> {
  const path = FILES[form] ?? "";
  const others = { "nodes/app1.yml": "", "classes/app.yml": "", "groups/east.yml": "", "techniques/jobs.yml": "" };
  const workspace = memoryWorkspace(Object.entries({ ...others, [path]: JSON.stringify(data) }));
  const { findings } = await workspace.check(await workspace.snapshot("WORKTREE"));
  const own = findings.map(({ diagnostic }) => diagnostic).filter(({ span }) => span?.file.path === path);
  return own.map(({ code }) => String(code)).filter((code) => SHAPES.includes(code));
}

const RIGHT: readonly (readonly [string, unknown])[] = [
  ["node", { classes: ["app", "~old"], groups: ["east", "~west"], facts: { cpu: 4 }, policyServer: false }],
  ["node", { properties: { mtu: 9000, ntp: { value: null, inheritMode: "mpa" }, bare: { inheritMode: "none" } } }],
  ["class", { parameters: null, exports: { "=a": [1] }, environment: "lab" }],
  [
    "group",
    {
      match: {
        any: [
          { fact: "cpu", op: "gt", value: 2 },
          { nodeid: "app.*", op: "regex" },
        ],
        not: true,
      },
    },
  ],
  ["group", { nodes: ["app1"], match: null, properties: { mtu: { value: 1 } } }],
  ["order", { order: [["east", "east2"]] }],
  ["technique", { multi: true, generation: "separated" }],
  ["directive", { technique: "jobs", priority: 10, merges: { jobs: ["node.cron[daily]", "node.cron[own][x]"] } }],
  [
    "rule",
    { targets: ["special:all", { and: ["group:east", { include: "group:east", exclude: "policyServer:app1" }] }] },
  ],
  ["settings", { version: 1, secrets: ["a:b"], checks: { "dead-value": "warning" }, scalar_parameters: "site" }],
];

const WRONG: readonly (readonly [string, unknown])[] = [
  ["node", { group: ["east"] }],
  ["node", { groups: ["~"] }],
  ["node", { properties: { mtu: { value: 1, provider: 7 } } }],
  ["class", { policyServer: true }],
  ["class", { applications: [1] }],
  ["group", { match: { all: [], any: [] } }],
  ["group", { match: { all: [{ fact: "cpu", op: "exists", value: 1 }] } }],
  ["group", { match: { all: [{ property: "mtu", op: "eq" }] } }],
  ["group", { match: { all: [{ group: "east", nodeid: "app1" }] } }],
  ["group", { match: { all: [{ fact: "a..b", op: "exists" }] } }],
  ["globals", { mtu: { value: 1, mode: "mpa" } }],
  ["order", { order: [["east"]] }],
  ["technique", { generation: "split" }],
  ["directive", { priority: 3 }],
  ["directive", { technique: "jobs", merges: { jobs: ["cron[a]", "node.cron[b]"] } }],
  ["rule", { targets: [{ or: ["group:east"], and: [] }] }],
  ["settings", { checks: { "class-not-found": "warning" } }],
  ["settings", { checks: { "no-such-code": "warning" } }],
  ["settings", { nodes_uri: "../elsewhere" }],
  ["settings", { delimiter: null }],
  ["settings", { folder: "lab", dialect: "kapitan" }],
];

test("a schema accepts what heir check finds nothing wrong with, and refuses what it reports", async () => {
  for (const [form, data] of RIGHT) {
    expect([form, data, schemas.get(form)?.(data), await shapeCodes(form, data)]).toEqual([form, data, true, []]);
  }
  for (const [form, data] of WRONG) {
    expect([form, data, schemas.get(form)?.(data)]).toEqual([form, data, false]);
    expect(await shapeCodes(form, data), JSON.stringify(data)).not.toEqual([]);
  }
});

test("the parser knows each key of a schema, and no other", async () => {
  for (const { name, shape } of fileForms) {
    if (shape.kind !== "form") continue;
    const all = Object.fromEntries(keyNames(shape.form).map((key) => [key, null]));
    expect(await shapeCodes(name, all), name).not.toContain("unknown-key");
    expect(await shapeCodes(name, { ...all, other: null }), name).toContain("unknown-key");
  }
});

test("every key has a description, and a setting that of its section in the reference", () => {
  const page = readFileSync("docs/reference/settings.md", "utf8").replace(/\s+/g, " ");
  for (const { name, sentence, default: otherwise } of settingForm.keys) {
    if (otherwise === undefined) continue;
    const section = page.slice(page.indexOf(`### \`${name}\``)).split(" ### ")[0] ?? "";
    expect(plainSentence(section), name).toContain(sentence);
  }
  for (const form of fileForms) expect([...undescribed(fileSchema(form))], form.name).toEqual([]);
});

function* undescribed(part: unknown): Iterable<string> {
  if (Array.isArray(part)) for (const each of part) yield* undescribed(each);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return;
  for (const [key, below] of Object.entries(part)) {
    const isKeys = key === "properties";
    for (const [name, schema] of isKeys ? Object.entries(below) : []) {
      if (!("description" in Object(schema))) yield name;
      yield* undescribed(schema);
    }
    if (!isKeys) yield* undescribed(below);
  }
}
