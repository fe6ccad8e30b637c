import fc from "fast-check";
import type { Files } from "../side.ts";

const NODES = ["n1", "n2"];
const IDS = ["os", "os.a", "os.a.b", "dc", "dc.c", "env"];

/** A repository with groups that few edges order, as data: the same can be written in other words. */
export interface DrawnOrders {
  readonly groups: ReadonlyMap<string, DrawnGroup>;
  readonly chains: readonly (readonly string[])[];
  /** The group that a rule reaches. */
  readonly target: string;
  /** Nodes, classes and what else names no group. */
  readonly others: Files;
}

export interface DrawnGroup {
  readonly parents: readonly string[];
  /** The nodes that it names; undefined for a group that holds what all its parents hold. */
  readonly nodes: readonly string[] | undefined;
  /** Its other lines. */
  readonly body: string;
}

const value = fc.constantFrom(
  "1",
  "2",
  "1",
  "2",
  "text",
  "[1]",
  "[2]",
  "{x: 1}",
  "{x: 2}",
  "{y: [1]}",
  "null",
  "'${l}'",
);
const mode = fc.constantFrom("", "", "", "", "mao", "moa", "ooo", "mpo");
const property = fc.tuple(value, mode).map(([written, letters]) => {
  return letters === "" ? `{value: ${written}}` : `{value: ${written}, inheritMode: ${letters}}`;
});
const properties = fc.dictionary(fc.constantFrom("k", "l", "m"), property, { maxKeys: 2 }).map(mapping);
const classes = fc
  .oneof(
    { weight: 4, arbitrary: fc.subarray(["a", "b", "c", "~a", "~b"], { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(["v.${k}"]) },
  )
  .map((names) => JSON.stringify(names));
const definition = fc.record({
  parameters: fc.dictionary(fc.constantFrom("k", "l", "~m", "r"), value, { maxKeys: 2 }).map(mapping),
  applications: fc
    .subarray(["app1", "~app1", "app2"], { minLength: 1, maxLength: 1 })
    .map((names) => JSON.stringify(names)),
  exports: fc.constantFrom("{}", "{}", "{e: '${k}'}", "{e: [1]}"),
});

function mapping(entries: Readonly<Record<string, string>>): string {
  return `{${Object.entries(entries).map(([name, text]) => `${name}: ${text}`)}}`;
}

/** Parents come before a group, so that there is no loop, and hold all nodes that it names. */
const groups = fc
  .tuple(
    ...IDS.map((_, at) =>
      fc.record({
        parents: fc.subarray(IDS.slice(0, at), { maxLength: Math.min(2, at) }),
        nodes: fc.subarray(NODES, { minLength: 1 }),
        isOfAll: fc.boolean(),
        classes,
        properties,
        isEnabled: fc.integer({ min: 0, max: 19 }).map((drawn) => drawn > 0),
      }),
    ),
  )
  .map((drawn) => {
    const held = new Map<string, readonly string[]>();
    const found = new Map<string, DrawnGroup>();
    for (const [at, { parents, nodes, isOfAll, ...rest }] of drawn.entries()) {
      const inParents = parents.reduce((some, id) => some.filter((node) => held.get(id)?.includes(node)), NODES);
      const named = parents.length === 2 && isOfAll ? undefined : nodes.filter((node) => inParents.includes(node));
      const id = IDS[at] ?? "";
      held.set(id, named ?? inParents);
      const body = `enabled: ${rest.isEnabled}\nclasses: ${rest.classes}\nproperties: ${rest.properties}\n`;
      found.set(id, { parents, nodes: named, body });
    }
    return found;
  });

/** Most go the way of parents, so that few lead back to themselves. */
const chain = fc.oneof(
  { weight: 9, arbitrary: fc.subarray(IDS, { minLength: 2, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.shuffledSubarray(IDS, { minLength: 2, maxLength: 3 }) },
);

const node = fc
  .record({ classes, properties, exported: value })
  .map(
    ({ classes: names, properties: own, exported }) =>
      `classes: ${names}\nproperties: ${own}\nexports: {f: ${exported}}\n`,
  );

const classFile = definition.map(
  ({ parameters, applications, exports }) =>
    `parameters: ${parameters}\napplications: ${applications}\nexports: ${exports}\n`,
);

const paths = ["a", "b", "c", "v/1", "v/2"].map((name) => `classes/${name}.yml`);
const others: fc.Arbitrary<Files> = fc
  .record({
    ...Object.fromEntries(paths.map((path) => [path, classFile])),
    ...Object.fromEntries(NODES.map((name) => [`nodes/${name}.yml`, node])),
    "nodes/n3.yml": fc.constantFrom(
      "{}\n",
      "parameters: {q: '$[ exports:e ]'}\n",
      "parameters: {q: '$[ exports:f ]'}\n",
    ),
    // Most names of classes can be made of it.
    "globals.yml": fc.constantFrom("k: 1\n", "k: 1\n", "{k: {value: 2, inheritMode: mao}, l: [0]}\n", "{}\n"),
  })
  .map((drawn) => ({
    ...drawn,
    "heir.yml": "version: 1\n",
    "techniques/t.yml": "multi: true\n",
    "directives/d.yml": "technique: t\nsets: {w: '${node.properties[k]|default=\"-\"}'}\n",
  }));

/** Nodes in groups of a few hierarchies that meet in values, modes, classes, removals, names, exports and variables. */
export const anyOrders: fc.Arbitrary<DrawnOrders> = fc.record({
  groups,
  chains: fc.array(chain, { maxLength: 3 }),
  target: fc.constantFrom(...IDS),
  others,
});

/** Its files; `id` gives a group another name. */
export function orderFiles(
  { groups: all, chains, target, others: more }: DrawnOrders,
  id: (name: string) => string = (name) => name,
): Files {
  const files = [...all].map(([name, { parents, nodes, body }]) => {
    const members = nodes === undefined ? "" : `nodes: [${nodes}]\n`;
    return [`groups/${id(name).replaceAll(".", "/")}.yml`, `parents: [${parents.map(id)}]\n${members}${body}`];
  });
  return {
    ...more,
    ...Object.fromEntries(files),
    "order.yml": `order: [${chains.map((each) => `[${each.map(id)}]`)}]\n`,
    "rules/r.yml": `directives: [d]\ntargets: ['group:${id(target)}']\n`,
  };
}

/** How a rewriting changes the words, and nothing else. */
export interface Rewriting {
  /** What a group is called afterwards. */
  readonly id: (name: string) => string;
  readonly files: Files;
}

/** The four rewritings that change no result: other ids, another sequence of chains, chains cut, a redundant parent. */
export const rewritings: Readonly<Record<string, (drawn: DrawnOrders) => fc.Arbitrary<Rewriting>>> = {
  "groups with other names": (drawn) =>
    fc.shuffledSubarray(IDS, { minLength: IDS.length }).map((names) => {
      const id = (name: string): string => names[IDS.indexOf(name)] ?? name;
      return { id, files: orderFiles(drawn, id) };
    }),
  "chains in another sequence": (drawn) =>
    fc
      .shuffledSubarray([...drawn.chains.keys()], { minLength: drawn.chains.length })
      .map((order) => same({ ...drawn, chains: order.map((at) => drawn.chains[at] ?? []) })),
  "chains cut into their steps": (drawn) =>
    fc.constant(
      same({
        ...drawn,
        chains: drawn.chains.flatMap((each) => each.slice(1).map((higher, at) => [each[at] ?? "", higher])),
      }),
    ),
  "a redundant parent in front of lists": (drawn) =>
    fc.constant(same({ ...drawn, groups: new Map([...drawn.groups].map((each) => withRedundant(each, drawn))) })),
};

function same(drawn: DrawnOrders): Rewriting {
  return { id: (name) => name, files: orderFiles(drawn) };
}

/** A parent of the first parent before it, if that is in the list already. */
function withRedundant(
  [id, group]: readonly [string, DrawnGroup],
  { groups: all }: DrawnOrders,
): readonly [string, DrawnGroup] {
  const [first = ""] = group.parents;
  const above =
    all
      .get(first)
      ?.parents.filter((parent) => !group.parents.includes(parent))
      .slice(-1) ?? [];
  return [id, { ...group, parents: [...above, ...group.parents] }];
}
