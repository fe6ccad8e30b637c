import { expect, test } from "vitest";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { checkSnapshot } from "../../../src/workspace/check/findings.ts";
import { type Files, Sides } from "../../support/side.ts";

async function findings(files: Files): Promise<readonly string[]> {
  const { snapshot, inventory } = await new Sides().of(files);
  const { findings: found } = await checkSnapshot(snapshot, inventory);
  return found.map(({ diagnostic: { code, severity, span }, nodes }) => {
    const place = span === undefined ? "" : ` ${placeText(placeOf(span))}`;
    return `${severity} ${code}${place} ${nodes.join(",")}`.trimEnd();
  });
}

test("scalars that YAML 1.1 types in its own way are named once, with all nodes that get them", async () => {
  const files = {
    "classes/a.yml": "parameters:\n  mode: 0550\n  ssh: yes\n  at: 1:30\n  plain: [8, true, '0550', 0.5, 0]\n",
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "classes: [a]\n",
  };
  expect(await findings(files)).toEqual([
    "warning yaml-1.1-surprise classes/a.yml:2:9 n1,n2",
    "warning yaml-1.1-surprise classes/a.yml:3:8 n1,n2",
    "warning yaml-1.1-surprise classes/a.yml:4:7 n1,n2",
  ]);
});

test("a section that heir does not read is named, near match or not", async () => {
  expect(await findings({ "nodes/n1.yml": "clases: [a]\nparameters: {}\nx-notes: {}\n" })).toEqual([
    "warning unknown-key nodes/n1.yml:1:1 n1",
    "warning unknown-key nodes/n1.yml:3:1 n1",
  ]);
});

test("a prefix means nothing inside a list or another prefixed value", async () => {
  const text = "parameters:\n  ~a: {~b: 1}\n  l:\n    - =c: 1\n      d: {~e: 1}\n  m: {~f: 1}\n  ~: 1\n";
  expect(await findings({ "nodes/n1.yml": text.replace("  ~: 1\n", "") })).toEqual([
    "warning prefix-as-text nodes/n1.yml:2:8 n1",
    "warning prefix-as-text nodes/n1.yml:4:7 n1",
    "warning prefix-as-text nodes/n1.yml:5:11 n1",
  ]);
});

test("a list or mapping put into text is named", async () => {
  expect(
    await findings({ "nodes/n1.yml": "parameters: {l: [1], t: 'got ${l}', whole: '${l}', n: 'is ${k}', k: 1}\n" }),
  ).toEqual(["warning container-in-text nodes/n1.yml:1:25 n1"]);
});

test("two unrelated classes that set one path differently are fragile, unless something says that the order is meant", async () => {
  const base = {
    "classes/a.yml": "parameters: {motd: A, same: 1, deep: {k: 1}}\n",
    "nodes/n1.yml": "classes: [a, b]\n",
  };
  const b = "parameters: {motd: B, same: 1, deep: {k: 2}}\n";
  expect(await findings({ ...base, "classes/b.yml": b })).toEqual([
    "info order-fragile classes/b.yml:1:20 n1",
    "info order-fragile classes/b.yml:1:42 n1",
  ]);
  expect(await findings({ ...base, "classes/b.yml": `classes: [a]\n${b}` })).toEqual([]);
  expect(await findings({ ...base, "classes/b.yml": "parameters: {~motd: B, deep: {~k: 2}}\n" })).toEqual([]);
  const settled = "classes: [a, b]\nparameters: {motd: C, deep: {k: 3}}\n";
  expect(await findings({ ...base, "classes/b.yml": b, "nodes/n1.yml": settled })).toEqual([]);
});

test("a replacing prefix says that an order is meant, before or after the prefix of constants", async () => {
  const files = {
    "classes/a.yml": "parameters: {one: 1, two: 1, three: 1}\n",
    "classes/b.yml": "parameters: {~=one: 2, =~two: 2, =three: 2}\n",
    "nodes/n1.yml": "classes: [a, b]\n",
  };
  expect(await findings(files)).toEqual(["info order-fragile classes/b.yml:1:42 n1"]);
});

test("a comment with a reason silences a finding of its line or of the next", async () => {
  const text =
    "parameters:\n  a: yes # heir: allow yaml-1.1-surprise (meant)\n" +
    "  # heir: allow yaml-1.1-surprise (also meant)\n  b: no\n  c: on\n";
  expect(await findings({ "nodes/n1.yml": text })).toEqual(["warning yaml-1.1-surprise nodes/n1.yml:5:6 n1"]);
});

test("a comment that allows nothing is a finding itself", async () => {
  const text =
    "# heir: allow yaml-1.1-surprise (nothing here)\n# heir: allow yaml-suprise (typo)\n" +
    "parameters:\n  a: yes # heir: allow yaml-1.1-surprise\nclasses: [nope] # heir: allow class-not-found (no)\n";
  expect(await findings({ "nodes/n1.yml": text })).toEqual([
    "error class-not-found nodes/n1.yml:5:11 n1",
    "warning allow-useless nodes/n1.yml:1:1",
    "warning allow-useless nodes/n1.yml:2:1",
    "warning yaml-1.1-surprise nodes/n1.yml:4:6",
    "warning allow-useless nodes/n1.yml:4:10",
    "warning allow-useless nodes/n1.yml:5:17",
  ]);
});

test("heir.yml raises, lowers and switches off, but cannot lower what stops a node", async () => {
  const files = { "nodes/n1.yml": "applications: [~x]\nparameters: {a: yes}\nnotes: 1\n" };
  const checks =
    "checks:\n  remove-nothing: {severity: info, reason: we like it}\n  yaml-1.1-surprise: error\n  unknown-key: off\n";
  expect(await findings({ ...files, "heir.yml": checks })).toEqual([
    "error yaml-1.1-surprise nodes/n1.yml:2:17 n1",
    "info remove-nothing nodes/n1.yml:1:16 n1",
  ]);
  expect(await findings({ "heir.yml": "checks: {class-cycle: warning, merge-type: error}\n" })).toEqual([
    "error bad-value heir.yml:1:23",
  ]);
});
