import { jsonString } from "../../base/json-text.ts";
import { keptAt } from "../../base/made-once.ts";
import { DataValue, documentJson, valueJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import { nodeData } from "../../report/inventory/json.ts";
import type { ToolForm } from "../../report/inventory/writer.ts";
import { AfterNodes, type InventoryWriter, membersWriter, soundNode } from "../../report/inventory/writer.ts";
import { reclassNode, yamlInventory } from "../../report/inventory/yaml.ts";
import { environmentName, ownParameters } from "./form.ts";

/** What `reclass --nodeinfo` and `reclass --inventory` print, except for the time of day. */
export const reclassDocument: ToolForm = { host: reclassNode, list: () => yamlInventory("reclass") };

/** As `reclass-ansible`, with `_meta`: a group for each class, as written, and each application, as `NAME_hosts`. */
export const reclassAnsible: ToolForm = { host: (node) => `${hostVariables(node)}\n`, list: groupsWriter };

function groupsWriter(): InventoryWriter {
  const after = new AfterNodes();
  return membersWriter({
    begin: '{"_meta": {"hostvars": {',
    text(node) {
      after.index(node);
      return hostVariables(node);
    },
    end() {
      const hosts = after.applications.entries().map(([name, nodes]) => [`${name}_hosts`, nodes] as const);
      const groups = [...after.classes.entries(), ...hosts];
      const lines = groups.map(([name, nodes]) => `,\n${jsonString(name)}: ${documentJson({ hosts: nodes })}`);
      return `\n}}${lines.join("")}}\n`;
    },
  });
}

function hostVariables(node: ResolvedNode): string {
  const uri = `yaml_fs://${node.definition.file.path}`;
  return withAbout(node, { node: node.name, name: node.name, uri });
}

/** The parameters of a node, with data about it as adapters of reclass give it, in their order. */
function withAbout(node: ResolvedNode, names: object): string {
  const { applications, classes } = nodeData(node);
  const about = documentJson({ ...names, applications, classes, environment: new DataValue(node.environment) });
  const own = valueJson(ownParameters(node)).slice(1, -1);
  return `{${own === "" ? "" : `${own},`}"__reclass__":${about}}`;
}

/** The pillar of a minion, as `reclass-salt --pillar` gives it; of all minions each as a member. */
export const saltPillar: ToolForm = {
  host: (node) => `${pillar(node)}\n`,
  list: () => membersWriter({ begin: "{", text: pillar, end: (isEmpty) => (isEmpty ? "}\n" : "\n}\n") }),
  file: "json",
};

function pillar(node: ResolvedNode): string {
  return withAbout(node, { nodename: node.name });
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
      keptAt(environments, environmentName(node), () => new Map()).set(node.name, namesOf(node));
      return "";
    },
    end: () => `${documentJson(environments)}\n`,
  };
}

function namesOf({ applications }: ResolvedNode): readonly string[] {
  return applications.map(({ name }) => name);
}
