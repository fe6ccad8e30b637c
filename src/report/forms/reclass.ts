import { jsonString } from "../../base/json-text.ts";
import { documentJson } from "../../encoding/json.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { type InventoryWriter, NameIndex, Separator, soundNode } from "../inventory/writer.ts";
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
  const classes = new NameIndex();
  const applications = new NameIndex();
  const separator = new Separator("\n", ",\n");
  return {
    begin: () => '{"_meta": {"hostvars": {',
    node(outcome) {
      const node = soundNode(outcome);
      if (node === undefined) return "";
      const about = aboutNode(node);
      classes.add(about.classes, node.name);
      applications.add(about.applications, node.name);
      return `${separator.next()}${jsonString(node.name)}: ${hostVariables(node)}`;
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
