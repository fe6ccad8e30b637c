import { didYouMean, similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { holdsMarker, maskedValue } from "../../model/secrets/secrets.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { type InventoryFile, inventoryFiles } from "../find/edited-file.ts";
import type { PlaceOptions } from "../find/place.ts";
import type { EditPlan } from "../plan.ts";
import { planRename } from "../rename.ts";
import { asSecret } from "../text/change.ts";
import { DraftedFiles } from "../text/drafted-files.ts";
import { type LayerForm, layerMove } from "../text/layer-value.ts";
import { absoluteEntry, itemsRemoved, nameAdded, namesIn } from "../text/list-items.ts";
import type { SourceText } from "../text/source-text.ts";
import { writeUnder } from "../text/under-value.ts";

export type InlineScope = Omit<PlaceOptions, "signal">;

/** How a class goes. */
export interface Inlining {
  readonly plan: EditPlan;
  /** How many files list the class. */
  readonly lists: number;
  /** Files that mention the class, and cannot take its content. */
  readonly left: readonly string[];
}

/**
 * The content of a class written into each file that lists it, under what the file says; the class goes (rule X13 of
 * docs/concepts/edits.md). Nothing is proved. Throws HeirError for a class that is not there, and for files that are never edited.
 */
export async function inlining(name: string, scope: InlineScope): Promise<Inlining> {
  const { snapshot, inventory } = scope;
  const definition = inventory.class(name);
  const path = inventory.fileOf("class", name);
  if (definition === undefined || path === undefined) {
    throw new HeirError("usage", `no class is called "${name}"`, didYouMean(similar(name, inventory.classNames)));
  }
  const drafts = new DraftedFiles(scope.files);
  const content = { definition, text: await drafts.now(path) };
  const mentioning = await mentioningFiles(name, scope);
  const left: string[] = [];
  for (const file of mentioning) {
    if (!(await isInlined(file, { content, drafts, inventory }))) left.push(file.path);
  }
  await drafts.delete(path);
  const isSecret = [definition.parameters, definition.exports].some((map, index) => {
    return holdsMarker(maskedValue(map, [index === 0 ? "parameters" : "exports"], inventory.secrets));
  });
  const files = drafts.edits().map((edit) => (isSecret ? asSecret(edit) : edit));
  const claim = { kind: "same", but: [{ sign: "-", name }] } as const;
  return {
    plan: { verb: "inline", claim, snapshot, files, notFollowed: [], patterns: [] },
    lists: mentioning.length - left.length,
    left,
  };
}

/** The other files that a rename of a class would edit. */
async function mentioningFiles(name: string, scope: InlineScope): Promise<readonly InventoryFile[]> {
  const { workspace, snapshot, inventory } = scope;
  const renamed = await planRename(workspace, {
    snapshot,
    inventory,
    renames: [{ kind: "class", from: name, to: `${name}-inlined` }],
  });
  const paths = new Set(renamed.files.filter(({ from }) => from === undefined).map(({ path }) => path));
  return inventoryFiles(inventory, snapshot.blobs.keys()).filter(({ path }) => paths.has(path));
}

interface Content {
  readonly definition: Definition;
  readonly text: SourceText;
}

interface Inlined {
  readonly content: Content;
  readonly drafts: DraftedFiles;
  readonly inventory: Inventory;
}

/** Writes the content of a class into a file that lists it; `false` where that cannot be written. */
async function isInlined(file: InventoryFile, { content, drafts, inventory: { settings } }: Inlined): Promise<boolean> {
  const { role } = file;
  if (role !== "node" && role !== "class" && role !== "groups") return false;
  const form: LayerForm = { layer: role === "groups" ? "group" : role, settings };
  const { name } = content.definition;
  const applications = namesIn(content.text, "applications");
  const classes = namesIn(content.text, "classes").map((written) => absoluteEntry(written, name));
  return (
    (await isReplaced(file, { drafts, name, by: classes })) &&
    (await isPrepended(file, { drafts, names: role === "groups" ? [] : applications })) &&
    (role !== "groups" || applications.length === 0) &&
    (await isUnder(file, { content, drafts, form }))
  );
}

interface Replacing {
  readonly drafts: DraftedFiles;
  readonly name: string;
  readonly by: readonly string[];
}

/** Replaces a class in a list by other classes, but for those that are there before; each further mention goes. */
async function isReplaced({ path, name: owner }: InventoryFile, { drafts, name, by }: Replacing): Promise<boolean> {
  const entries = namesIn(await drafts.now(path), "classes").map((written) => absoluteEntry(written, owner));
  const at = entries.indexOf(name);
  if (at === -1) return false;
  const before = new Set(entries.slice(0, at));
  let index = at;
  for (const each of by) {
    if (before.has(each)) continue;
    const changes = nameAdded(await drafts.now(path), { key: "classes", index }, each);
    if (changes === undefined) return false;
    await drafts.apply(path, changes);
    before.add(each);
    index += 1;
  }
  const now = namesIn(await drafts.now(path), "classes").map((written) => absoluteEntry(written, owner));
  const leaving = new Set(now.flatMap((entry, position) => (entry === name ? [position] : [])));
  const changes = itemsRemoved(await drafts.now(path), "classes", leaving);
  if (changes !== undefined) await drafts.apply(path, changes);
  return changes !== undefined;
}

async function isPrepended(
  { path }: InventoryFile,
  { drafts, names }: { readonly drafts: DraftedFiles; readonly names: readonly string[] },
): Promise<boolean> {
  for (const [index, name] of names.entries()) {
    const changes = nameAdded(await drafts.now(path), { key: "applications", index }, name);
    if (changes === undefined) return false;
    await drafts.apply(path, changes);
  }
  return true;
}

interface Laying {
  readonly content: Content;
  readonly drafts: DraftedFiles;
  readonly form: LayerForm;
}

/** Lays the values of a class under those of a file. */
async function isUnder({ path: file }: InventoryFile, { content, drafts, form }: Laying): Promise<boolean> {
  const { parameters, exports, environment } = content.definition;
  const characters = prefixCharacters(form.settings);
  const keys = (map: Definition["parameters"]) => map.entries.map(({ key }) => bareKey(key, characters));
  const paths = [
    ...(environment === undefined ? [] : [["environment"]]),
    ...keys(parameters).map((key) => ["parameters", key]),
    ...keys(exports).map((key) => ["exports", key]),
  ];
  for (const path of paths) {
    const value = layerMove(content.text, path, { ...form, layer: "class" });
    const steps = value && writeUnder(await drafts.now(file), { path, value }, form);
    if (steps === undefined) return false;
    for (const changes of steps) await drafts.apply(file, changes);
  }
  return true;
}
