import { fileForms } from "../../model/forms/file-forms.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { changedFiles, createFiles, type NewFile, replaceFiles } from "../../source/disk/changed-files.ts";
import { EDITOR_SCHEMAS, editorSettings } from "./schema/editor-settings.ts";
import { schemaText } from "./schema/json-schema.ts";

/** Writes the schema of each kind of file to a folder, and returns the names of those that are new or were different. */
export async function writeSchemas(folder: string): Promise<readonly string[]> {
  const changed = changedFiles(folder, schemaFiles());
  await replaceFiles(folder, changed);
  return changed.map(({ path }) => path);
}

/** Writes VS Code's settings and schemas to an inventory folder; existing files are `kept`, or also `different`. */
export async function writeEditorFiles(folder: string, settings: Settings) {
  const schemas = schemaFiles().map(({ path, text }) => ({ path: `${EDITOR_SCHEMAS}/${path}`, text }));
  const all = [{ path: ".vscode/settings.json", text: editorSettings(settings) }, ...schemas];
  const changed = changedFiles(folder, all);
  const created = await createFiles(folder, changed);
  const isThere = ({ path }: NewFile) => !created.includes(path);
  return { created, kept: all.filter(isThere).map(({ path }) => path), different: changed.filter(isThere) };
}

function schemaFiles(): readonly NewFile[] {
  return fileForms.map((form) => ({ path: `${form.name}.json`, text: schemaText(form) }));
}
