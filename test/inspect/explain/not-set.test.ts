import { describe, expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import type { Absence, Unset } from "../../../src/model/results/explanation.ts";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { type Files, Sides } from "../../support/side.ts";

async function unsetOf(files: Files, ...path: readonly string[]): Promise<Unset> {
  const { inventory } = await new Sides().of(files);
  return new NodeExplainer(inventory, "n1").unset(path);
}

/** `kind name: value at path, why`. */
function bringers({ bringers: all }: Unset): readonly string[] {
  return all.map(({ kind, name, value, path, absence }) => {
    return `${kind} ${name}: ${valueJson(value)} at ${printPath(path)}, ${why(absence)}`;
  });
}

function why(absence: Absence): string {
  if (absence.kind === "unlisted") {
    return `listed at ${absence.places.map((origin) => placeText(placeOf(origin))).join(" and ") || "no place"}`;
  }
  if (absence.kind !== "removed") return absence.kind;
  return `removed at ${placeText(placeOf(absence.by))} from ${absence.route.map(({ name }) => name).join(" > ")}`;
}

describe("what would bring a value:", () => {
  test("classes that the node does not get, with the places that list them", async () => {
    const files = {
      "classes/a.yml": "parameters: {ssh: {port: 22}}\n",
      "classes/b.yml": "classes: [a]\n",
      "classes/lonely.yml": "parameters: {~ssh: {=port: 2222}}\n",
      "nodes/n1.yml": "{}\n",
      "nodes/n2.yml": "classes: [a]\n",
    };

    expect(bringers(await unsetOf(files, "parameters", "ssh", "port"))).toEqual([
      "class a: 22 at ssh:port, listed at classes/b.yml:1:11 and nodes/n2.yml:1:11",
      "class lonely: 2222 at ssh:port, listed at no place",
    ]);
  });

  test("a class that a removal keeps out, and through what it would have come", async () => {
    const files = {
      "classes/a.yml": "parameters: {k: 1}\n",
      "classes/role.yml": "classes: [a]\n",
      "nodes/n1.yml": "classes: [role, ~a]\n",
    };

    expect(bringers(await unsetOf(files, "parameters", "k"))).toEqual([
      "class a: 1 at k, removed at nodes/n1.yml:1:17 from role > a",
    ]);
  });

  test("groups that do not hold it or are disabled, and other nodes", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "groups/off.yml": "nodes: [n1]\nenabled: false\nproperties: {k: 1}\n",
      "groups/other.yml": "nodes: [n2]\nproperties: {k: 2}\n",
      "nodes/n1.yml": "{}\n",
      "nodes/n2.yml": "properties: {k: 3}\n",
    };

    expect(bringers(await unsetOf(files, "parameters", "k"))).toEqual([
      "group off: 1 at k, disabled",
      "group other: 2 at k, not-held",
      "node n2: 3 at k, own",
    ]);
  });

  test("a reference above the path, behind which it may lie", async () => {
    const files = { "classes/a.yml": "parameters: {ssh: '${base}'}\n", "nodes/n1.yml": "{}\n" };

    expect(bringers(await unsetOf(files, "parameters", "ssh", "port"))).toEqual([
      'class a: "${base}" at ssh, listed at no place',
    ]);
  });

  test("exports by exports alone", async () => {
    const files = {
      "classes/a.yml": "parameters: {k: 1}\n",
      "classes/b.yml": "exports: {k: 2}\n",
      "nodes/n1.yml": "{}\n",
    };

    expect(bringers(await unsetOf(files, "exports", "k"))).toEqual(["class b: 2 at exports:k, listed at no place"]);
  });
});

describe("what looks like it:", () => {
  const files = { "nodes/n1.yml": "parameters: {ssh: {port: 22, server: {root_login: 1}}, ntp: {server: x}}\n" };
  const near = async (...path: readonly string[]): Promise<readonly string[]> => {
    return (await unsetOf(files, "parameters", ...path)).near.map(printPath);
  };

  test("a key that is nearly so, at any depth", async () => {
    expect(await near("shs", "port")).toEqual(["ssh:port"]);
    expect(await near("ssh", "prt")).toEqual(["ssh:port"]);
  });

  test("the same last key elsewhere", async () => {
    expect(await near("server")).toEqual(["ssh:server", "ntp:server"]);
    expect(await near("ssh", "root_login")).toEqual(["ssh:server:root_login"]);
  });

  test("and as much of the path as is there", async () => {
    expect((await unsetOf(files, "parameters", "ssh", "server", "x")).there).toEqual(["parameters", "ssh", "server"]);
  });
});
