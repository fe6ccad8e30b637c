import { describe, expect, test } from "vitest";
import type { MergeComparison } from "../../../src/model/results/branch-merge.ts";
import { placeOf } from "../../../src/model/values/value.ts";
import { type Edit, merge, told } from "../../support/merge.ts";
import type { Files } from "../../support/side.ts";
import type { Plain } from "../../support/value.ts";

interface Case {
  readonly title: string;
  readonly base: Files;
  readonly ours: Edit;
  readonly theirs: Edit;
  readonly merged?: Edit;
  readonly expected: readonly (readonly [string, ...(Plain | undefined)[]])[];
}

/** Text merges without a conflict in all of these; the values are base, ours, theirs and merged. */
const cases: readonly Case[] = [
  {
    title: "a node drops its override, and the default of the class changes",
    base: { "nodes/n.yml": "classes: [c]\nparameters: {x: 2}", "classes/c.yml": "parameters: {x: 1}" },
    ours: { "nodes/n.yml": "classes: [c]" },
    theirs: { "classes/c.yml": "parameters: {x: 5}" },
    expected: [["neither x on n", 2, 1, 2, 5]],
  },
  {
    title: "a node swaps its classes, and the one that lost says something else",
    base: {
      "nodes/n.yml": "classes: [a, b]",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "parameters: {x: 2}",
    },
    ours: { "nodes/n.yml": "classes: [b, a]" },
    theirs: { "classes/a.yml": "parameters: {x: 9}" },
    expected: [["neither x on n", 2, 1, 2, 9]],
  },
  {
    title: "a low layer and a high one both set the value",
    base: {
      "nodes/n.yml": "classes: [a, b]",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "parameters: {}",
    },
    ours: { "classes/a.yml": "parameters: {x: 2}" },
    theirs: { "classes/b.yml": "parameters: {x: 3}" },
    expected: [["ours-lost x on n", 1, 2, 3, 3]],
  },
  {
    title: "an application is added in a class, and taken out in the node",
    base: { "nodes/n.yml": "classes: [c]", "classes/c.yml": "applications: [x]" },
    ours: { "classes/c.yml": "applications: [x, foo]" },
    theirs: { "nodes/n.yml": "classes: [c]\napplications: [~foo]" },
    expected: [["ours-lost applications on n", ["x"], ["x", "foo"], ["x"], ["x"]]],
  },
  {
    title: "a class comes in earlier on one side, and says something else on the other",
    base: {
      "nodes/n.yml": "classes: [a, b, c]",
      "classes/a.yml": "",
      "classes/b.yml": "parameters: {x: d}",
      "classes/c.yml": "parameters: {x: c}",
    },
    ours: { "nodes/n.yml": "classes: [a, c, b]" },
    theirs: { "classes/c.yml": "parameters: {x: c2}" },
    expected: [["theirs-lost x on n", "c", "d", "c2", "d"]],
  },
  {
    title: "both sides change a part of one text with two references: it follows from both",
    base: {
      "nodes/n.yml": "classes: [a, b]\nparameters: {u: 'http://${host}:${port}'}",
      "classes/a.yml": "parameters: {host: h1}",
      "classes/b.yml": "parameters: {port: 1}",
    },
    ours: { "classes/a.yml": "parameters: {host: h2}" },
    theirs: { "classes/b.yml": "parameters: {port: 2}" },
    expected: [["joined u on n", "http://h1:1", "http://h2:1", "http://h1:2", "http://h2:2"]],
  },
  {
    title: "a text with a reference to a value that is lost is lost, too",
    base: {
      "nodes/n.yml": "classes: [a, b]\nparameters: {u: 'p${x}'}",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "parameters: {}",
    },
    ours: { "classes/a.yml": "parameters: {x: 2}" },
    theirs: { "classes/b.yml": "parameters: {x: 3}" },
    expected: [
      ["ours-lost u on n", "p1", "p2", "p3", "p3"],
      ["ours-lost x on n", 1, 2, 3, 3],
    ],
  },
  {
    title: "two classes add to one list: it follows from both",
    base: {
      "nodes/n.yml": "classes: [a, b]",
      "classes/a.yml": "parameters: {l: [d1]}",
      "classes/b.yml": "parameters: {l: []}",
    },
    ours: { "classes/a.yml": "parameters: {l: [d1, d2]}" },
    theirs: { "classes/b.yml": "parameters: {l: [d3]}" },
    expected: [["joined l on n", ["d1"], ["d1", "d2"], ["d1", "d3"], ["d1", "d2", "d3"]]],
  },
  {
    title: "both add one item to one list at two places: it stands twice",
    base: { "nodes/n.yml": "parameters:\n  l: [a, b, c]" },
    ours: { "nodes/n.yml": "parameters:\n  l: [new, a, b, c]" },
    theirs: { "nodes/n.yml": "parameters:\n  l: [a, b, c, new]" },
    merged: { "nodes/n.yml": "parameters:\n  l: [new, a, b, c, new]" },
    expected: [
      [
        "neither l on n",
        ["a", "b", "c"],
        ["new", "a", "b", "c"],
        ["a", "b", "c", "new"],
        ["new", "a", "b", "c", "new"],
      ],
    ],
  },
  {
    title: "half a mapping moves below a new key, and a key is added at its end",
    base: { "nodes/n.yml": "parameters:\n  svc:\n    f: 1\n    g: 2" },
    ours: { "nodes/n.yml": "parameters:\n  svc:\n    f: 1\n  other:\n    g: 2" },
    theirs: { "nodes/n.yml": "parameters:\n  svc:\n    f: 1\n    g: 2\n    h: 8" },
    merged: { "nodes/n.yml": "parameters:\n  svc:\n    f: 1\n  other:\n    g: 2\n    h: 8" },
    expected: [
      ["neither other:h on n", undefined, undefined, undefined, 8],
      ["theirs-lost svc:h on n", undefined, undefined, 8, undefined],
    ],
  },
  {
    title: "a node is new on one side, and the other one changes its class: that is noted",
    base: { "classes/c.yml": "parameters: {x: 1}" },
    ours: { "nodes/n.yml": "classes: [c]" },
    theirs: { "classes/c.yml": "parameters: {x: 2}" },
    expected: [["new-node x on n", undefined, 1, undefined, 2]],
  },
  {
    title: "one side adds values to a class, and the other one makes a node use it",
    base: { "nodes/n.yml": "classes: []", "classes/c.yml": "parameters: {x: 1}" },
    ours: { "classes/c.yml": "parameters: {x: 1, y: {z: 2}}" },
    theirs: { "nodes/n.yml": "classes: [c]" },
    expected: [["neither y on n", undefined, undefined, undefined, { z: 2 }]],
  },
  {
    title: "a node is renamed on one side, and the other one changes its class: nothing surprises",
    base: { "nodes/old.yml": "classes: [c]\nparameters: {own: 1}", "classes/c.yml": "parameters: {x: 1}" },
    ours: { "nodes/old.yml": null, "nodes/new.yml": "classes: [c]\nparameters: {own: 1}" },
    theirs: { "classes/c.yml": "parameters: {x: 2}" },
    expected: [],
  },
  {
    title: "both sides make the same change",
    base: { "nodes/n.yml": "classes: [a, b]", "classes/a.yml": "parameters: {x: 1}", "classes/b.yml": "" },
    ours: { "classes/a.yml": "parameters: {x: 2}" },
    theirs: { "classes/b.yml": "parameters: {x: 2}" },
    expected: [],
  },
];

describe("values that do not follow from the two sides", () => {
  test.each(cases)("$title", async ({ base, ours, theirs, merged, expected }) => {
    expect(told(await merge(base, { ours, theirs, ...(merged && { merged }) }))).toEqual(expected);
  });
});

test("both sides give a node another class: that is noted, whatever the order", async () => {
  const classes = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`classes/${name}.yml`, ""]));
  const comparison = await merge(
    { ...classes, "nodes/n.yml": "classes: [a, b]" },
    { ours: { "classes/a.yml": "classes: [c]" }, theirs: { "classes/b.yml": "classes: [d]" } },
  );
  expect(told(comparison).map(([line]) => line)).toEqual(["joined classes on n"]);
});

const failing = ({ nodes }: MergeComparison) => {
  return nodes.failing.map(({ name, diagnostics }) => `${name} ${diagnostics[0]?.code}`);
};

/** All of these resolve on both sides. */
const broken: readonly (Omit<Case, "expected"> & { readonly expected: readonly string[] })[] = [
  {
    title: "a parameter is renamed, and its old name is used elsewhere",
    base: { "nodes/n.yml": "classes: [a, b]", "classes/a.yml": "parameters: {x: 1}", "classes/b.yml": "" },
    ours: { "classes/a.yml": "parameters: {y: 1}" },
    theirs: { "classes/b.yml": "parameters: {u: '${x}'}" },
    expected: ["n unresolved-reference"],
  },
  {
    title: "a class is renamed, and a new node uses its old name",
    base: { "nodes/n.yml": "classes: [a]", "classes/a.yml": "" },
    ours: { "nodes/n.yml": "classes: [b]", "classes/a.yml": null, "classes/b.yml": "" },
    theirs: { "nodes/m.yml": "classes: [a]" },
    expected: ["m class-not-found"],
  },
  {
    title: "a mapping becomes text, and a key is added to it",
    base: { "nodes/n.yml": "classes: [a, b]", "classes/a.yml": "parameters: {x: {y: 1}}", "classes/b.yml": "" },
    ours: { "classes/a.yml": "parameters: {x: text}" },
    theirs: { "classes/b.yml": "parameters: {x: {z: 1}}" },
    expected: ["n merge-type"],
  },
  {
    title: "two values come to refer to each other",
    base: {
      "nodes/n.yml": "classes: [a, b]",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "parameters: {y: 1}",
    },
    ours: { "classes/a.yml": "parameters: {x: '${y}'}" },
    theirs: { "classes/b.yml": "parameters: {y: '${x}'}" },
    expected: ["n reference-cycle"],
  },
];

describe("nodes that resolve on both sides and not merged", () => {
  test.each(broken)("$title", async ({ base, ours, theirs, expected }) => {
    const comparison = await merge(base, { ours, theirs });
    expect({ failing: failing(comparison), values: comparison.values }).toEqual({ failing: expected, values: [] });
  });
});

test("groups that disagree in the merge alone make a node fail in part, and the rest is compared", async () => {
  const group = (text: string) => `nodes: [n]\nproperties:\n  ${text}\n`;
  const base = { "nodes/n.yml": "classes: [c]\nparameters: {y: 2}", "classes/c.yml": "parameters: {y: 1}" };
  const comparison = await merge(base, {
    ours: { "groups/a.yml": group("x: 1"), "nodes/n.yml": "classes: [c]" },
    theirs: { "groups/b.yml": group("x: 2"), "classes/c.yml": "parameters: {y: 5}" },
  });

  expect(failing(comparison)).toEqual(["n group-conflict"]);
  expect(told(comparison)).toEqual([
    ["neither y on n", 2, 1, 2, 5],
    ["joined groups on n", [], ["a"], ["b"], ["a", "b"]],
  ]);
});

test("a node that fails on a side is not compared; one that the merge lacks or keeps is told", async () => {
  const base = { "nodes/n.yml": "classes: [a]", "nodes/gone.yml": "{}", "classes/a.yml": "" };
  const { nodes } = await merge(base, {
    ours: { "nodes/n.yml": "classes: [a, missing]", "nodes/gone.yml": null, "nodes/new.yml": "parameters: {new: 1}" },
    theirs: { "classes/a.yml": "parameters: {x: 1}" },
    merged: { "nodes/n.yml": "classes: [a]", "nodes/gone.yml": "{}", "nodes/new.yml": null },
  });
  const { notCompared, kept, missing } = nodes;
  expect({ notCompared, kept, missing }).toEqual({ notCompared: ["n"], kept: ["gone"], missing: ["new"] });
});

const parts = ({ values }: MergeComparison, path: string) => {
  const value = values.find((each) => each.path.at(-1) === path);
  const lines = (side: "ours" | "theirs") => {
    return value?.parts[side].map(({ edit, layer, span }) => {
      const { file, line } = placeOf(span);
      return `${edit} ${layer.name} ${file}:${line}`;
    });
  };
  return { ours: lines("ours"), theirs: lines("theirs") };
};

describe("what each side did that takes part", () => {
  test("a layer stops saying something, another one says something else", async () => {
    const base = { "nodes/n.yml": "classes: [c]\nparameters: {x: 2}", "classes/c.yml": "parameters: {x: 1}" };
    const comparison = await merge(base, {
      ours: { "nodes/n.yml": "classes: [c]" },
      theirs: { "classes/c.yml": "parameters: {x: 5}" },
    });
    expect(parts(comparison, "x")).toEqual({ ours: ["unsets n nodes/n.yml:2"], theirs: ["changes c classes/c.yml:1"] });
  });

  test("a class that one side brings in, and what the other one writes into it", async () => {
    const comparison = await merge(
      { "nodes/n.yml": "classes: []", "classes/c.yml": "parameters: {x: 1}" },
      { ours: { "classes/c.yml": "parameters: {x: 1, y: 2}" }, theirs: { "nodes/n.yml": "classes:\n- c" } },
    );
    expect(parts(comparison, "y")).toEqual({ ours: ["sets c classes/c.yml:1"], theirs: ["brings c nodes/n.yml:2"] });
  });

  test("another order of classes, and what a class says", async () => {
    const base = {
      "nodes/n.yml": "classes: [a, b]",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "parameters: {x: 2}",
    };
    const comparison = await merge(base, {
      ours: { "nodes/n.yml": "classes: [b, a]" },
      theirs: { "classes/a.yml": "parameters: {x: 9}" },
    });
    expect(parts(comparison, "x")).toEqual({
      ours: ["moves a nodes/n.yml:1"],
      theirs: ["changes a classes/a.yml:1"],
    });
  });

  test("what a reference leads to counts as well", async () => {
    const base = {
      "nodes/n.yml": "classes: [a, b]\nparameters: {u: 'p${x}'}",
      "classes/a.yml": "parameters: {x: 1}",
      "classes/b.yml": "",
    };
    const comparison = await merge(base, {
      ours: { "classes/a.yml": "parameters: {x: 2}" },
      theirs: { "classes/b.yml": "parameters: {x: 3}" },
    });
    expect(parts(comparison, "u")).toEqual({ ours: ["changes a classes/a.yml:1"], theirs: ["sets b classes/b.yml:1"] });
  });
});

test("only nodes that both sides could change are resolved", async () => {
  const base = {
    "classes/a.yml": "parameters: {x: 1}",
    "classes/b.yml": "parameters: {y: 1}",
    "nodes/both.yml": "classes: [a, b]",
    ...Object.fromEntries(
      ["a", "b"].flatMap((name) => [1, 2, 3].map((n) => [`nodes/${name}${n}.yml`, `classes: [${name}]`])),
    ),
  };
  const edits = { ours: { "classes/a.yml": "parameters: {x: 2}" }, theirs: { "classes/b.yml": "parameters: {y: 2}" } };
  const resolved: number[] = [];

  expect(told(await merge(base, edits, (nodes) => resolved.push(nodes)))).toEqual([]);
  expect(resolved).toEqual([1, 1, 0, 0]);
});
