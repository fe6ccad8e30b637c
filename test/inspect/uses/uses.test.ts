import { describe, expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { usesTargets } from "../../../src/inspect/targets.ts";
import { usesSearch } from "../../../src/inspect/uses/uses.ts";
import type { Uses } from "../../../src/model/results/uses.ts";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { type Files, Sides } from "../../support/side.ts";

async function usesOf(files: Files, text: string): Promise<readonly Uses[]> {
  const { inventory } = await new Sides().of(files);
  return usesTargets(inventory, text).map((target) => {
    const search = usesSearch(inventory, target);
    for (const name of inventory.nodeNames) search.visit(name);
    return search.result();
  });
}

/** `how kind name: text at place`, then the nodes. */
async function told(files: Files, text: string): Promise<readonly string[]> {
  const all = await usesOf(files, text);
  return all.flatMap(({ uses, nodes }) => [
    ...uses.map(({ how, by, value, path, origin, text: written }) => {
      const what = value === undefined ? written : valueJson(value);
      const where = path.length === 0 ? "" : `${printPath(path)} `;
      return `${how} ${by.kind} ${by.name}: ${where}${what} at ${placeText(placeOf(origin))}`;
    }),
    nodes.join(" "),
  ]);
}

describe("a class is used by", () => {
  test("classes, groups, nodes and mappings that list it, and those that take it away", async () => {
    const files = {
      "heir.yml": "version: 1\nclass_mappings: ['n3 ssh']\n",
      "classes/role.yml": "classes: [ssh]\n",
      "classes/ssh.yml": "{}\n",
      "groups/g.yml": "nodes: [n2]\nclasses: [ssh]\n",
      "nodes/n1.yml": "classes: [role]\n",
      "nodes/n2.yml": "classes: [~ssh]\n",
      "nodes/n3.yml": "{}\n",
    };

    expect(await told(files, "ssh")).toEqual([
      "lists class role: ssh at classes/role.yml:1:11",
      "lists group g: ssh at groups/g.yml:2:11",
      "lists settings class_mappings: n3 at heir.yml:2:18",
      "removes node n2: ~ssh at nodes/n2.yml:1:11",
      "n1 n3",
    ]);
  });

  test("names that references make, as far as nodes use them", async () => {
    const files = {
      "classes/base.yml": "parameters: {os: debian}\n",
      "classes/os/debian.yml": "{}\n",
      "nodes/n1.yml": "classes: [base, 'os.${os}']\n",
    };

    expect(await told(files, "os.debian")).toEqual(["lists node n1: os.${os} at nodes/n1.yml:1:17", "n1"]);
  });
});

test("contracts use what they are for, the layers that may set a value, and nodes of which a value is expected", async () => {
  const says = "{set_in: ['class:ssh', 'class:s*', group, 'node:n1']}";
  const files = {
    "classes/ssh.yml": "parameters: {port: 22}\n",
    "contracts/net.yml": `for: ["class:ssh", "class:s*", "node:n1"]\nvalues:\n  port: ${says}\n`,
    "contracts/more.yml": "expect:\n  - {node: n1, path: port, is: 22}\n  - {node: n*, path: port, is: 22}\n",
    "nodes/n1.yml": "classes: [ssh]\n",
  };

  expect(await told(files, "class:ssh")).toEqual([
    "targets contract net: class:ssh at contracts/net.yml:1:7",
    "names contract net: class:ssh at contracts/net.yml:3:19",
    "lists node n1: ssh at nodes/n1.yml:1:11",
    "n1",
  ]);
  expect(await told(files, "node:n1")).toEqual([
    "names contract more: n1 at contracts/more.yml:2:5",
    "targets contract net: node:n1 at contracts/net.yml:1:32",
    "names contract net: node:n1 at contracts/net.yml:3:51",
    "n1",
  ]);
});

test("a group is used by its children, criteria, wishes of nodes, the order and rules", async () => {
  const files = {
    "heir.yml": "version: 1\n",
    "groups/os.yml": "nodes: [n1]\n",
    "groups/deb.yml": "parents: [os]\nnodes: [n1]\n",
    "groups/not.yml": "match: {all: [{group: os}], not: true}\n",
    "groups/dc.yml": "nodes: [n1]\n",
    "order.yml": "order: [[os, dc]]\n",
    "rules/r.yml": "directives: []\ntargets: ['group:os']\n",
    "nodes/n1.yml": "{}\n",
    "nodes/n2.yml": "groups: [~os]\n",
  };

  expect(await told(files, "group:os")).toEqual([
    "parent group deb: os at groups/deb.yml:1:11",
    "criterion group not: group os at groups/not.yml:1:15",
    "removes node n2: ~os at nodes/n2.yml:1:10",
    "orders order order.yml: os at order.yml:1:10",
    "targets rule r: os at rules/r.yml:2:11",
    "n1",
  ]);
});

describe("a value is used by", () => {
  const files = {
    "heir.yml": "version: 1\n",
    "globals.yml": "site: par\n",
    "classes/a.yml":
      "parameters: {dc: {domain: example.org}, host: 'ntp.${dc:domain}', all: '${dc}', any: '${dc:${site}}'}\n",
    "classes/b.yml": "exports: {d: '$[ exports:d if exports:x == self:dc:domain ]', other: '${dc:net}'}\n",
    "techniques/t.yml": "multi: true\n",
    "directives/d.yml": "technique: t\nsets: {v: '${node.properties[site]}'}\n",
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "classes: ['${site}.x']\n",
  };

  test("who sets it, who reads it or something that holds it, and who may", async () => {
    expect(await told(files, "dc:domain")).toEqual([
      'sets class a: dc:domain "example.org" at classes/a.yml:1:27',
      "reads class a: host ${dc:domain} at classes/a.yml:1:47",
      "reads class a: all ${dc} at classes/a.yml:1:72",
      "reads class a: any ${dc:${site}} at classes/a.yml:1:86",
      "reads class b: exports:d $[ exports:d if exports:x == self:dc:domain ] at classes/b.yml:1:14",
      "",
    ]);
  });

  test("directives and names of classes", async () => {
    expect(await told(files, "site")).toContain(
      "reads directive d: variables:v ${node.properties[site]} at directives/d.yml:2:11",
    );
    expect(await told(files, "site")).toContain("reads node n2: classes ${site} at nodes/n2.yml:1:11");
  });
});

describe("what a word means:", () => {
  const files = {
    "heir.yml": "version: 1\n",
    "classes/web.yml": "classes:\n  - ssh\nparameters:\n  ssh:\n    port: 22\n    keys:\n      - a\n",
    "classes/ssh.yml": "{}\n",
    "groups/web.yml": "nodes: [n1]\n",
    "globals.yml": "dns: 1.1.1.1\n",
    "nodes/n1.yml": "classes: [web]\n",
  };
  const targets = async (text: string): Promise<unknown> => usesTargets((await new Sides().of(files)).inventory, text);

  test("a node, then a group, then a class, unless it says", async () => {
    expect(await targets("n1")).toEqual([{ kind: "node", name: "n1" }]);
    expect(await targets("web")).toEqual([{ kind: "group", name: "web" }]);
    expect(await targets("class:web")).toEqual([{ kind: "class", name: "web" }]);
    expect(await targets("path:ssh")).toEqual([{ kind: "path", path: ["parameters", "ssh"] }]);
  });

  test("a file, or what stands on one line of it", async () => {
    const path = (...keys: readonly string[]) => ({
      kind: "path",
      path: ["parameters", ...keys],
      file: "classes/web.yml",
    });

    expect(await targets("classes/web.yml")).toEqual([{ kind: "class", name: "web" }]);
    expect(await targets("classes/web.yml:2")).toEqual([{ kind: "class", name: "ssh" }]);
    expect(await targets("classes/web.yml:5")).toEqual([path("ssh", "port")]);
    expect(await targets("classes/web.yml:7:9")).toEqual([path("ssh", "keys")]);
    expect(await targets("globals.yml:1")).toEqual([
      { kind: "path", path: ["parameters", "dns"], file: "globals.yml" },
    ]);
    await expect(targets("classes/web.yml:1")).rejects.toThrow("line 1 of classes/web.yml sets no value");
    expect(await targets("globals.yml")).toEqual([{ kind: "global", name: "globals" }]);
  });

  test("anything else is a path", async () => {
    expect(await targets("ssh:port")).toEqual([{ kind: "path", path: ["parameters", "ssh", "port"] }]);
    expect(await targets("applications")).toEqual([{ kind: "path", path: ["applications"] }]);
    expect(await targets("classes:web")).toEqual([{ kind: "class", name: "web" }]);
    expect(await targets("facts:os")).toEqual([{ kind: "path", path: ["parameters", "facts", "os"] }]);
  });
});

describe("data that is no parameter", () => {
  const files = {
    "classes/base.yml": "applications: [motd]\nparameters:\n  env: ${_reclass_:environment}\n",
    "nodes/n1.yml": "classes: [base]\nfacts: {os: debian}\n",
    "nodes/n2.yml": "classes: [base]\napplications: [~motd]\nenvironment: lab\nfacts: {os: alpine}\n",
    "groups/g.yml":
      "match:\n  all:\n  - {fact: os, op: eq, value: debian}\nproperties: {dns: 10.0.0.1, tuning: {a: 1}}\n",
    "groups/own.yml": 'match:\n  all:\n  - {property: "dns", op: hasKey}\n',
    "techniques/t.yml": "multi: true\n",
    "directives/d.yml":
      "technique: t\nsets:\n  server: '${node.properties[dns]}'\nmerges:\n  all:\n  - node.properties[tuning]\n  - node.local[tuning]\n",
    "rules/r.yml": "directives: [d]\ntargets: ['group:g']\n",
    "properties.d/n1/x.json": '{"local": {"tuning": {"a": 2}}, "properties": {"dns": "10.0.0.2"}}\n',
    "contracts/c.yml": "for: group:g\nvalues: {}\n",
    "order.yml": "order: [[g, own]]\n",
  };

  test("an application: the lists that add and remove it", async () => {
    expect(await told(files, "applications:motd")).toEqual([
      "lists class base: motd at classes/base.yml:1:16",
      "removes node n2: ~motd at nodes/n2.yml:2:16",
      "n1",
    ]);
  });

  test("a fact is read by criteria, the environment as a parameter, too", async () => {
    expect(await told(files, "facts:os")).toEqual([
      "reads group g: fact os eq debian at groups/g.yml:3:5",
      'sets node n1: facts:os "debian" at nodes/n1.yml:2:13',
      'sets node n2: facts:os "alpine" at nodes/n2.yml:4:13',
      "n1 n2",
    ]);
    expect(await told(files, "environment")).toEqual([
      "reads class base: env ${_reclass_:environment} at classes/base.yml:3:8",
      'sets node n2: environment "lab" at nodes/n2.yml:3:14',
      "n1 n2",
    ]);
  });

  test("a policy, a variable, and one that is merged", async () => {
    expect(await told(files, "policies:t")).toEqual([
      "names directive d: t at directives/d.yml:1:12",
      "lists rule r: d at rules/r.yml:1:14",
      "n1",
    ]);
    expect(await told(files, "variables:server")).toEqual([
      'sets directive d: variables:server "${node.properties[dns]}" at directives/d.yml:3:11',
      "n1",
    ]);
    expect(await told(files, "variables:all")).toEqual([
      "sets directive d: variables:all node.properties[tuning] at directives/d.yml:6:5",
      "sets directive d: variables:all node.local[tuning] at directives/d.yml:7:5",
      "n1",
    ]);
  });

  test("a property is read by directives and criteria; what a file of properties.d says about it is another path of it", async () => {
    const readers = [
      "reads directive d: variables:server ${node.properties[dns]} at directives/d.yml:3:11",
      'sets group g: dns "10.0.0.1" at groups/g.yml:4:19',
      "reads group own: property dns hasKey at groups/own.yml:3:5",
    ];
    expect(await told(files, "dns")).toEqual([...readers, "n1"]);
    expect(await told(files, "runtime:properties:dns")).toEqual([
      ...readers,
      'sets runtime n1: runtime:properties:dns "10.0.0.2" at properties.d/n1/x.json:1:55',
      "n1",
    ]);
    expect(await told(files, "runtime:local:tuning")).toEqual([
      "reads directive d: variables:all node.local[tuning] at directives/d.yml:7:5",
      'sets runtime n1: runtime:local:tuning {"a":2} at properties.d/n1/x.json:1:23',
      "n1",
    ]);
  });

  test("every file has its uses: those of what it defines, of properties.d those of its keys", async () => {
    expect(await told(files, "directives/d.yml")).toEqual(["lists rule r: d at rules/r.yml:1:14", "n1"]);
    expect(await told(files, "techniques/t.yml")).toEqual(["names directive d: t at directives/d.yml:1:12", "n1"]);
    expect(await told(files, "rules/r.yml")).toEqual(["n1"]);
    expect(await told(files, "contracts/c.yml")).toEqual(["n1"]);
    expect(await told(files, "order.yml")).toEqual(["n1"]);
    expect((await usesOf(files, "properties.d/n1/x.json")).map(({ target }) => target)).toEqual([
      { kind: "path", path: ["runtime", "local", "tuning"], file: "properties.d/n1/x.json" },
      { kind: "path", path: ["runtime", "properties", "dns"], file: "properties.d/n1/x.json" },
    ]);
    expect((await usesOf(files, "rules/r.yml:2")).map(({ target }) => target)).toEqual([{ kind: "group", name: "g" }]);
  });
});
