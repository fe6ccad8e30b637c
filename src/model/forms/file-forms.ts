import { definitionRoots, rooted, type Settings } from "../inventory/settings.ts";
import { classForm, nodeForm } from "./definition-forms.ts";
import { ANY, type Shape } from "./form.ts";
import { groupForm, orderForm } from "./group-forms.ts";
import { directiveForm, ruleForm, techniqueForm } from "./policy-forms.ts";
import { settingForm } from "./setting-form.ts";

/** A kind of file that heir reads, and its form. */
export interface FileForm {
  readonly name: FileFormName;
  readonly title: string;
  /** Its files, from the inventory folder; folders of nodes and classes are settings. */
  readonly files: readonly string[];
  readonly shape: Shape;
}

export type FileFormName =
  | "settings"
  | "node"
  | "class"
  | "group"
  | "globals"
  | "order"
  | "technique"
  | "directive"
  | "rule"
  | "properties.d";

/** Every kind of file with a schema, in the order of the reference. */
export const fileForms: readonly FileForm[] = [
  {
    name: "settings",
    title: "Settings",
    files: ["heir.yml", "reclass-config.yml"],
    shape: { kind: "form", form: settingForm },
  },
  { name: "node", title: "A node", files: ["nodes/**/*.yml"], shape: { kind: "form", form: nodeForm } },
  { name: "class", title: "A class", files: ["classes/**/*.yml"], shape: { kind: "form", form: classForm } },
  { name: "group", title: "A group", files: ["groups/**/*.yml"], shape: { kind: "form", form: groupForm } },
  {
    name: "globals",
    title: "Global parameters",
    files: ["globals.yml"],
    shape: { kind: "map", of: { kind: "property" } },
  },
  { name: "order", title: "Edges between groups", files: ["order.yml"], shape: { kind: "form", form: orderForm } },
  {
    name: "technique",
    title: "A technique",
    files: ["techniques/**/*.yml"],
    shape: { kind: "form", form: techniqueForm },
  },
  {
    name: "directive",
    title: "A directive",
    files: ["directives/**/*.yml"],
    shape: { kind: "form", form: directiveForm },
  },
  { name: "rule", title: "A rule", files: ["rules/**/*.yml"], shape: { kind: "form", form: ruleForm } },
  {
    name: "properties.d",
    title: "A file of the agent",
    files: ["properties.d/**/*.json"],
    shape: { kind: "map", of: ANY },
  },
];

/** The files of a form in an inventory with these settings, as patterns from its folder. */
export function filePatterns({ name, files }: FileForm, settings: Settings): readonly string[] {
  if (name === "settings") return files;
  if (name === "node" || name === "class") return [`${definitionRoots(settings)[name]}**/*.yml`];
  return files.map((file) => rooted(settings, "") + file);
}
