import { command } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Group } from "../../../model/inventory/group.ts";
import { groupsData, reasonRows } from "../../../report/inspect/groups.ts";
import { counted } from "../../../report/text/row.ts";
import { namesOf } from "../../../workspace/scope/things.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { checkName, chosenAmong, chosenNames, chosenNodes } from "../../reading/names.ts";
import { type AskedState, atRevision, stateCommand } from "../../reading/state.ts";
import { nodeOption, nodesBehind, revOption, secretsOption } from "../../words/options.ts";
import { type ExitCode, exit } from "../command.ts";
import { type ListEntry, listExclusive, listOptions, printList } from "./list-formats.ts";

const columnNames = ["name", "file", "kind", "parents", "nodes", "properties"];

/** `heir groups [PATTERN]`: the groups and their nodes, or why a node is in a group or not. */
export const groups = stateCommand({
  examples: [
    ["heir groups", "all groups, and how many nodes each has"],
    ["heir groups --columns name,kind,nodes", "how each group selects its nodes, and how many"],
    ["heir groups --why web1 os.debian", "why a node is in a group, criterion by criterion"],
    ["heir groups --json", "parents and nodes of each group, as JSON"],
  ],
  operands: [{ name: "PATTERN", kind: "group", many: true }],
  rest: nodesBehind,
  options: {
    ...revOption,
    ...nodeOption,
    ...listOptions(columnNames),
    why: { kind: "node", summary: "why this node is in the group or not" },
    ...secretsOption,
  },
  exclusive: [...listExclusive, ["why", "format"], ["why", "columns"], ["why", "count"], ["why", "node"]],
  exits: { 3: "the inventory cannot be read" },
  follows: atRevision,
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const why = args.text("why");
    if (why !== undefined) return explained(why, asked);
    const chosen = chosenNames("group", namesOf("group", inventory), args.operands, scope);
    const views = asked.views();
    const members = views.members();
    const selected = await chosenNodes(args.list("node"), [asked], asked);
    const nodes = selected && new Set(selected);
    const listed = chosen.flatMap((id) => {
      const group = inventory.groups.groups.get(id);
      const own = chosenAmong(members.get(id) ?? [], nodes);
      return group === undefined || own === undefined ? [] : [{ group, nodes: own, share: views.share(group) }];
    });
    const all = [...inventory.groups.groups.values()];
    const above = new Set(all.flatMap(({ parents }) => parents.map(({ name }) => name)));
    const entries = listed.map(({ group, nodes }) => ({
      name: group.id,
      file: group.file.path,
      kind: kindOf(group, above.has(group.id)),
      parents: group.parents.map(({ name }) => name).join(" < ") || "-",
      properties: group.properties.properties.length,
      nodes: nodes.length,
    }));
    const about = ({ nodes }: ListEntry) => counted(Number(nodes), "node");
    await printList(args, context, { kind: "groups", entries, about, document: () => groupsData(listed) });
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
});

function kindOf({ members, parents, enabled }: Group, isAbove: boolean): string {
  const other = parents.length > 1 && !isAbove ? "priority" : "umbrella";
  const kind = { match: "dynamic", nodes: "static", none: other }[members.kind];
  return enabled ? kind : `${kind}, disabled`;
}

async function explained(node: string, asked: AskedState): Promise<ExitCode> {
  const { args, context, inventory, scope } = asked;
  checkName("node", node, inventory);
  if (args.operands.length === 0)
    throw new HeirError("usage", "--why needs a group", command(["heir", "explain"], [node, "groups"]));
  const views = asked.views();
  for (const id of chosenNames("group", namesOf("group", inventory), args.operands, scope)) {
    const reason = views.why(node, id);
    if (reason !== undefined) await printRows(context, reasonRows(reason));
  }
  printLeftOut(context, scope.leftOut);
  return exit.ok;
}
