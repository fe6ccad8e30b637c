import { definitionRoots, rooted, type Settings } from "../inventory/settings.ts";
import { classForm, nodeForm } from "./definition-forms.ts";
import { ANY, type Form, type Shape } from "./form.ts";
import { directiveForm, groupForm, orderForm, ruleForm, techniqueForm } from "./group-forms.ts";
import { settingForm } from "./setting-form.ts";

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

function fileForm(name: FileFormName, title: string, of: Form | Shape, ...files: readonly string[]): FileForm {
  return { name, title, files, shape: "keys" in of ? { kind: "form", form: of } : of };
}

/** Every kind of file with a schema, in the order of the reference. */
export const fileForms: readonly FileForm[] = [
  fileForm("settings", "Settings", settingForm, "heir.yml", "reclass-config.yml"),
  fileForm("node", "A node", nodeForm, "nodes/**/*.yml"),
  fileForm("class", "A class", classForm, "classes/**/*.yml"),
  fileForm("group", "A group", groupForm, "groups/**/*.yml"),
  fileForm("globals", "Global parameters", { kind: "map", of: { kind: "property" } }, "globals.yml"),
  fileForm("order", "Edges between groups", orderForm, "order.yml"),
  fileForm("technique", "A technique", techniqueForm, "techniques/**/*.yml"),
  fileForm("directive", "A directive", directiveForm, "directives/**/*.yml"),
  fileForm("rule", "A rule", ruleForm, "rules/**/*.yml"),
  fileForm("properties.d", "A file of the agent", { kind: "map", of: ANY }, "properties.d/**/*.json"),
];

/** The files of a form in an inventory with these settings, as patterns from its folder. */
export function filePatterns({ name, files }: FileForm, settings: Settings): readonly string[] {
  if (name === "settings") return files;
  if (name === "node" || name === "class") return [`${definitionRoots(settings)[name]}**/*.yml`];
  return files.map((file) => rooted(settings, "") + file);
}
