import { fileForms, filePatterns } from "../../../model/forms/file-forms.ts";
import type { Settings } from "../../../model/inventory/settings.ts";

/** Where the schemas of an editor are, from the inventory folder. */
export const EDITOR_SCHEMAS = ".vscode/heir";

/** VS Code's settings: a schema for each inventory file, and YAML 1.1, without which `enabled: yes` is a fault. */
export function editorSettings(settings: Settings): string {
  const schemas = fileForms.map((form) => {
    return { url: `./${EDITOR_SCHEMAS}/${form.name}.json`, fileMatch: filePatterns(form, settings) };
  });
  const isJson = ({ fileMatch }: (typeof schemas)[number]) => fileMatch.some((pattern) => pattern.endsWith(".json"));
  const yaml = schemas.filter((each) => !isJson(each)).map(({ url, fileMatch }) => [url, fileMatch]);
  const all = {
    "yaml.yamlVersion": "1.1",
    "yaml.schemas": Object.fromEntries(yaml),
    "json.schemas": schemas.filter(isJson),
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}
