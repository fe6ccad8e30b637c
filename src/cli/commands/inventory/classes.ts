import { classTreeRows } from "../../../report/uses/inheritance-graph.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNames } from "../../reading/names.ts";
import { type AskedState, atRevision, stateCommand } from "../../reading/state.ts";
import { revOption } from "../../words/options.ts";
import { type Arguments, exit } from "../command.ts";
import { askedColumns, listExclusive, listOptions, printList } from "./list-formats.ts";

const columnNames = ["name", "file", "parents", "nodes"];

/** `heir classes [PATTERN]`: names of classes, what they include, and which are unused. */
export const classes = stateCommand({
  examples: [
    ["heir classes", "all names, one per line"],
    ["heir classes --unused", "classes that no node has"],
    ["heir classes 'role.*' --tree", "some classes and all that they include"],
    ["heir classes --columns name,nodes", "how many nodes have each class"],
  ],
  operands: [{ name: "PATTERN", kind: "class", many: true }],
  options: {
    ...revOption,
    ...listOptions(columnNames),
    unused: { kind: "flag", summary: "only classes that no node has, directly or through other classes" },
    tree: { kind: "flag", summary: "show the classes that each includes" },
  },
  exclusive: [...listExclusive, ["tree", "format"], ["tree", "columns"], ["tree", "count"]],
  exits: { 3: "the inventory cannot be read" },
  follows: atRevision,
  reads: (args) => {
    const columns = askedColumns(args) ?? [];
    return countsNodes(args) || args.has("tree") || columns.includes("parents") ? "everything" : "names";
  },
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const columns = askedColumns(args) ?? [];
    const named = chosenNames("class", inventory.classNames, args.operands, scope);
    const counts = countsNodes(args) ? await nodeCounts(asked) : undefined;
    const names = args.has("unused") ? named.filter((name) => !counts?.has(name)) : named;
    if (args.has("tree")) await printRows(context, classTreeRows(inventory, names));
    else {
      // Counting parents reads the file of the class.
      const hasParents = columns.includes("parents");
      const entries = names.map((name) => ({
        name,
        file: inventory.fileOf("class", name) ?? "",
        ...(hasParents && { parents: inventory.class(name)?.classes.length ?? 0 }),
        ...(counts && { nodes: counts.get(name) ?? 0 }),
      }));
      await printList(args, context, { kind: "classes", entries });
    }
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
});

function countsNodes(args: Arguments): boolean {
  return args.has("unused") || askedColumns(args)?.includes("nodes") === true;
}

/** The number of nodes of each class. Nodes that fail to resolve are not counted, and a note says so. */
async function nodeCounts({ context, workspace, inventory }: AskedState): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const total = inventory.nodeNames.length;
  let done = 0;
  let failed = 0;
  for (const { node } of workspace.resolve(inventory)) {
    if (node === undefined) failed += 1;
    for (const { layer, name } of node?.steps ?? []) {
      if (layer === "class") counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    done += 1;
    await context.step(done, total);
  }
  if (failed > 0) context.note(`${failed} of ${total} nodes do not resolve: their classes are not counted`);
  return counts;
}
