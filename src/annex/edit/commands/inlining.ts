import { didYouMean, similar } from "../../../base/similar.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Definition } from "../../../model/inventory/definition.ts";
import type { Settings } from "../../../model/inventory/settings.ts";
import { asSecret } from "../../../model/results/file-edit.ts";
import { holdsMarker, maskedValue } from "../../../model/secrets/secrets.ts";
import { bareKey, prefixCharacters } from "../../../model/values/key-prefix.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { EditedState } from "../../../workspace/write/worktree-files.ts";
import { type LayerForm, layerMove, writeUnder } from "../layer/layer-value.ts";
import { absoluteEntry, itemsRemoved, nameAdded, namesIn } from "../layer/list-items.ts";
import type { EditPlan } from "../plan.ts";
import { type InventoryFile, inventoryFiles } from "../rename/names.ts";
import { planRename } from "../rename/rename.ts";
import { DraftedFiles, type DraftedText } from "../text/drafted-text.ts";
import type { SourceText } from "../text/source-text.ts";

/**
 * The content of a class written into each file that lists it, under what the file says; the class goes (rule X13 of
 * docs/concepts/edits.md). `lists` counts the files that list it, `left` are those that mention it and cannot take its content. Nothing
 * is proved. Throws HeirError for a class that is not there, and for files that are never edited.
 */
export async function inlining(name: string, scope: EditedState) {
  const { snapshot, inventory } = scope;
  const definition = inventory.class(name);
  const path = inventory.fileOf("class", name);
  if (definition === undefined || path === undefined) {
    throw new HeirError("usage", `no class is called "${name}"`, didYouMean(similar(name, inventory.classNames)));
  }
  const drafts = new DraftedFiles(scope.files);
  const inlined = { definition, text: await drafts.now(path), settings: inventory.settings };
  const mentioning = await mentioningFiles(name, scope);
  const left: string[] = [];
  for (const file of mentioning) {
    if (!writeInlined(await drafts.of(file.path), file, inlined)) left.push(file.path);
  }
  await drafts.delete(path);
  const isSecret = (["parameters", "exports"] as const).some((section) => {
    return holdsMarker(maskedValue(definition[section], [section], inventory.secrets));
  });
  const files = drafts.edits().map((edit) => (isSecret ? asSecret(edit) : edit));
  const plan: EditPlan = { verb: "inline", claim: { kind: "same", but: [{ sign: "-", name }] }, snapshot, files };
  return { plan, lists: mentioning.length - left.length, left };
}

/** The other files that a rename of a class would edit. */
async function mentioningFiles(name: string, scope: EditedState): Promise<readonly InventoryFile[]> {
  const { workspace, snapshot, inventory } = scope;
  const rename = { kind: "class", from: name, to: `${name}-inlined` } as const;
  const renamed = await planRename(workspace, { snapshot, inventory, renames: [rename] });
  const paths = new Set(renamed.files.filter(({ from }) => from === undefined).map(({ path }) => path));
  return inventoryFiles(inventory, snapshot.blobs.keys()).filter(({ path }) => paths.has(path));
}

interface Inlined {
  readonly definition: Definition;
  readonly text: SourceText;
  readonly settings: Settings;
}

/** Writes the content of a class into the draft of a file that lists it; `false` where that cannot be written. */
function writeInlined(draft: DraftedText, { role, name: owner }: InventoryFile, inlined: Inlined): boolean {
  const { definition, text, settings } = inlined;
  if (role !== "node" && role !== "class" && role !== "groups") return false;
  const form: LayerForm = { layer: role === "groups" ? "group" : role, settings };
  if (!writeClasses(draft, inlined, owner)) return false;
  const applications = namesIn(text, "applications");
  if (role === "groups" && applications.length > 0) return false;
  for (const [index, name] of applications.entries()) {
    if (!draft.changed(nameAdded(draft.now, { key: "applications", index }, name))) return false;
  }
  return topPaths(definition, settings).every((path) => {
    const value = layerMove(text, path, { ...form, layer: "class" });
    return value !== undefined && draft.whole(() => writeUnder(draft, { path, value }, form));
  });
}

/** Replaces a class in a list by its classes, but for those that are there before; each further mention goes. */
function writeClasses(draft: DraftedText, { definition: { name }, text }: Inlined, owner: string): boolean {
  const entries = () => namesIn(draft.now, "classes").map((written) => absoluteEntry(written, owner));
  const at = entries().indexOf(name);
  if (at === -1) return false;
  const before = new Set(entries().slice(0, at));
  let index = at;
  for (const each of namesIn(text, "classes").map((written) => absoluteEntry(written, name))) {
    if (before.has(each)) continue;
    if (!draft.changed(nameAdded(draft.now, { key: "classes", index }, each))) return false;
    before.add(each);
    index += 1;
  }
  const leaving = new Set(entries().flatMap((entry, position) => (entry === name ? [position] : [])));
  return draft.changed(itemsRemoved(draft.now, "classes", leaving));
}

function topPaths({ parameters, exports, environment }: Definition, settings: Settings): readonly ParameterPath[] {
  const characters = prefixCharacters(settings);
  const keys = (map: Definition["parameters"]) => map.entries.map(({ key }) => bareKey(key, characters));
  return [
    ...(environment === undefined ? [] : [["environment"]]),
    ...keys(parameters).map((key) => ["parameters", key]),
    ...keys(exports).map((key) => ["exports", key]),
  ];
}
