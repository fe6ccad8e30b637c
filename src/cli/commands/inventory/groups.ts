import { command } from "../../../base/command.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { NameMention } from "../../../model/inventory/definition.ts";
import type { Group } from "../../../model/inventory/group.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import { groupsData } from "../../../report/data/policies.ts";
import { reasonRows } from "../../../report/inspect/membership.ts";
import { counted } from "../../../report/text/row.ts";
import type { Views } from "../../../workspace/load/views.ts";
import { namesOf } from "../../../workspace/scope/things.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { type ListEntry, listExclusive, listOptions, printList } from "../../output/lists/formats.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { checkName, chosenAmong, chosenNames, chosenNodes, Scope } from "../../reading/names.ts";
import { secretsChoice, secretsOption } from "../../reading/secrets.ts";
import { atRevision, readInventory, warnUnreadable } from "../../reading/state.ts";
import { nodeOption, revOption } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

const columnNames = ["name", "file", "kind", "parents", "nodes", "properties"];

/** `heir groups [PATTERN]`: the groups and their nodes, or why a node is in a group or not. */
export const groups: Command = {
  examples: [
    { line: "heir groups", meaning: "all groups, and how many nodes each has" },
    { line: "heir groups --columns name,kind,nodes", meaning: "how each group selects its nodes, and how many" },
    { line: "heir groups --why web1 os.debian", meaning: "why a node is in a group, criterion by criterion" },
    { line: "heir groups --json", meaning: "parents and nodes of each group, as JSON" },
  ],
  operands: [{ name: "PATTERN", kind: "group", many: true }],
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
  async run(args, context) {
    const secrets = secretsChoice(args, context);
    const reading = await readInventory(args, context);
    const { workspace, inventory } = reading;
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const why = args.text("why");
    if (why !== undefined)
      return explained(args, context, { views: workspace.views(inventory, secrets), inventory, node: why });
    const scope = new Scope(args);
    const chosen = chosenNames("group", { names: namesOf("group", inventory), patterns: args.operands, scope });
    const views = workspace.views(inventory);
    const members = views.members();
    const selected = await chosenNodes(args.list("node"), [reading], { context, scope });
    const nodes = selected && new Set(selected);
    const listed = chosen.flatMap((id) => {
      const group = inventory.groups.groups.get(id);
      const own = chosenAmong(members.get(id) ?? [], nodes);
      return group === undefined || own === undefined ? [] : [{ group, nodes: own, share: views.share(group) }];
    });
    const above = new Set([...inventory.groups.groups.values()].flatMap(({ parents }) => parents.map(nameOf)));
    const entries = listed.map(({ group, nodes }) => {
      return { ...described(group, above.has(group.id)), nodes: nodes.length };
    });
    const about = ({ nodes }: ListEntry) => counted(Number(nodes), "node");
    await printList(args, context, { kind: "groups", entries, about, document: () => groupsData(listed) });
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
};

function nameOf({ name }: NameMention): string {
  return name;
}

function described(
  group: Group,
  isAbove: boolean,
): { readonly name: string } & Readonly<Record<string, string | number>> {
  const { id, file, parents, properties } = group;
  return {
    name: id,
    file: file.path,
    kind: kindOf(group, isAbove),
    parents: parents.map(({ name }) => name).join(" < ") || "-",
    properties: properties.properties.length,
  };
}

function kindOf({ members, parents, enabled }: Group, isAbove: boolean): string {
  const other = parents.length > 1 && !isAbove ? "priority" : "umbrella";
  const kind = { match: "dynamic", nodes: "static", none: other }[members.kind];
  return enabled ? kind : `${kind}, disabled`;
}

async function explained(
  args: Arguments,
  context: Context,
  { views, inventory, node }: { readonly views: Views; readonly inventory: Inventory; readonly node: string },
): Promise<ExitCode> {
  checkName("node", node, inventory);
  if (args.operands.length === 0)
    throw new HeirError("usage", "--why needs a group", command(["heir", "explain"], [node, "groups"]));
  const scope = new Scope(args);
  for (const id of chosenNames("group", { names: namesOf("group", inventory), patterns: args.operands, scope })) {
    const reason = views.why(node, id);
    if (reason !== undefined) await printRows(context, reasonRows(reason));
  }
  printLeftOut(context, scope.leftOut);
  return exit.ok;
}
