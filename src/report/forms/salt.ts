import { jsonString } from "../../base/json-text.ts";
import { documentJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { type InventoryWriter, Separator, soundNode } from "../inventory/writer.ts";
import { aboutNode, environmentName, ownParameters, type ToolForm, withMember } from "./form.ts";

/** The pillar of a minion, as `reclass-salt --pillar` gives it; of all minions each as a member. */
export const saltPillar: ToolForm = { host: (node) => `${pillar(node)}\n`, list: pillarsWriter, file: "json" };

function pillar(node: ResolvedNode): string {
  return withMember(ownParameters(node), "__reclass__", documentJson({ nodename: node.name, ...aboutNode(node) }));
}

function pillarsWriter(): InventoryWriter {
  const separator = new Separator("{\n", ",\n");
  return {
    begin: () => "",
    node(outcome) {
      const node = soundNode(outcome);
      return node === undefined ? "" : `${separator.next()}${jsonString(node.name)}: ${pillar(node)}`;
    },
    end: () => (separator.isFirst ? "{}\n" : "\n}\n"),
  };
}

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
      const node = soundNode(outcome);
      if (node === undefined) return "";
      const environment = environmentName(node);
      const nodes = environments.get(environment) ?? new Map<string, readonly string[]>();
      environments.set(environment, nodes.set(node.name, namesOf(node)));
      return "";
    },
    end: () => `${documentJson(environments)}\n`,
  };
}

function namesOf({ applications }: ResolvedNode): readonly string[] {
  return applications.map(({ name }) => name);
}
