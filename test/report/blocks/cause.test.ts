import { expect, test } from "vitest";
import type { Cause, Change } from "../../../src/model/results/change.ts";
import { causeRows } from "../../../src/report/blocks/cause.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { at, value } from "../../support/value.ts";

const change: Change = {
  kind: "changed",
  path: ["parameters", "port"],
  before: value("classes/ssh.yml:2", 22),
  after: value("classes/ssh.yml:2", 23),
  items: [],
};
const rows = (cause: Cause, nodes?: readonly string[]): string[] => causeRows({ ...change, cause }, nodes).map(rowText);
const ssh = { layer: "class", name: "ssh" } as const;

test("a value that was edited where it stands needs no row; without a cause there is none", () => {
  const edited = { kind: "value-edited", in: ssh, old: at("classes/ssh.yml:2"), new: at("classes/ssh.yml:2") } as const;
  expect(rows(edited)).toEqual([]);
  expect(rows({ ...edited, new: at("classes/base.yml:9") })).toEqual([
    "because value edited in class ssh  classes/base.yml:9",
  ]);
  expect(causeRows(change)).toEqual([]);
});

test("a reference is told with what it leads to, at the place of the edit", () => {
  const edited = { kind: "value-edited", in: ssh, new: at("classes/base.yml:4") } as const;
  const reference = { kind: "reference-changed", reference: "${p}", path: ["parameters", "p"], in: ssh } as const;
  expect(rows({ ...reference, cause: edited })).toEqual([
    "because p changed, value edited in class ssh  classes/base.yml:4",
  ]);
  const query = { kind: "query-changed", query: "$[ exports:a ]", node: "db1", in: ssh } as const;
  expect(rows({ ...query, cause: edited })).toEqual([
    "because exports of node db1 changed, value edited in class ssh  classes/base.yml:4",
  ]);
  expect(rows({ ...query, cause: { kind: "node-removed", node: "db1" } })).toEqual(["because node db1 removed"]);
});

test("what each of several nodes does in its own file is told once", () => {
  const cause = {
    kind: "class-added",
    class: "b",
    in: { layer: "node", name: "n1" },
    new: at("nodes/n1.yml:3"),
  } as const;
  expect(rows(cause, ["n1", "n2"])).toEqual(["because class b added to each node  nodes/n1.yml:3"]);
  expect(rows(cause, ["n1"])).toEqual(["because class b added to node n1  nodes/n1.yml:3"]);
});

test("of several causes the others are counted", () => {
  const removed = { kind: "removal-removed", of: "class", name: "b", in: ssh, old: at("classes/ssh.yml:9") } as const;
  expect(rows({ ...removed, also: [{ kind: "unknown" }] })).toEqual([
    "because ~b removed from class ssh, and 1 more  classes/ssh.yml:9",
  ]);
});

test.each<readonly [Cause, string]>([
  [
    { kind: "group-left", group: "g", criterion: "fact os eq a", in: ssh },
    "group g left, criterion fact os eq a: class ssh edited",
  ],
  [
    { kind: "group-order-changed", lower: "a", higher: "b", in: { layer: "order", name: "order" } },
    "order a < b removed",
  ],
  [{ kind: "group-parents-changed", group: "g", in: ssh }, "parents of group g changed"],
  [{ kind: "inherit-mode-changed", property: "p", in: ssh }, "inherit mode of p changed in class ssh"],
  [{ kind: "file-renamed", in: ssh }, "file of class ssh renamed"],
  [{ kind: "class-reordered", class: "b", in: ssh }, "class b moved in class ssh"],
  [
    { kind: "contract-changed", contract: "net.dns", in: { layer: "contract", name: "net.dns" } },
    "contract net.dns changed",
  ],
  [{ kind: "settings-changed", settings: ["delimiter"], files: [] }, "settings changed: delimiter"],
  [{ kind: "node-renamed", node: "a", to: "b" }, "node a renamed to b"],
  [{ kind: "unknown" }, "of something unknown"],
])("%j", (cause, text) => {
  // A place that is nowhere in the change: the row is there whatever the cause.
  expect(rows({ ...cause, old: at("x.yml:1") } as Cause)[0]).toContain(`because ${text}`);
});
