import { documentJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { type InventoryWriter, nodeFailure } from "../inventory/writer.ts";
import { aboutNode, environmentName, membersForm, ownParameters, type ToolForm, withMember } from "./form.ts";

/** The pillar of a minion, as `reclass-salt --pillar` gives it. */
export const saltPillar: ToolForm = membersForm((node) =>
  withMember(ownParameters(node), "__reclass__", documentJson({ nodename: node.name, ...aboutNode(node) })),
);

/** The states of a minion by its environment, as `reclass-salt --top` gives them: the applications of the node. */
export const saltTop: ToolForm = {
  host: (node) => `${documentJson({ [environmentName(node)]: namesOf(node) })}\n`,
  list: topWriter,
  file: "json",
};

function topWriter(): InventoryWriter {
  const environments = new Map<string, Map<string, readonly string[]>>();
  return {
    begin: () => "",
    node(outcome) {
      const { name, node } = outcome;
      if (node === undefined || nodeFailure(outcome) !== undefined) return "";
      const environment = environmentName(node);
      const nodes = environments.get(environment) ?? new Map<string, readonly string[]>();
      environments.set(environment, nodes.set(name, namesOf(node)));
      return "";
    },
    end: () => `${documentJson(environments)}\n`,
  };
}

function namesOf({ applications }: ResolvedNode): readonly string[] {
  return applications.map(({ name }) => name);
}
