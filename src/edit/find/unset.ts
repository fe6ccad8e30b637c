import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { EditableFiles } from "../../workspace/write/editable-files.ts";
import { layerRemoval } from "../text/layer-value.ts";
import { SourceText } from "../text/source-text.ts";
import { effectOf } from "./effect.ts";
import { Reach } from "./reach.ts";
import { type WantedLayer, wantedLayers } from "./value-layers.ts";

/** A value that nodes are to have no longer from their own lines. */
export interface UnsetQuestion {
  readonly path: ParameterPath;
  readonly nodes: readonly ResolvedNode[];
  /** The only file to take it out of. */
  readonly file?: string | undefined;
  readonly isSecret: boolean;
}

export interface UnsetOptions extends Abortable {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly files: EditableFiles;
}

/** What takes a value away, and what stays. */
export interface Unsetting {
  readonly edits: readonly FileEdit[];
  /** Files that say the path and stay, since they reach other nodes too, or cannot be edited so. */
  readonly left: readonly { readonly file: string; readonly others: readonly string[] }[];
  /** Where the value comes from then: places, each with the nodes that have it from there. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/**
 * Takes out the lines that say a path and reach wanted nodes alone (rule X10 of docs/concepts/edits.md). Throws HeirError for
 * files that are never edited, and what reading the state throws.
 */
export async function unsetting(question: UnsetQuestion, options: UnsetOptions): Promise<Unsetting> {
  const { path, nodes, file, isSecret } = question;
  const { inventory, workspace, snapshot: before, signal } = options;
  const reach = new Reach(inventory, path);
  const wanted = new Set(nodes.map(({ name }) => name));
  const edits: FileEdit[] = [];
  const left: Unsetting["left"][number][] = [];
  for (const layer of wantedLayers(inventory, nodes, path)) {
    if (!layer.says || (file !== undefined && file !== layer.file)) continue;
    const others = [...reach.readersOf(layer.file)].filter((name) => !wanted.has(name));
    const edit = file === undefined && others.length > 0 ? undefined : await removalIn(layer, question, options);
    if (edit === undefined) left.push({ file: layer.file, others });
    else edits.push(isSecret ? { ...edit, changes: edit.changes.map((each) => ({ ...each, secret: true })) } : edit);
  }
  const { values } = await effectOf(edits, {
    workspace,
    before,
    path,
    nodes: reach.of(edits.map((edit) => edit.path)),
    signal,
  });
  return { edits, left, origins: placesOf(values, wanted) };
}

async function removalIn(
  layer: WantedLayer,
  { path }: UnsetQuestion,
  options: UnsetOptions,
): Promise<FileEdit | undefined> {
  const text = new SourceText(layer.file, await options.files.bytes(layer.file));
  const changes = layerRemoval(text, path, { layer: layer.layer, settings: options.inventory.settings });
  return changes && text.edit(changes);
}

function placesOf(
  values: Awaited<ReturnType<typeof effectOf>>["values"],
  wanted: ReadonlySet<string>,
): Unsetting["origins"] {
  const found = new Map<string, string[]>();
  for (const [name, value] of values) {
    if (!wanted.has(name) || value === undefined) continue;
    const { file, line } = placeOf(value.origin);
    const key = `${file}:${line}`;
    const known = found.get(key) ?? [];
    known.push(name);
    found.set(key, known);
  }
  return found;
}
