import { keptAt } from "../../base/made-once.ts";
import { compareText, grouped } from "../../base/text-order.ts";
import type { CauseEdit, EditPlaces, FoldedChange } from "../../model/results/change.ts";
import type { DefinitionRename } from "../../model/results/comparison.ts";
import { placesKey } from "../cause.ts";
import type { Identities } from "../identity.ts";
import { deltaKey, type EffectOptions, MANY_VALUES, type RootedChange } from "./effects.ts";

export interface EditGroup {
  readonly changes: readonly RootedChange[];
  readonly renamed?: DefinitionRename;
}

export interface GroupingOptions extends Pick<EffectOptions, "identities" | "parameters"> {
  readonly renamed: readonly DefinitionRename[];
}

/** Groups changes by their edit: what was done and to what, anywhere (rules V2 to V4 of docs/concepts/review.md). */
export function editGroups(changes: readonly RootedChange[], options: GroupingOptions): readonly EditGroup[] {
  const { identities, parameters } = options;
  const forest = new Forest();
  const renames = options.renamed.map((rename) => {
    const key = `${rename.kind}-renamed\n${rename.from}\n${rename.to}`;
    forest.join(key, ...renameKeys(rename));
    return [key, rename] as const;
  });
  const keyed = changes.map((change) => ({ change, key: editKey(change, identities) }));
  const direct = keyed.filter(({ change }) => change.derivedFrom === undefined);
  for (const { change, key } of direct) forest.join(key, ...placeKeys(change));
  for (const { from, to } of parameters) {
    const [old, now] = [keyed[from]?.key, keyed[to]?.key];
    if (old !== undefined && now !== undefined) forest.join(old, now);
  }
  const valued = direct.filter(({ change }) => change.edit.kind.startsWith("value-"));
  const many = joinMany(valued, forest);
  const renamed = new Set(parameters.flatMap(({ from, to }) => [from, to]));
  const joinable = valued.filter(({ change }) => !renamed.has(change.index));
  joinFiles(joinable, many, forest);
  // A derived change belongs to the edit at its place.
  const groups = grouped(keyed, ({ change, key }) => {
    return forest.find((change.derivedFrom && placeKeys(change).find((each) => forest.has(each))) ?? key);
  });
  const renameOf = new Map(renames.map(([key, rename]) => [forest.find(key), rename]));
  return [...groups].map(([name, members]) => {
    return { changes: members.map(({ change }) => change), renamed: renameOf.get(name) };
  });
}

interface KeyedChange {
  readonly change: RootedChange;
  readonly key: string;
}

function editKey({ change, edit, editedPath, derivedFrom }: RootedChange, identities: Identities): string {
  const isValue = edit.kind.startsWith("value-") || edit.kind === "unknown";
  if (!isValue) return `${edit.kind}\n${editSubject(edit)}`;
  const delta = derivedFrom === undefined ? deltaKey(change, identities) : "";
  return `value\n${JSON.stringify(editedPath)}\n${delta}`;
}

/** More different values of one path than a reader follows are one edit. Gives these edits. */
function joinMany(valued: readonly KeyedChange[], forest: Forest): ReadonlySet<string> {
  const byPath = grouped(valued, ({ change }) => JSON.stringify(change.editedPath));
  const names = [...byPath.values()].map((some) => new Set(some.map(({ key }) => forest.find(key))));
  const many = names.filter(({ size }) => size > MANY_VALUES);
  for (const [first = "", ...others] of many.map((some) => [...some])) forest.join(first, ...others);
  return new Set(many.map(([first = ""]) => forest.find(first)));
}

/**
 * Edits of values in one file that reach the same nodes are one; so are those made alike in the same files, apart from edits
 * with many values of one path, which are counted.
 */
function joinFiles(joinable: readonly KeyedChange[], many: ReadonlySet<string>, forest: Forest): void {
  const same = new Map<string, string>();
  for (const [name, changes] of grouped(joinable, ({ key }) => forest.find(key))) {
    const own = new Set(changes.flatMap(({ change: { places = [] } }) => places.map(fileOf)));
    if (own.size === 0 || (own.size > 1 && many.has(name))) continue;
    const reached = new Set(changes.flatMap(({ change }) => change.nodes));
    const key = [own, reached].map((all) => [...all].sort(compareText).join("\n")).join("\n\n");
    const first = keptAt(same, key, () => name);
    forest.join(first, name);
  }
}

/** The keys of edits that a rename takes the place of. */
function renameKeys({ kind, from, to }: DefinitionRename): readonly string[] {
  const files = [`file-removed\n${kind} ${from}`, `file-added\n${kind} ${to}`, `file-renamed\n${kind} ${to}`];
  switch (kind) {
    case "class":
      return [...files, `class-removed\n${from}`, `class-added\n${to}`, `class-replaced\n${from} ${to}`];
    case "group":
      return [...files, `group-left\n${from}`, `group-joined\n${to}`];
    case "directive":
      return [...files, `directive-removed\n${from}`, `directive-added\n${to}`];
    case "rule":
    case "node":
      return files;
  }
}

/** To what an edit was made, apart from where it is written. */
export function editSubject(edit: CauseEdit): string {
  switch (edit.kind) {
    case "class-added":
    case "class-removed":
    case "class-reordered":
      return edit.class;
    case "class-replaced":
      return `${edit.class} ${edit.to}`;
    case "application-added":
    case "application-removed":
    case "application-reordered":
      return edit.application;
    case "removal-added":
    case "removal-removed":
      return `${edit.of} ${edit.name}`;
    case "group-joined":
    case "group-left":
    case "group-enabled":
    case "group-disabled":
    case "group-parents-changed":
      return edit.group;
    case "group-order-changed":
      return `${edit.lower} < ${edit.higher}`;
    case "inherit-mode-changed":
      return edit.property;
    case "target-changed":
      return edit.rule;
    case "contract-changed":
      return edit.contract;
    case "directive-added":
    case "directive-removed":
      return edit.directive;
    case "file-added":
    case "file-removed":
    case "file-renamed":
      return `${edit.in.layer} ${edit.in.name}`;
    case "node-added":
    case "node-removed":
    case "node-renamed":
    case "query-changed":
      return edit.node;
    case "settings-changed":
    case "reference-changed":
    case "value-edited":
    case "value-added":
    case "value-removed":
    case "unknown":
      return "";
  }
}

function placeKeys({ places = [] }: FoldedChange): readonly string[] {
  return places.map((place) => `place ${placesKey(place)}`);
}

function fileOf({ old, new: now }: EditPlaces): string {
  return (now ?? old)?.file.path ?? "";
}

/** Sets that grow by joining: each key belongs to one set, named by one of its keys. */
class Forest {
  private readonly parents = new Map<string, string>();

  has(key: string): boolean {
    return this.parents.has(key);
  }

  /** The key that names the set; a key not seen before is a set of its own. */
  find(key: string): string {
    let at = key;
    for (let above = this.parents.get(at) ?? at; above !== at; above = this.parents.get(at) ?? at) at = above;
    this.parents.set(key, at);
    return at;
  }

  join(first: string, ...others: readonly string[]): void {
    const name = this.find(first);
    for (const other of others) this.parents.set(this.find(other), name);
  }
}
