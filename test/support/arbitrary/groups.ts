import fc from "fast-check";
import type { Files } from "../side.ts";

const NODES = ["n1", "n2", "n3"];
const GROUPS = ["os", "os.debian", "dc", "dc.munich", "web"];

const value = fc.constantFrom("1", "text", "[1]", "[2]", "{k: 1}", "{k: 2}", "{l: [1]}", "'${k}'");
const mode = fc.constantFrom("", "", "", ", inheritMode: mao", ", inheritMode: moa", ", inheritMode: ooo");
const property = fc.tuple(value, mode).map(([written, letters]) => `{value: ${written}${letters}}`);
const properties = fc
  .dictionary(fc.constantFrom("k", "l", "m"), property, { maxKeys: 2 })
  .map((some) => `{${Object.entries(some).map(([name, text]) => `${name}: ${text}`)}}`);

const criterion = fc.constantFrom(
  "{fact: os, op: eq, value: Debian}",
  "{fact: ram, op: gteq, value: 8}",
  '{property: "k=1", op: eq}',
  "{property: l, op: hasKey}",
  "{nodeid: 'n[12]', op: regex}",
);
const members = fc.oneof(
  fc.constant(""),
  fc.subarray(NODES).map((names) => `nodes: [${names}]\n`),
  fc.array(criterion, { minLength: 1, maxLength: 2 }).map((lines) => `match: {any: [${lines}]}\n`),
);
const classes = fc.subarray(["a", "b", "c"], { maxLength: 2 });

/** A group whose parents come before it, so that there is no loop. */
function group(id: string): fc.Arbitrary<string> {
  const above = GROUPS.slice(0, GROUPS.indexOf(id));
  return fc
    .record({ parents: fc.subarray(above, { maxLength: Math.min(2, above.length) }), members, classes, properties })
    .map(
      (parts) =>
        `parents: [${parts.parents}]\n${parts.members}classes: [${parts.classes}]\nproperties: ${parts.properties}\n`,
    );
}

const node = fc
  .record({
    os: fc.constantFrom("Debian", "Ubuntu"),
    ram: fc.constantFrom(4, 16),
    properties,
    groups: fc.subarray(["web", "~web", "~os.debian"], { maxLength: 1 }),
    classes,
    parameters: fc.constantFrom("{}", "{k: 5}", "{m: '${k}'}"),
  })
  .map(
    ({ os, ram, properties: own, groups, classes: used, parameters }) =>
      `facts: {os: ${os}, ram: ${ram}}\nproperties: ${own}\ngroups: ${JSON.stringify(groups)}\nclasses: [${used}]\n` +
      `parameters: ${parameters}\n`,
  );

const order = fc
  .array(fc.constantFrom("[os, dc]", "[dc, web]", "[os.debian, dc.munich]", "[web, os]"), { maxLength: 2 })
  .map((chains) => `order: [${chains}]\n`);
const definition = fc.constantFrom("parameters: {k: 7}\n", "parameters: {l: [9]}\n", "parameters: {m: {x: 1}}\n");
const rule = fc.constantFrom(
  "directives: [d]\ntargets: ['special:all']\n",
  "directives: [d, e]\ntargets: ['group:web']\n",
  "directives: [e]\ntargets: [{include: 'special:all', exclude: 'group:os'}]\n",
);

const contents: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...Object.fromEntries(GROUPS.map((id) => [`groups/${id.replaceAll(".", "/")}.yml`, group(id)])),
  ...Object.fromEntries(NODES.map((name) => [`nodes/${name}.yml`, node])),
  ...Object.fromEntries(["a", "b", "c"].map((name) => [`classes/${name}.yml`, definition])),
  "globals.yml": properties.map((text) => `${text}\n`),
  "order.yml": order,
  "rules/r.yml": rule,
  "directives/d.yml": fc.constantFrom(
    "technique: t\nsets: {v: '${node.properties[k]|default=\"-\"}'}\n",
    "technique: t\n",
  ),
  "directives/e.yml": fc.constantFrom("technique: t\npriority: 3\n", "technique: u\n"),
};

const always = { "heir.yml": "version: 1\n", "techniques/t.yml": "multi: true\n", "techniques/u.yml": "{}\n" };

/** Nodes in groups of hierarchies that overlap, with classes, properties, an order and policies. */
export const anyGrouped: fc.Arbitrary<Files> = fc.record(contents).map((files) => ({ ...always, ...files }));

/** A few of the files of such a repository, to write over it. */
export const anyGroupedEdit: fc.Arbitrary<Files> = fc
  .subarray(Object.keys(contents), { minLength: 1, maxLength: 2 })
  .chain((paths) => fc.record(Object.fromEntries(paths.map((path) => [path, contents[path] ?? fc.constant("")]))));
