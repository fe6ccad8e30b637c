import { expect, test } from "vitest";
import { dataChanges } from "../../../src/compare/changes/nodes.ts";
import { findRenames, type LoneNode } from "../../../src/compare/changes/renames.ts";
import { changeFolds, type ValueOptions, valueChanges } from "../../../src/compare/changes/values.ts";
import { Identities } from "../../../src/compare/identity.ts";
import type { Inventory, ResolvedNode } from "../../../src/model/inventory/inventory.ts";
import { emptyPolicies } from "../../../src/model/inventory/policy.ts";
import type { Change, FoldedChange } from "../../../src/model/results/change.ts";
import { type MapValue, placeOf } from "../../../src/model/values/value.ts";
import { NodeData } from "../../../src/resolve/data/node-data.ts";
import { type NodeParts, resolvedNode } from "../../support/node.ts";
import { value } from "../../support/value.ts";

const none = { policies: () => emptyPolicies, runtimeFiles: () => [] } as Partial<Inventory> as Inventory;

function changesOf(before: ResolvedNode, after: ResolvedNode, options?: ValueOptions): readonly Change[] {
  return dataChanges(new NodeData(none, { node: before }), new NodeData(none, { node: after }), options);
}

test("the parts of a node are compared in the order of their names", () => {
  const before = resolvedNode({ classes: ["a"], parameters: { x: 1 }, exports: { e: 1 }, applications: ["p"] });
  const after = resolvedNode({ classes: ["b"], parameters: { x: 2 }, environment: "prod" });

  const paths = changesOf(before, after).map((change) => `${change.kind} ${change.path.join(":")}`);
  expect(paths).toEqual([
    "changed applications",
    "changed classes",
    "changed environment",
    "removed exports:e",
    "changed parameters:x",
  ]);
});

test("a change of classes is one change with its items, placed where the first edit stands", () => {
  const before = resolvedNode({ classes: ["base", "old@classes/role.yml:3"] });
  const after = resolvedNode({ classes: ["base", "new@classes/role.yml:4", "more"] });
  const [change] = changesOf(before, after);
  if (change?.kind !== "changed") throw new Error("no change");

  expect(change.items.map((item) => item.kind)).toEqual(["removed", "added", "added"]);
  expect(placeOf(change.before.origin)).toEqual({ file: "classes/role.yml", line: 3, column: 1 });
  expect(placeOf(change.after.origin)).toEqual({ file: "classes/role.yml", line: 4, column: 1 });
});

test("a class that another file brings in has moved, if asked for", () => {
  const before = resolvedNode({ classes: ["a@x.yml:1"] });
  const after = resolvedNode({ classes: ["a@y.yml:1"] });

  expect(changesOf(before, after)).toEqual([]);
  expect(changesOf(before, after, { moved: true }).map((change) => change.kind)).toEqual(["moved"]);
  expect(changesOf(before, resolvedNode({ classes: ["a@x.yml:9"] }), { moved: true })).toEqual([]);
});

function foldChanges(
  byNode: Iterable<readonly [string, readonly Change[]]>,
  identities = new Identities(),
): readonly FoldedChange[] {
  const folds = changeFolds(identities);
  for (const [node, changes] of byNode) folds.add(node, changes);
  return folds.folded();
}

const folded = (changes: readonly FoldedChange[]): string[] =>
  changes.map(({ change, nodes }) => `${change.path.join(":")} on ${nodes.join(",")}`);

test("equal changes are folded over nodes, sorted by path and first node", () => {
  const ab = valueChanges(value("x.yml:1", { b: 1, a: 1 }), value("x.yml:2", { b: 2, a: 2 }), []);
  const again = valueChanges(value("x.yml:1", { b: 1, a: 1 }), value("x.yml:2", { b: 2, a: 3 }), []);

  const changes = foldChanges([
    ["n2", ab],
    ["n3", again],
    ["n1", ab],
  ]);
  expect(folded(changes)).toEqual(["a on n1,n2", "a on n3", "b on n1,n2,n3"]);
});

test("changes in different files stay apart; other lines of one file do not", () => {
  const change = (place: string) => valueChanges(value(place, { a: 1 }), value(place, { a: 2 }), []);

  const changes = foldChanges([
    ["n1", change("x.yml:1")],
    ["n2", change("x.yml:7")],
    ["n3", change("y.yml:1")],
  ]);
  expect(folded(changes)).toEqual(["a on n1,n2", "a on n3"]);
});

test("the places of the edits behind equal changes are in the order of the nodes, in whatever order these come", () => {
  const change = (place: string) => {
    const after = value(place, { a: 2 });
    const [found] = valueChanges(value("x.yml:9", { a: 1 }), after, []);
    if (found === undefined) throw new Error("nothing differs");
    const cause = { kind: "value-edited", in: { layer: "class", name: "x" }, new: after.origin } as const;
    return [{ ...found, cause }];
  };
  const [late, early] = [change("x.yml:7"), change("x.yml:1")];

  const [fold] = foldChanges([
    ["n4", late],
    ["n3", early],
    ["n2", late],
    ["n1", early],
  ]);
  expect(fold?.places?.map((place) => place.new && placeOf(place.new).line)).toEqual([1, 7]);
});

const lone = (parts: NodeParts, blob?: string): LoneNode => {
  const node = resolvedNode(parts);
  const { path } = node.definition.file;
  return { name: node.name, node, file: { path, blob: blob ?? path } };
};
const renames = (removed: readonly LoneNode[], added: readonly LoneNode[]): string[] =>
  findRenames(removed, added).map(({ from, to }) => `${from} -> ${to}`);

test("nodes with equal files are renames, in the order of their names", () => {
  const removed = [lone({ name: "web2" }, "b1"), lone({ name: "web1" }, "b1"), lone({ name: "web3" }, "b1")];
  const added = [lone({ name: "www1" }, "b1"), lone({ name: "www2" }, "b1")];
  expect(renames(removed, added)).toEqual(["web1 -> www1", "web2 -> www2"]);
});

test("of a renamed node whose values differ, beyond what reclass says about its name, that is said", () => {
  const parameters = (name: string) => ({ fqdn: name, _reclass_: { name: { full: name } } });
  const [old, now] = ["old", "new"].map((name) => lone({ name, parameters: parameters(name) }, "b1"));
  if (old === undefined || now === undefined) throw new Error("two nodes");

  expect(findRenames([old], [now])).toEqual([{ from: "old", to: "new", differs: true }]);
  expect(findRenames([old], [{ ...now, node: undefined }])).toEqual([{ from: "old", to: "new" }]);
});

test("nodes with equal values are renames, whatever reclass says about their names", () => {
  const parameters = (name: string) => ({ a: 1, _reclass_: { name: { full: name } } });
  const removed = [lone({ name: "old", parameters: parameters("old") })];
  expect(renames(removed, [lone({ name: "new", parameters: parameters("new") })])).toEqual(["old -> new"]);
  expect(renames(removed, [lone({ name: "new", parameters: { a: 2 } })])).toEqual([]);
});

test("a node file that only went to another folder is a rename, if just one fits", () => {
  const node = (name: string, path: string): LoneNode => ({ name, node: undefined, file: { path, blob: name } });
  const removed = [node("par.web1", "nodes/par/web1.yml")];
  const added = [node("fra.web1", "nodes/fra/web1.yml"), node("fra.web2", "nodes/fra/web2.yml")];
  expect(renames(removed, added)).toEqual(["par.web1 -> fra.web1"]);
  expect(renames(removed, [...added, node("lab.web1", "nodes/lab/web1.yml")])).toEqual([]);
});

test("200 nodes with the same 100 edits among 1,000 values fold into 100 changes", () => {
  const tree = (node: number, edit: number): MapValue => {
    const keys = Array.from({ length: 100 }, (_, index) => [`k${index}`, index % 10 === 0 ? `${edit}` : `v${node}`]);
    const sections = Array.from({ length: 10 }, (_, index) => [`s${index}`, Object.fromEntries(keys)]);
    return value("a.yml", Object.fromEntries(sections));
  };
  const pairs = Array.from({ length: 200 }, (_, node) => [tree(node, 1), tree(node, 2)] as const);
  const identities = new Identities();
  const changes = pairs.map(([before, after], index) => {
    return [`n${index}`, valueChanges(before, after, [], { identities })] as const;
  });
  expect(foldChanges(changes, identities)).toHaveLength(100);
});
