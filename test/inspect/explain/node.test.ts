import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import type {
  ExplainedContribution,
  ExplainedReference,
  Explanation,
  Route,
} from "../../../src/model/results/explanation.ts";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import { placeOf, placeText, type Value } from "../../../src/model/values/value.ts";
import { childKeys, valueAt } from "../../../src/model/values/value-at.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

async function explained(files: Files, ...path: readonly string[]): Promise<Explanation> {
  const { inventory } = await new Sides().of(files);
  return new NodeExplainer(inventory, "n1").explanation(path);
}

/**
 * `> position name action value`, with `>` for what counts. The automatic parameters of a node come before its classes,
 * so that without groups the first class is at position 2.
 */
function lines(contributions: readonly ExplainedContribution[]): readonly string[] {
  return contributions.map(({ step, position, action, value, counts }) => {
    return `${counts ? "> " : ""}${position} ${step.name} ${action} ${valueJson(value)}`;
  });
}

/** `source = path: winner value`, what it holds in turn in brackets. */
function hops(references: readonly ExplainedReference[]): readonly string[] {
  return references.map(({ source, path, contributions }) => {
    const counting = contributions.filter(({ counts }) => counts);
    const winners = counting.map(({ step, value }) => `${step.name} ${valueJson(value)}`).join(" + ");
    const inner = counting.flatMap((each) => hops(each.references));
    return `${source} = ${printPath(path)}: ${winners}${inner.length === 0 ? "" : ` [${inner.join(", ")}]`}`;
  });
}

function routeLine(route: Route): string {
  return route.map(({ kind, name, origin }) => `${kind} ${name} at ${placeText(placeOf(origin))}`).join(" > ");
}

describe("what counts:", () => {
  test("of a scalar the last layer alone, of lists all that were joined", async () => {
    const files = {
      "classes/a.yml": "parameters: {s: 1, l: [1], r: [1]}\n",
      "classes/b.yml": "parameters: {s: 2, l: [2], ~r: [2]}\n",
      "nodes/n1.yml": "classes: [a, b]\nparameters: {r: [3]}\n",
    };

    expect(lines((await explained(files, "parameters", "s")).contributions)).toEqual(["2 a set 1", "> 3 b replaced 2"]);
    expect(lines((await explained(files, "parameters", "l")).contributions)).toEqual([
      "> 2 a set [1]",
      "> 3 b appended [2]",
    ]);
    expect(lines((await explained(files, "parameters", "r")).contributions)).toEqual([
      "2 a set [1]",
      "> 3 b replaced [2]",
      "> 4 n1 appended [3]",
    ]);
  });

  test("nothing where a mapping above was replaced, and the value is gone", async () => {
    const files = {
      "classes/a.yml": "parameters: {m: {k: 1}}\n",
      "nodes/n1.yml": "classes: [a]\nparameters: {~m: {}}\n",
    };
    const { value, contributions } = await explained(files, "parameters", "m", "k");

    expect(value).toBeUndefined();
    expect(lines(contributions)).toEqual(["2 a set 1", "3 n1 removed {}"]);
  });

  test("nothing where groups are in conflict, which is told", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "groups/a.yml": "nodes: [n1]\nproperties: {dns: 1.1.1.1}\n",
      "groups/b.yml": "nodes: [n1]\nproperties: {dns: 9.9.9.9}\n",
      "nodes/n1.yml": "{}\n",
    };
    const { conflict, contributions } = await explained(files, "parameters", "dns");

    expect(conflict?.groups).toEqual(["a", "b"]);
    expect(lines(contributions)).toEqual(['1 a set "1.1.1.1"', '2 b replaced "9.9.9.9"']);
  });

  test("properties of groups by their modes", async () => {
    const files = {
      "heir.yml": "version: 1\n",
      "groups/a.yml": "nodes: [n1]\nproperties: {l: {value: [1], inheritMode: mao}}\n",
      "groups/b.yml": "parents: [a]\nnodes: [n1]\nproperties: {l: [2]}\n",
      "nodes/n1.yml": "properties: {l: {value: [3], inheritMode: moo}}\n",
    };

    expect(lines((await explained(files, "parameters", "l")).contributions)).toEqual([
      "1 a set [1]",
      "2 b appended [2]",
      "> 5 n1 replaced [3]",
    ]);
  });
});

describe("references are followed", () => {
  test("from one to the next, each with its own winner", async () => {
    const files = {
      "classes/a.yml": "parameters: {tld: org, domain: 'example.${tld}', host: 'ntp.${domain}'}\n",
      "classes/b.yml": "parameters: {tld: com}\n",
      "nodes/n1.yml": "classes: [a, b]\n",
    };
    const { value, contributions } = await explained(files, "parameters", "host");

    expect(value && valueJson(value)).toBe('"ntp.example.com"');
    expect(hops(contributions.flatMap(({ references }) => references))).toEqual([
      '${domain} = domain: a "example.${tld}" [${tld} = tld: b "com"]',
    ]);
  });

  test("into the mapping that they bring in, as deep as the path goes", async () => {
    const files = {
      "nodes/n1.yml": "parameters: {m: {k: {d: 1}}, a: '${m}', b: '${a}'}\n",
    };

    expect(
      hops((await explained(files, "parameters", "b", "k", "d")).contributions.flatMap((c) => c.references)),
    ).toEqual(['${a} = a:k:d: n1 "${m}" [${m} = m:k:d: n1 1]']);
  });

  test("in the path of another reference first", async () => {
    const files = { "nodes/n1.yml": "parameters: {site: par, net: {par: 10.0.0.0/8}, a: '${net:${site}}'}\n" };

    expect(hops((await explained(files, "parameters", "a")).contributions.flatMap((c) => c.references))).toEqual([
      '${site} = site: n1 "par"',
      '${net:${site}} = net:par: n1 "10.0.0.0/8"',
    ]);
  });

  test("each once: what many values share does not grow", async () => {
    const chain = Array.from({ length: 30 }, (_, at) => `a${at}: '\${a${at + 1}}\${a${at + 1}}'`).join(", ");
    const { contributions } = await explained(
      { "nodes/n1.yml": `parameters: {${chain}, a30: ''}\n` },
      "parameters",
      "a0",
    );

    expect(JSON.stringify(contributions.flatMap(({ references }) => hops(references))).length).toBeLessThan(5000);
  });

  test("not at all in a circle, which does not resolve", async () => {
    const { value, contributions } = await explained(
      { "nodes/n1.yml": "parameters: {a: '${b}', b: '${a}'}\n" },
      "parameters",
      "a",
    );

    expect(value).toBeUndefined();
    expect(hops(contributions.flatMap(({ references }) => references))).toEqual([
      '${b} = b: n1 "${a}" [${a} = a: n1 "${b}"]',
    ]);
  });
});

test("a mapping is told leaf by leaf, a list item by item", async () => {
  const files = {
    "classes/a.yml": "parameters: {m: {k: 1, l: [x]}}\n",
    "nodes/n1.yml": "classes: [a]\nparameters: {m: {l: ['${m:k}']}}\n",
  };

  const mapping = await explained(files, "parameters", "m");
  expect(mapping.parts.map(({ path, contributions }) => [printPath(path), ...lines(contributions)])).toEqual([
    ["m:k", "> 2 a set 1"],
    ["m:l", '> 2 a set ["x"]', '> 3 n1 appended ["${m:k}"]'],
  ]);
  const list = await explained(files, "parameters", "m", "l");
  expect(list.parts.map(({ path, contributions }) => [printPath(path), ...lines(contributions)])).toEqual([
    ["m:l:0", '> 2 a set "x"'],
    ["m:l:1", '> 3 n1 set "${m:k}"'],
  ]);
});

describe("how the node came by a layer:", () => {
  const files = {
    "heir.yml": "version: 1\n",
    "classes/role.yml": "classes: [backup, ssh]\n",
    "classes/backup.yml": "classes: [ssh]\n",
    "classes/ssh.yml": "parameters: {port: 22}\n",
    "classes/apt.yml": "{}\n",
    "groups/os.yml": "{}\n",
    "groups/os/debian.yml": "parents: [os]\nnodes: [n1]\nclasses: [apt]\n",
    "nodes/n1.yml": "classes: [role]\n",
  };
  const routes = async (name: string): Promise<readonly string[]> => {
    const { layers } = await explained(files, "parameters", "port");
    const layer = layers.find(({ step }) => step.name === name);
    return [layer?.through ?? [], ...(layer?.again ?? [])].map(routeLine);
  };

  test("by the classes that list it; a way that comes too late is told apart", async () => {
    expect(await routes("ssh")).toEqual([
      "class role at nodes/n1.yml:1:11 > class backup at classes/role.yml:1:11 > class ssh at classes/backup.yml:1:11",
      "class role at nodes/n1.yml:1:11 > class ssh at classes/role.yml:1:19",
    ]);
  });

  test("by a group, and an umbrella by the group below it", async () => {
    expect(await routes("os")).toEqual([
      "group os.debian at groups/os/debian.yml:2:9 > group os at groups/os/debian.yml:1:11",
    ]);
    expect(await routes("apt")).toEqual([
      "group os.debian at groups/os/debian.yml:2:9 > class apt at groups/os/debian.yml:3:11",
    ]);
  });

  test("the node itself is there from the start", async () => {
    expect(await routes("n1")).toEqual([""]);
  });
});

describe("lists of names:", () => {
  const files = {
    "classes/common.yml": "applications: [motd, ntp]\n",
    "classes/role.yml": "classes: [common]\napplications: [~motd, nginx, ntp, ~nothing]\n",
    "nodes/n1.yml": "classes: [role]\n",
  };

  test("applications with who adds and who takes away", async () => {
    expect(lines((await explained(files, "applications")).contributions)).toEqual([
      '2 common appended "motd"',
      '> 2 common appended "ntp"',
      '3 role removed "~motd"',
      '> 3 role appended "nginx"',
      '3 role hidden "ntp"',
      '3 role hidden "~nothing"',
    ]);
  });

  test("one name, also when it is gone", async () => {
    const { value, contributions } = await explained(files, "applications", "motd");

    expect(value).toBeUndefined();
    expect(lines(contributions)).toEqual(['2 common appended "motd"', '3 role removed "~motd"']);
    expect(lines((await explained(files, "applications", "0")).contributions)).toEqual([
      '> 2 common appended "ntp"',
      '3 role hidden "ntp"',
    ]);
  });

  test("classes with mentions that come too late, and removals", async () => {
    const some = {
      "classes/a.yml": "classes: [b]\n",
      "classes/b.yml": "{}\n",
      "classes/c.yml": "{}\n",
      "nodes/n1.yml": "classes: [a, b, c, ~c]\n",
    };

    expect(lines((await explained(some, "classes")).contributions)).toEqual([
      '> 2 b appended "b"',
      '2 b hidden "b"',
      '> 3 a appended "a"',
      '4 n1 hidden "c"',
      '4 n1 removed "~c"',
    ]);
  });
});

test("of any node any value is told: what counts makes it, and nothing counts where there is none", async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), tellsAll), { numRuns: 200 });
});

test("a key with a sign inside what a layer says as a whole is found without it", async () => {
  const files = { "nodes/n1.yml": 'exports: {"~l": {"~l": 1}, "l": "$[ exports:k ]"}\n', "classes/.gitkeep": "" };
  await tellsAll(files);
  expect(lines((await explained(files, "exports", "l", "l")).contributions)).toEqual(["> 2 n1 set 1"]);
});

test("below a key with a sign keys are told letter by letter", async () => {
  await tellsAll({ "nodes/n1.yml": 'exports: {"=m": {"~l": "$[ exports:k ]"}}\n', "classes/.gitkeep": "" });
});

async function tellsAll(files: Files): Promise<void> {
  const { inventory } = await new Sides().of(files);
  for (const name of inventory.nodeNames) {
    const explainer = new NodeExplainer(inventory, name);
    const { node } = explainer.outcome;
    for (const section of ["parameters", "exports"] as const) {
      const known = node === undefined ? [["k"], ["deep", "k"], ["list", "0"]] : pathsBelow(node[section]);
      for (const path of [...known, ["nowhere"]]) {
        const { value, contributions } = explainer.explanation([section, ...path]);
        const shown = node && valueAt(node[section], path);
        expect(value && valueJson(value)).toBe(shown && valueJson(shown));
        if (node === undefined) continue;
        expect(
          contributions.some(({ counts }) => counts),
          path.join(":"),
        ).toBe(value !== undefined);
      }
    }
    for (const section of ["classes", "applications", "groups"] as const) {
      const listed = new Set(
        explainer
          .explanation([section])
          .contributions.filter(({ counts }) => counts)
          .map(said),
      );
      if (section === "applications" && node !== undefined) {
        expect([...listed].sort()).toEqual(node.applications.map((each) => each.name).sort());
      }
    }
  }
}

function said({ value }: ExplainedContribution): string {
  return value.kind === "scalar" ? String(value.data) : "";
}

function pathsBelow(value: Value, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = childKeys(value).flatMap((key) => {
    const child = valueAt(value, [key]);
    return child === undefined ? [] : pathsBelow(child, [...path, key]);
  });
  return path.length === 0 ? below : [path, ...below];
}

describe("what nothing merges:", () => {
  const agent = {
    "classes/web.yml": "exports: {port: 8080}\n",
    "nodes/n1.yml": "facts: {os: {name: Debian}}\nproperties: {mtu: 1500}\nparameters: {ports: '$[ exports:port ]'}\n",
    "nodes/n2.yml": "classes: [web]\n",
    "properties.d/n1/server/a.json": '{"local": {"k": 1}, "properties": {"mtu": 1400}}\n',
    "properties.d/n1/b.json": '{"local": {"k": 2}}\n',
  };

  test("a fact is what the node file says", async () => {
    expect(lines((await explained(agent, "facts", "os", "name")).contributions)).toEqual(['> 3 n1 set "Debian"']);
    expect((await explained(agent, "facts")).parts.map(({ path }) => printPath(path))).toEqual(["facts:os:name"]);
  });

  test("of the files that set a run-time key the last counts, and a property is below them", async () => {
    expect(lines((await explained(agent, "runtime", "local", "k")).contributions)).toEqual([
      "4 properties.d/n1/server/a.json set 1",
      "> 5 properties.d/n1/b.json set 2",
    ]);
    expect(lines((await explained(agent, "runtime", "properties", "mtu")).contributions)).toEqual([
      "3 n1 set 1500",
      "> 4 properties.d/n1/server/a.json set 1400",
    ]);
  });

  test("an answer of a query goes on into the layers of the other node", async () => {
    const { contributions } = await explained(agent, "parameters", "ports", "n2");
    const [reference] = contributions.flatMap(({ references }) => references);

    expect(reference?.node).toBe("n2");
    expect(hops(contributions.flatMap(({ references }) => references))).toEqual([
      "$[ exports:port ] = exports:port: web 8080",
    ]);
  });
});
