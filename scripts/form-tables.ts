import { nodeForm } from "../src/model/forms/definition-forms.ts";
import type { Form, FormKey } from "../src/model/forms/form.ts";
import {
  directiveForm,
  groupForm,
  matchForm,
  orderForm,
  propertyForm,
  ruleForm,
  techniqueForm,
} from "../src/model/forms/group-forms.ts";

/** The tables of docs/reference/files.md, as Markdown, by the name of their place. */
export function formTables(): readonly (readonly [string, string])[] {
  return FORMS.map(([name, form]) => [name, formTable(form)]);
}

const FORMS: readonly (readonly [string, Form])[] = [
  ["node", nodeForm],
  ["group", groupForm],
  ["match", matchForm],
  ["property", propertyForm],
  ["order", orderForm],
  ["technique", techniqueForm],
  ["directive", directiveForm],
  ["rule", ruleForm],
];

function formTable({ keys }: Form): string {
  const rows = keys
    .filter(({ name }) => name !== "description")
    .map((key) => [`\`${key.name}\``, key.type, defaultOf(key), key.sentence]);
  return [line(["key", "type", "default", ""]), "|---|---|---|---|", ...rows.map(line)].join("\n");
}

function defaultOf({ required, default: otherwise = "" }: FormKey): string {
  return required === true ? "*required*" : otherwise;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`.replaceAll("|  |", "| |");
}
