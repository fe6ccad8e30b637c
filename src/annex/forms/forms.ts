import type { ToolForm } from "../../report/inventory/writer.ts";
import { ansibleInventory } from "./ansible.ts";
import { hieraData, puppetClassifier } from "./puppet.ts";
import { reclassAnsible, reclassDocument, saltPillar, saltTop } from "./reclass.ts";
import { terraformData } from "./terraform.ts";

/** The forms that tools read, in the order in which help lists them. */
export const forms = {
  reclass: reclassDocument,
  ansible: ansibleInventory,
  "reclass-ansible": reclassAnsible,
  "salt-pillar": saltPillar,
  "salt-top": saltTop,
  enc: puppetClassifier,
  hiera: hieraData,
  terraform: terraformData,
} as const satisfies Readonly<Record<string, ToolForm>>;
