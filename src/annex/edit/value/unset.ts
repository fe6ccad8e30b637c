import { grouped } from "../../../base/text-order.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import { asSecret, type FileEdit } from "../../../model/results/file-edit.ts";
import { isOfNames, type ParameterPath } from "../../../model/values/parameter-path.ts";
import { placeOf } from "../../../model/values/value.ts";
import { valueOfNode } from "../../../workspace/load/outcome.ts";
import type { EditedState } from "../../../workspace/write/worktree-files.ts";
import { layerRemoval } from "../layer/layer-value.ts";
import { nameAtEnd } from "../layer/list-items.ts";
import { DraftedFiles } from "../text/drafted-text.ts";
import { editEffect } from "./effect.ts";
import { type LeftFile, Reach, wantedLayers } from "./layers.ts";

/** A value that nodes are to have no longer from their own lines. */
export interface UnsetQuestion {
  readonly path: ParameterPath;
  readonly nodes: readonly ResolvedNode[];
  /** The only file to take it out of. */
  readonly file?: string | undefined;
  readonly isSecret: boolean;
}

export interface Unsetting {
  readonly edits: readonly FileEdit[];
  readonly left: readonly LeftFile[];
  /** Whether what stays keeps the edit from what is asked for. */
  readonly isRefused: boolean;
  /** Where the value comes from then: places, each with the nodes that have it from there. */
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

/**
 * Takes out the lines that say a path and reach wanted nodes alone; a name that nodes have besides is taken out in their own files
 * (rule X10 of docs/concepts/edits.md). Throws HeirError for files that are never edited, and what reading the state throws.
 */
export async function unsetting(question: UnsetQuestion, options: EditedState): Promise<Unsetting> {
  const { path, nodes: wanted, isSecret } = question;
  const { workspace, snapshot: before, inventory, signal } = options;
  const reach = new Reach(inventory, path);
  const drafts = new DraftedFiles(options.files);
  const left = await linesTaken(question, { ...options, drafts, reach });
  const having = async () => {
    const { values } = await editEffect(drafts.edits(), { workspace, before, path, reach, signal });
    return wanted.flatMap((node) => {
      const value = values.has(node.name) ? values.get(node.name) : valueOfNode(inventory, node, path);
      // An environment that no file says is a default.
      const isDefault = path[0] === "environment" && value?.origin.end === 0;
      return value === undefined || isDefault ? [] : [{ name: node.name, place: placeOf(value.origin) }];
    });
  };
  let held = await having();
  const isName = isOfNames(path);
  if (isName) {
    await barred(held, question, { ...options, drafts });
    held = await having();
  }
  const edits = drafts.edits().map((edit) => (isSecret ? asSecret(edit) : edit));
  const places = grouped(held, ({ place }) => `${place.file}:${place.line}`);
  const origins = new Map([...places].map(([place, nodes]) => [place, nodes.map(({ name }) => name)]));
  const isRefused = isName ? held.length > 0 : edits.length === 0 && left.length > 0;
  return { edits, left: isName ? [] : left, isRefused, origins };
}

type Drafting = EditedState & { readonly drafts: DraftedFiles };

/** Takes out the lines that reach wanted nodes alone; what stays is returned. */
async function linesTaken(
  { path, nodes, file }: UnsetQuestion,
  { inventory, drafts, reach }: Drafting & { readonly reach: Reach },
): Promise<readonly LeftFile[]> {
  const { settings } = inventory;
  const wanted = new Set(nodes.map(({ name }) => name));
  const left: LeftFile[] = [];
  for (const { says, ...layer } of wantedLayers(inventory, nodes, path)) {
    if (says === undefined || (file !== undefined && file !== layer.file)) continue;
    const others = [...reach.readersOf(layer.file)].filter((name) => !wanted.has(name));
    const isLeft = file === undefined && others.length > 0;
    const isTaken =
      !isLeft && (await drafts.change(layer.file, (now) => layerRemoval(now, path, { ...layer, settings })));
    if (!isTaken) left.push({ file: layer.file, others });
  }
  return left;
}

/** Puts the removal of a name into the own files of nodes. */
async function barred(
  nodes: readonly { readonly name: string }[],
  { path: [key = "", name = ""], file }: UnsetQuestion,
  { inventory, drafts }: Drafting,
): Promise<void> {
  for (const own of nodes.flatMap((each) => inventory.fileOf("node", each.name) ?? [])) {
    if (file === undefined || file === own) await drafts.change(own, (now) => nameAtEnd(now, key, `~${name}`));
  }
}
