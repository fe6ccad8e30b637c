import { expect, test } from "vitest";
import type { Files } from "../../support/side.ts";
import { causes } from "./caused.ts";

const base: Files = {
  "classes/base.yml": "parameters:\n  port: 22\n  ssh: {root: no}\n",
  "classes/backup.yml": "applications: [rsync]\nparameters:\n  ssh: {root: keys}\n  backup: b1\n",
  "classes/role.yml": "classes:\n  - base\n",
  "nodes/n1.yml": "classes:\n  - role\n",
  "nodes/n2.yml": "classes:\n  - role\n",
};

test("a value is edited in a class, set for the first time in one, and taken out of one", async () => {
  const edited = "parameters:\n  ssh: {root: no}\n\n  port: 2222\n";
  expect(await causes(base, { "classes/base.yml": edited })).toEqual([
    "n1,n2 port: value-edited in class base classes/base.yml:2>classes/base.yml:4",
  ]);
  const set = `${base["classes/role.yml"]}parameters: {port: 23, ssh: {agent: yes}}\n`;
  expect(await causes(base, { "classes/role.yml": set })).toEqual([
    "n1,n2 port: value-added in class role >classes/role.yml:3",
    "n1,n2 ssh:agent: value-added in class role >classes/role.yml:3",
  ]);
  expect(await causes(base, { "classes/base.yml": "parameters:\n  port: 22\n" })).toEqual([
    "n1,n2 ssh: value-removed in class base classes/base.yml:3>",
  ]);
});

test("a value that each node has in its own file is one cause for all of them", async () => {
  const node = (port: number): string => `classes:\n  - role\nparameters: {port: ${port}}\n`;
  const before = { ...base, "nodes/n1.yml": node(1), "nodes/n2.yml": node(1) };
  const joins = (name: string): string => `${base[`nodes/${name}.yml`]}  - backup\n`;
  expect(await causes(before, { "nodes/n1.yml": node(2), "nodes/n2.yml": node(2) })).toEqual([
    "n1 port: value-edited in node n1 nodes/n1.yml:3>nodes/n1.yml:3",
    "n2 port: value-edited in node n2 nodes/n2.yml:3>nodes/n2.yml:3",
  ]);
  expect(await causes(base, { "nodes/n1.yml": joins("n1"), "nodes/n2.yml": joins("n2") })).toContain(
    "n1,n2 backup: class-added class=backup in node n1 >nodes/n1.yml:3",
  );
});

test("a class that is added, removed or goes elsewhere in a list", async () => {
  const added = { "classes/role.yml": "classes:\n  - base\n  - backup\n" };
  const cause = "class-added class=backup in class role >classes/role.yml:3";
  expect(await causes(base, added)).toEqual([
    `n1,n2 applications: ${cause}`,
    `n1,n2 classes: ${cause}`,
    `n1,n2 backup: ${cause}`,
    `n1,n2 ssh:root: ${cause}`,
  ]);
  const with_ = { ...base, ...added };
  expect(await causes(with_, { "classes/role.yml": base["classes/role.yml"] })).toContain(
    "n1,n2 ssh:root: class-removed class=backup in class role classes/role.yml:3>",
  );
  expect(await causes(with_, { "classes/role.yml": "classes:\n  - backup\n  - base\n" })).toEqual([
    "n1,n2 classes: class-reordered class=base in class role classes/role.yml:2>classes/role.yml:3",
    "n1,n2 ssh:root: class-reordered class=base in class role classes/role.yml:2>classes/role.yml:3",
  ]);
});

test("a class in the place of another one is one edit, whatever both bring", async () => {
  const classes = (...names: string[]) => `classes: [${names.join(", ")}]\n`;
  const before = { ...base, "classes/role.yml": classes("base", "backup") };
  const found = await causes(
    { ...before, "classes/store.yml": "parameters: {backup: 9}\n" },
    { "classes/role.yml": classes("base", "store") },
  );
  expect(new Set(found.map((each) => each.replace(/^.*?: /, "")))).toEqual(
    new Set(["class-replaced class=backup to=store in class role classes/role.yml:1>classes/role.yml:1"]),
  );
  for (const names of [["store", "base"], ["base"], ["store", "base", "backup"]]) {
    expect((await causes(before, { "classes/role.yml": classes(...names) })).join()).not.toContain("class-replaced");
  }
});

test("what a class brings in with it is there because of the class", async () => {
  const before = { ...base, "classes/store.yml": "classes: [backup]\n" };
  expect(await causes(before, { "classes/role.yml": "classes:\n  - base\n  - store\n" })).toContain(
    "n1,n2 backup: class-added class=store in class role >classes/role.yml:3",
  );
});

test("an application of a class", async () => {
  const edited = "applications: [rsync, cron]\nparameters:\n  ssh: {root: keys}\n  backup: b1\n";
  const before = { ...base, "nodes/n1.yml": "classes: [backup]\n", "nodes/n2.yml": "" };
  expect(await causes(before, { "classes/backup.yml": edited })).toEqual([
    "n1 applications: application-added application=cron in class backup >classes/backup.yml:1",
  ]);
  expect(await causes(before, { "nodes/n1.yml": "classes: [backup]\napplications: [~rsync]\n" })).toEqual([
    "n1 applications: removal-added of=application name=rsync in node n1 >nodes/n1.yml:2",
  ]);
});

test("a class that is removed with ~, and no longer", async () => {
  const with_ = { ...base, "classes/role.yml": "classes:\n  - base\n  - backup\n" };
  const removes = { "nodes/n1.yml": "classes:\n  - role\n  - ~backup\n" };
  expect(await causes(with_, removes)).toContain(
    "n1 backup: removal-added of=class name=backup in node n1 >nodes/n1.yml:3",
  );
  expect(await causes({ ...with_, ...removes }, { "nodes/n1.yml": "classes:\n  - role\n" })).toContain(
    "n1 backup: removal-removed of=class name=backup in node n1 nodes/n1.yml:3>",
  );
});

test("a reference is followed to the cause of its target, however many hops", async () => {
  const before = {
    ...base,
    "classes/base.yml": "parameters:\n  port: 22\n  url: host:${at}\n  at: ${port}\n",
  };
  expect(await causes(before, { "classes/base.yml": before["classes/base.yml"].replace("22", "23") })).toEqual([
    "n1,n2 at: reference-changed reference=${port} path=parameters,port in class base >classes/base.yml:4 (value-edited in class base classes/base.yml:2>classes/base.yml:2)",
    "n1,n2 port: value-edited in class base classes/base.yml:2>classes/base.yml:2",
    "n1,n2 url: reference-changed reference=${at} path=parameters,at in class base >classes/base.yml:3 (reference-changed reference=${port} path=parameters,port in class base >classes/base.yml:4 (value-edited in class base classes/base.yml:2>classes/base.yml:2))",
  ]);
});

test("a class named by a reference", async () => {
  const before = {
    "classes/os/a.yml": "parameters: {os: a}\n",
    "classes/os/b.yml": "parameters: {os: b}\n",
    "classes/base.yml": "parameters: {system: a}\n",
    "nodes/n1.yml": "classes: [base, 'os.${system}']\n",
  };
  expect(await causes(before, { "classes/base.yml": "parameters: {system: b}\n" })).toEqual([
    "n1 os: reference-changed reference=${system} path=parameters,system in node n1 >nodes/n1.yml:1 (value-edited in class base classes/base.yml:1>classes/base.yml:1)",
    "n1 system: value-edited in class base classes/base.yml:1>classes/base.yml:1",
  ]);
});

test("a list that several layers write into has all their causes", async () => {
  const before = {
    "classes/a.yml": "parameters: {list: [a]}\n",
    "classes/b.yml": "parameters: {list: [b]}\n",
    "nodes/n1.yml": "classes: [a, b]\n",
  };
  const edits = { "classes/a.yml": "parameters: {list: [a, x]}\n", "classes/b.yml": "parameters: {list: []}\n" };
  expect(await causes(before, edits)).toEqual([
    "n1 list: value-edited in class b classes/b.yml:1>classes/b.yml:1 + value-edited in class a classes/a.yml:1>classes/a.yml:1",
  ]);
});

test("a class that may be missing gets its file, and a file gets another name", async () => {
  const before = {
    ...base,
    "heir.yml": "ignore_class_notfound: true\n",
    "classes/role.yml": "classes: [base, late]\n",
  };
  expect(await causes(before, { "classes/late.yml": "parameters: {late: 1}\n" })).toEqual([
    "n1,n2 late: file-added in class late >classes/late.yml:1",
  ]);
  const renamed = { "classes/base.yml": undefined, "classes/base/init.yml": base["classes/base.yml"] };
  expect(await causes(base, renamed, { moved: true })).toContain(
    "n1,n2 port: file-renamed in class base classes/base.yml:1>classes/base/init.yml:1",
  );
});

test("settings", async () => {
  expect(await causes(base, { "heir.yml": "default_environment: prod\n" })).toContain(
    "n1 environment: settings-changed settings=default_environment files=heir.yml",
  );
  expect(await causes(base, { "heir.yml": "class_mappings: ['n1 backup']\n" })).toContain(
    "n1 backup: class-added class=backup in settings settings >heir.yml:1",
  );
  expect(await causes(base, { "heir.yml": "automatic_parameters: false\n" })).toEqual([
    "n1 _reclass_: settings-changed settings=automatic_parameters files=heir.yml",
    "n2 _reclass_: settings-changed settings=automatic_parameters files=heir.yml",
  ]);
  expect(await causes(base, { "nodes/n1.yml": "environment: prod\nclasses:\n  - role\n" })).toEqual([
    "n1 environment: value-added in node n1 >nodes/n1.yml:1",
    "n1 _reclass_:environment: value-added in node n1 >nodes/n1.yml:1",
  ]);
});

const groups: Files = {
  "globals.yml": "dns: 1.1.1.1\n",
  "groups/debian.yml": "match:\n  all:\n    - {fact: os, op: eq, value: debian}\nproperties: {port: 22}\n",
  "groups/munich.yml": "nodes: [n1]\nproperties: {dns: 9.9.9.9}\n",
  "groups/web.yml": "parents: [munich]\nnodes: []\nproperties: {role: web}\n",
  "nodes/n1.yml": "facts: {os: debian}\n",
};

test("a group holds a node for another fact, another criterion, by its list, or because the node says so", async () => {
  const port = async (edits: Record<string, string | undefined>): Promise<string | undefined> => {
    return (await causes(groups, edits)).find((line) => / (port|role|dns):/.test(line));
  };
  expect(await port({ "nodes/n1.yml": "facts: {os: suse}\n" })).toBe(
    "n1 port: group-left group=debian criterion=fact os eq debian in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
  );
  expect(await port({ "groups/debian.yml": groups["groups/debian.yml"]?.replace("debian}", "suse}") })).toBe(
    "n1 port: group-left group=debian criterion=fact os eq suse in group debian groups/debian.yml:3>groups/debian.yml:3",
  );
  expect(await port({ "groups/web.yml": "parents: [munich]\nnodes: [n1]\nproperties: {role: web}\n" })).toBe(
    "n1 role: group-joined group=web in group web >groups/web.yml:2",
  );
  expect(await port({ "nodes/n1.yml": "facts: {os: debian}\ngroups: [web]\n" })).toBe(
    "n1 role: group-joined group=web in node n1 >nodes/n1.yml:2",
  );
  expect(await port({ "nodes/n1.yml": "facts: {os: debian}\ngroups: [~debian]\n" })).toBe(
    "n1 port: removal-added of=group name=debian in node n1 >nodes/n1.yml:2",
  );
  expect(await port({ "groups/debian.yml": `${groups["groups/debian.yml"]}enabled: false\n` })).toBe(
    "n1 port: group-disabled group=debian in group debian groups/debian.yml:1>groups/debian.yml:1",
  );
  expect(await port({ "groups/debian.yml": undefined })).toBe(
    "n1 port: file-removed in group debian groups/debian.yml:1>",
  );
  expect(await port({ "globals.yml": "dns: 1.1.1.1\nrole: none\n" })).toBe(
    "n1 role: value-added in global globals >globals.yml:2",
  );
});

test("the list of groups has the same causes as what they bring", async () => {
  expect(await causes(groups, { "nodes/n1.yml": "facts: {os: suse}\n" })).toEqual([
    "n1 facts:os: value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
    "n1 groups: group-left group=debian criterion=fact os eq debian in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
    "n1 port: group-left group=debian criterion=fact os eq debian in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
  ]);
});

test("a group above a group: its own membership, or that it is a parent now", async () => {
  const before = {
    "groups/linux.yml": "match: {all: [{fact: os, op: exists}]}\n",
    "groups/par.yml": "parents: [linux]\nmatch: {all: [{fact: site, op: eq, value: par}]}\nproperties: {site: par}\n",
    "nodes/n1.yml": "facts: {os: linux, site: par}\n",
  };
  expect(await causes(before, { "nodes/n1.yml": "facts: {site: par}\n" })).toContain(
    "n1 site: group-left group=linux criterion=fact os exists in node n1 nodes/n1.yml:1>",
  );
  const without = {
    ...before,
    "nodes/n1.yml": "facts: {site: par}\n",
    "groups/par.yml": before["groups/par.yml"].replace("[linux]", "[]"),
  };
  expect(await causes(without, { "groups/par.yml": before["groups/par.yml"] })).toContain(
    "n1 site: group-parents-changed group=par in group par >groups/par.yml:1",
  );
});

const ordered: Files = {
  "groups/a.yml": "nodes: [n1]\nproperties: {dns: a}\n",
  "groups/b.yml": "nodes: [n1]\nproperties: {dns: b}\n",
  "order.yml": "order:\n  - [a, b]\n",
  "nodes/n1.yml": "",
};

test("the order of groups: an edge of order.yml, or a parent", async () => {
  expect(await causes(ordered, { "order.yml": "order:\n  - [b, a]\n" })).toEqual([
    "n1 groups: group-order-changed lower=b higher=a in order order order.yml:2>order.yml:2",
    "n1 dns: group-order-changed lower=b higher=a in order order order.yml:2>order.yml:2",
  ]);
  expect(await causes({ ...ordered, "order.yml": "" }, { "order.yml": ordered["order.yml"] })).toEqual([
    "n1 dns: group-order-changed lower=a higher=b in order order >order.yml:2",
  ]);
  const parent = { "groups/a.yml": "parents: [b]\nnodes: [n1]\nproperties: {dns: a}\n" };
  expect(await causes({ ...ordered, "order.yml": "" }, parent)).toContain(
    "n1 dns: group-parents-changed group=a in group a >groups/a.yml:1",
  );
});

test("an inherit mode", async () => {
  const before = {
    "globals.yml": "list: [x]\n",
    "groups/a.yml": "nodes: [n1]\nproperties:\n  list: {value: [y]}\n",
    "nodes/n1.yml": "",
  };
  const edit = { "groups/a.yml": "nodes: [n1]\nproperties:\n  list: {value: [y], inheritMode: mao}\n" };
  expect(await causes(before, edit)).toEqual([
    "n1 list: inherit-mode-changed property=list in group a groups/a.yml:3>groups/a.yml:3",
  ]);
});

test("a query: another node exports something else, comes, goes or has another name", async () => {
  const before = {
    "nodes/mon.yml": "parameters:\n  all: $[ exports:at ]\n  one: ${all:n1}\n",
    "nodes/n1.yml": "exports: {at: 1}\n",
  };
  const query = "query=$[ exports:at ]";
  expect(await causes(before, { "nodes/n1.yml": "exports: {at: 2}\n" })).toEqual([
    "n1 exports:at: value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1",
    `mon all:n1: query-changed ${query} node=n1 in node mon >nodes/mon.yml:2 (value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1)`,
    `mon one: reference-changed reference=\${all:n1} path=parameters,all,n1 in node mon >nodes/mon.yml:3 (query-changed ${query} node=n1 in node mon >nodes/mon.yml:2 (value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1))`,
  ]);
  expect(await causes(before, { "nodes/n2.yml": "exports: {at: 2}\n" })).toEqual([
    `mon all:n2: query-changed ${query} node=n2 in node mon >nodes/mon.yml:2 (node-added node=n2)`,
  ]);
  const named = { ...before, "nodes/mon.yml": "parameters:\n  all: $[ exports:at ]\n" };
  expect(await causes(named, { "nodes/n1.yml": undefined })).toEqual([
    `mon all:n1: query-changed ${query} node=n1 in node mon >nodes/mon.yml:2 (node-removed node=n1)`,
  ]);
  expect(await causes(named, { "nodes/n1.yml": undefined, "nodes/n3.yml": "exports: {at: 1}\n" })).toContain(
    `mon all:n1: query-changed ${query} node=n1 in node mon >nodes/mon.yml:2 (node-renamed node=n1 to=n3)`,
  );
});

const policies: Files = {
  "techniques/motd.yml": "",
  "directives/welcome.yml": "technique: motd\nsets: {motd: 'Hi ${node.properties[site]}'}\n",
  "directives/other.yml": "technique: motd\nsets: {motd: Other}\n",
  "rules/base.yml": "directives: [welcome]\ntargets: ['special:all']\n",
  "groups/web.yml": "nodes: []\n",
  "nodes/n1.yml": "properties: {site: par}\n",
};

test("policies: a directive, a rule, a target, a group that is a target", async () => {
  const variable = async (
    edits: Record<string, string | undefined>,
    before: Files = policies,
  ): Promise<readonly string[]> => {
    return (await causes(before, edits)).filter((line) => / (policies|variables)/.test(line));
  };
  expect(await variable({ "directives/welcome.yml": "technique: motd\nsets: {motd: Hello}\n" })).toEqual([
    "n1 variables:motd: value-edited in directive welcome directives/welcome.yml:2>directives/welcome.yml:2",
  ]);
  expect(await variable({ "nodes/n1.yml": "properties: {site: muc}\n" })).toEqual([
    "n1 variables:motd: reference-changed reference=${node.properties[site]} path=parameters,site in directive welcome >directives/welcome.yml:2 (value-edited in node n1 nodes/n1.yml:1>nodes/n1.yml:1)",
  ]);
  const both = { "rules/base.yml": "directives: [welcome, other]\ntargets: ['special:all']\n" };
  const first = { "directives/welcome.yml": "technique: motd\npriority: 1\nsets: {motd: Hello}\n" };
  expect(await variable(first, { ...policies, ...both })).toEqual([
    "n1 policies:motd: value-edited in directive welcome directives/welcome.yml:1>directives/welcome.yml:2",
    "n1 variables:motd: value-edited in directive welcome directives/welcome.yml:1>directives/welcome.yml:2",
  ]);
  expect(await variable(both)).toEqual([
    "n1 policies:motd: directive-added directive=other in rule base >rules/base.yml:1",
    "n1 variables:motd: directive-added directive=other in rule base >rules/base.yml:1",
  ]);
  expect(await variable({ "rules/base.yml": "directives: [welcome]\ntargets: ['group:web']\n" })).toEqual([
    "n1 policies:motd: target-changed rule=base in rule base rules/base.yml:2>rules/base.yml:2",
    "n1 variables:motd: target-changed rule=base in rule base rules/base.yml:2>rules/base.yml:2",
  ]);
  const targeted = { ...policies, "rules/base.yml": "directives: [welcome]\ntargets: ['group:web']\n" };
  expect(await variable({ "groups/web.yml": "nodes: [n1]\n" }, targeted)).toEqual([
    "n1 policies:motd: group-joined group=web in group web >groups/web.yml:1",
    "n1 variables:motd: group-joined group=web in group web >groups/web.yml:1",
  ]);
  expect(await variable({ "rules/base.yml": undefined })).toEqual([
    "n1 policies:motd: file-removed in rule base rules/base.yml:1>",
    "n1 variables:motd: file-removed in rule base rules/base.yml:1>",
  ]);
  expect(await variable({ "techniques/motd.yml": "enabled: false\n" })).toEqual([
    "n1 policies:motd: value-edited in technique motd techniques/motd.yml:1>techniques/motd.yml:1",
    "n1 variables:motd: value-edited in technique motd techniques/motd.yml:1>techniques/motd.yml:1",
  ]);
});
