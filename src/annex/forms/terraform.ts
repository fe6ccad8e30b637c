import { documentJson, valueJson } from "../../encoding/json.ts";
import type { ToolForm } from "../../report/inventory/writer.ts";
import { environmentName } from "./form.ts";

/** The answer to `data "external"`: one flat object of texts, of which all but the environment are JSON for `jsondecode`. */
export const terraformData: ToolForm = {
  host(node) {
    const names = (mentions: readonly { readonly name: string }[]) => documentJson(mentions.map(({ name }) => name));
    const texts = {
      parameters: valueJson(node.parameters),
      applications: names(node.applications),
      classes: names(node.classes),
      exports: valueJson(node.exports),
      environment: environmentName(node),
    };
    return `${documentJson(texts)}\n`;
  },
  file: "json",
};
