import { describe, expect, test } from "vitest";
import { nodeValue, shownParts } from "../../../../src/model/inventory/node-parts.ts";
import { maskValue } from "../../../../src/model/secrets/mask.ts";
import { noSecrets, type Secrets } from "../../../../src/model/secrets/secrets.ts";
import { parsePathFilter } from "../../../../src/model/values/path-filter.ts";
import { rowText } from "../../../../src/report/text/row.ts";
import { SearchResult, searchRows } from "../../../../src/report/values/across/search.ts";
import { type NodeParts, resolvedNode } from "../../../support/node.ts";

const nodes: readonly NodeParts[] = [
  {
    name: "web01",
    classes: ["ssh.server@classes/role.yml:2:5"],
    parameters: { ssh: { port: 22, banner: "no ssh here" }, list: ["a", "ssh"] },
  },
  { name: "web02", classes: ["other", "ssh.server@classes/role.yml:2:5"], parameters: { port: true } },
];

function found(
  pattern: RegExp,
  { keys = true, values = true, secrets = noSecrets }: { keys?: boolean; values?: boolean; secrets?: Secrets } = {},
): readonly string[] {
  const search = new SearchResult({ fits: (text) => pattern.test(text), keys, values });
  for (const node of nodes) {
    const whole = nodeValue(resolvedNode(node), shownParts);
    search.add(node.name ?? "", maskValue(whole, [], secrets));
  }
  return searchRows(search.matches()).map((row) => rowText(row).replaceAll(/ {2,}/g, " | "));
}

describe("keys and values", () => {
  test("are found where they stand; names in lists wherever they stand", () => {
    expect(found(/ssh/)).toEqual([
      'classes | "ssh.server" | 2 nodes | classes/role.yml:2:5',
      'list:1 | "ssh" | web01 | nodes/web01.yml:1:1',
      'ssh | {port: 22, banner: "no ssh here"} | web01 | nodes/web01.yml:1:1',
      'ssh:banner | "no ssh here" | web01 | nodes/web01.yml:1:1',
    ]);
  });

  test("values alone, as heir show --raw prints them", () => {
    expect(found(/^22$/, { keys: false })).toEqual(["ssh:port | 22 | web01 | nodes/web01.yml:1:1"]);
    expect(found(/^true$/, { keys: false })).toEqual(["port | true | web02 | nodes/web02.yml:1:1"]);
  });

  test("keys alone, by themselves and by their path; below one that fits nothing is repeated", () => {
    expect(found(/^port$/, { values: false })).toEqual([
      "port | true | web02 | nodes/web02.yml:1:1",
      "ssh:port | 22 | web01 | nodes/web01.yml:1:1",
    ]);
    expect(found(/^ssh:port$/, { values: false })).toEqual(["ssh:port | 22 | web01 | nodes/web01.yml:1:1"]);
    expect(found(/ssh/, { values: false })).toHaveLength(1);
  });

  test("a value whose key fits as well is one match", () => {
    expect(found(/ort$|^22$/)).toHaveLength(2);
  });
});

test("no pattern finds what a secret holds", () => {
  const filter = parsePathFilter("ssh:banner");
  const secrets: Secrets = { ...noSecrets, paths: typeof filter === "string" ? [] : [filter] };

  expect(found(/here/, { secrets })).toEqual([]);
  expect(found(/banner/, { secrets })).toEqual(["ssh:banner | (secret) | web01 | nodes/web01.yml:1:1"]);
});

const three: readonly NodeParts[] = [
  { name: "web01", parameters: { ssh: { port: 22, root: "ssh no" }, net: { ssh: "ssh:port", list: [{ ssh: 1 }] } } },
  { name: "web02", parameters: { ssh: { port: 22, root: "ssh no" }, net: { other: "not ssh" } } },
  { name: "web03", classes: ["ssh"], parameters: { "0": "ssh", list: ["ssh:0", ["ssh:port"]] } },
];

test.each([
  ["ss", "ssh"],
  ["s", "ssh:port"],
  ["ssh", "ssh:root"],
  ["t", "list:0"],
  ["n", "no"],
])("a search for %o narrowed to %o finds what a new search finds", (short, long) => {
  const pattern = (text: string) => ({ fits: (each: string) => each.includes(text), keys: true, values: true });
  const [begun, afresh] = [new SearchResult(pattern(short)), new SearchResult(pattern(long))];
  const add = (search: SearchResult, { name = "", ...node }: NodeParts) => {
    search.add(name, maskValue(nodeValue(resolvedNode({ name, ...node }), shownParts), [], noSecrets));
  };
  for (const node of three) add(afresh, node);
  for (const node of three.slice(0, 2)) add(begun, node);
  const narrowed = begun.narrowed(pattern(long));
  for (const node of three.slice(2)) add(narrowed, node);

  expect(searchRows(narrowed.matches())).toEqual(searchRows(afresh.matches()));
  expect(narrowed.counts()).toEqual(afresh.counts());
});
