import { jsonString } from "../../base/json-text.ts";
import { documentJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { createNameIndex, type InventoryWriter, nodeFailure } from "../inventory/writer.ts";
import { reclassInventory, reclassNode } from "../inventory/yaml.ts";
import { aboutNode, ownParameters, type ToolForm, withMember } from "./form.ts";

/** What `reclass --nodeinfo` and `reclass --inventory` print, except for the time of day. */
export const reclassDocument: ToolForm = { host: reclassNode, list: reclassInventory };

/**
 * What `reclass-ansible` prints, with the variables of all hosts under `_meta`: a group for each class, as written, and one
 * for each application with the suffix `_hosts`.
 */
export const reclassAnsible: ToolForm = { host: (node) => `${hostVariables(node)}\n`, list: groupsWriter };

function groupsWriter(): InventoryWriter {
  const classes = createNameIndex();
  const applications = createNameIndex();
  let separator = "\n";
  return {
    begin: () => '{"_meta": {"hostvars": {',
    node(outcome) {
      const { name, node } = outcome;
      if (node === undefined || nodeFailure(outcome) !== undefined) return "";
      const about = aboutNode(node);
      classes.add(about.classes, name);
      applications.add(about.applications, name);
      const text = `${separator}${jsonString(name)}: ${hostVariables(node)}`;
      separator = ",\n";
      return text;
    },
    end() {
      const groups = [
        ...classes.entries(),
        ...applications.entries().map(([name, nodes]) => [`${name}_hosts`, nodes] as const),
      ];
      const lines = groups.map(([name, hosts]) => `,\n${jsonString(name)}: ${documentJson({ hosts })}`);
      return `\n}}${lines.join("")}}\n`;
    },
  };
}

function hostVariables(node: ResolvedNode): string {
  const uri = `yaml_fs://${node.definition.file.path}`;
  const about = documentJson({ node: node.name, name: node.name, uri, ...aboutNode(node) });
  return withMember(ownParameters(node), "__reclass__", about);
}
