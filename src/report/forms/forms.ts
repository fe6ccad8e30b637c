import { jsonInventory, jsonLinesInventory, jsonNode } from "../inventory/json.ts";
import { yamlInventory, yamlNode } from "../inventory/yaml.ts";
import { ansibleInventory } from "./ansible.ts";
import type { ToolForm } from "./form.ts";
import { hieraData, puppetClassifier } from "./puppet.ts";
import { reclassAnsible, reclassDocument, saltPillar, saltTop } from "./reclass.ts";
import { terraformData } from "./terraform.ts";

export type { ToolForm } from "./form.ts";

export type FormName =
  | "yaml"
  | "json"
  | "jsonl"
  | "reclass"
  | "ansible"
  | "reclass-ansible"
  | "salt-pillar"
  | "salt-top"
  | "enc"
  | "hiera"
  | "terraform";

export const forms: Readonly<Record<FormName, ToolForm>> = {
  yaml: { host: yamlNode, list: yamlInventory },
  json: { host: jsonNode, list: ({ share }) => jsonInventory(share) },
  jsonl: { host: jsonNode, list: jsonLinesInventory },
  reclass: reclassDocument,
  ansible: ansibleInventory,
  "reclass-ansible": reclassAnsible,
  "salt-pillar": saltPillar,
  "salt-top": saltTop,
  enc: puppetClassifier,
  hiera: hieraData,
  terraform: terraformData,
};

export function isFormName(word: string): word is FormName {
  return Object.hasOwn(forms, word);
}

/** Whether a form has room for nodes that do not resolve, so that all others are printed beside them. */
export function showsErrors(name: FormName): boolean {
  return name === "yaml" || name === "json" || name === "jsonl";
}
