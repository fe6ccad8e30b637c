import { documentJson } from "../../../encoding/json.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { Graph, Vertex } from "../../../report/uses/inheritance-graph.ts";
import { dotLines, graphData, graphFrom, graphRows, mermaidLines } from "../../../report/uses/inheritance-graph.ts";
import { namesOf, nothingNamed } from "../../../workspace/scope/things.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { chosenNodes } from "../../reading/names.ts";
import { atRevision, stateCommand } from "../../reading/state.ts";
import { formatOptions, nodeOption, revOption } from "../../words/options.ts";
import { type Context, exit } from "../command.ts";

/** `heir graph [NAME]`: groups and classes, and how they refer to each other. */
export const graph = stateCommand({
  examples: [
    ["heir graph web1", "the groups and classes of a node"],
    ["heir graph group:os.debian", "a group, its parents and its classes"],
    ["heir graph --format mermaid", "all groups and classes, for Markdown pages"],
    ["heir graph web1 --format dot | dot -Tsvg > web1.svg", "an image drawn by Graphviz"],
  ],
  operands: [{ name: "NODE|GROUP|CLASS", kind: "thing", of: ["node", "group", "class"], many: true }],
  options: { ...revOption, ...nodeOption, ...formatOptions("text", "json", "dot", "mermaid") },
  details: [
    "The operand is looked up as a node, then group and class. Prefix it with `node:`, `group:` or `class:` to choose. " +
      "Names are shown as written; references in them are not resolved.",
  ],
  exits: { 3: "the inventory cannot be read" },
  follows: atRevision,
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const nodes = await chosenNodes(args.list("node"), [asked], asked);
    const named = args.operands.flatMap((text): readonly Vertex[] => {
      const found = vertexOf(inventory, text);
      if (found === undefined) scope.leaveOut(nothingNamed({ text, kinds: KINDS, reading: asked }));
      return found === undefined ? [] : [found];
    });
    const vertices = [...named, ...(nodes ?? []).map((name): Vertex => ({ kind: "node", name }))];
    const roots = nodes === undefined && args.operands.length === 0 ? everything(inventory) : vertices;
    const views = asked.views();
    const drawn = graphFrom(inventory, roots, (node) => views.groupsOf(node));
    await print(context, drawn, args.text("format") ?? "");
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
});

async function print(context: Context, drawn: Graph, format: string): Promise<void> {
  if (format === "text") return printRows(context, graphRows(drawn));
  if (format === "json") return context.print(documentJson(graphData(drawn)));
  for (const line of format === "dot" ? dotLines(drawn) : mermaidLines(drawn)) await context.print(line);
}

function everything(inventory: Inventory): readonly Vertex[] {
  const groups = namesOf("group", inventory).map((name): Vertex => ({ kind: "group", name }));
  return [...groups, ...inventory.classNames.map((name): Vertex => ({ kind: "class", name }))];
}

const KINDS = ["node", "group", "class"] as const;

function vertexOf(inventory: Inventory, text: string): Vertex | undefined {
  const [, prefix, rest = ""] = /^(node|group|class):(.+)$/.exec(text) ?? [];
  for (const kind of KINDS) {
    if (namesOf(kind, inventory).includes(text)) return { kind, name: text };
    if (prefix === kind && namesOf(kind, inventory).includes(rest)) return { kind, name: rest };
  }
  return undefined;
}
