import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { CauseEdit, EditPlaces, FoldedChange } from "../../model/results/change.ts";
import type { DefinitionRename } from "../../model/results/comparison.ts";
import { placesKey } from "../causes/key.ts";
import type { Identities } from "../identity.ts";
import { deltaKey, type ParameterRename, type RootedChange } from "./effects.ts";

/** Changes that have one edit behind them. */
export interface EditGroup {
  readonly changes: readonly RootedChange[];
  readonly renamed?: DefinitionRename;
}

/** From this number of different values on, the edits of one path are one. */
const MANY_VALUES = 8;

export interface GroupingOptions {
  readonly identities: Identities;
  readonly renamed: readonly DefinitionRename[];
  readonly parameters: readonly ParameterRename[];
}

/**
 * Groups changes by the edit behind them: what was done and to what, wherever that is (rules V2 to V4 of docs/concepts/review.md).
 * Edits at one place are one edit, and so are many edits of one path, and edits of the same files that reach the same nodes.
 */
export class Grouping {
  private readonly forest = new Forest();
  private readonly renames = new Map<string, DefinitionRename>();
  private readonly options: GroupingOptions;

  constructor(options: GroupingOptions) {
    this.options = options;
    for (const rename of options.renamed) {
      const key = `${rename.kind}-renamed\n${rename.from}\n${rename.to}`;
      for (const alias of renameKeys(rename)) this.forest.join(key, alias);
      this.renames.set(key, rename);
    }
  }

  groups(changes: readonly RootedChange[]): readonly EditGroup[] {
    const direct = changes.filter(({ derivedFrom }) => derivedFrom === undefined);
    for (const change of direct) this.join([this.editKey(change), ...placeKeys(change)]);
    for (const { from, to } of this.options.parameters) {
      const [old, now] = [changes[from], changes[to]];
      if (old !== undefined && now !== undefined) this.join([this.editKey(old), this.editKey(now)]);
    }
    this.joinFiles(direct, this.joinMany(direct));
    const groups = grouped(changes, (change) => this.forest.find(this.keyOf(change)));
    const renames = new Map([...this.renames].map(([key, rename]) => [this.forest.find(key), rename]));
    return [...groups].map(([name, members]) => ({ changes: members, renamed: renames.get(name) }));
  }

  /** A derived change belongs to the edit at its place. */
  private keyOf(change: RootedChange): string {
    const known = change.derivedFrom && placeKeys(change).find((key) => this.forest.has(key));
    return known ?? this.editKey(change);
  }

  private editKey({ change, edit, editedPath, derivedFrom }: RootedChange): string {
    const isValue = edit.kind.startsWith("value-") || edit.kind === "unknown";
    if (!isValue) return `${edit.kind}\n${editSubject(edit)}`;
    const delta = derivedFrom === undefined ? deltaKey(change, this.options.identities) : "";
    return `value\n${JSON.stringify(editedPath)}\n${delta}`;
  }

  private join([first, ...others]: readonly string[]): void {
    if (first === undefined) return;
    this.forest.find(first);
    for (const other of others) this.forest.join(first, other);
  }

  /** More different values of one path than a reader follows are one edit. Gives these edits. */
  private joinMany(direct: readonly RootedChange[]): ReadonlySet<string> {
    const byPath = grouped(direct.filter(isValueEdit), ({ editedPath }) => JSON.stringify(editedPath));
    const names = [...byPath.values()].map((some) => {
      return [...new Set(some.map((change) => this.forest.find(this.editKey(change))))];
    });
    const many = names.filter(({ length }) => length > MANY_VALUES);
    for (const some of many) this.join(some);
    return new Set(many.map(([first = ""]) => this.forest.find(first)));
  }

  /**
   * Edits of values in one file that reach the same nodes are one; so are those made alike in the same files, apart from edits
   * with many values of one path, which are counted.
   */
  private joinFiles(direct: readonly RootedChange[], many: ReadonlySet<string>): void {
    const renamed = new Set(this.options.parameters.flatMap(({ from, to }) => [from, to]));
    const joinable = direct.filter((change) => isValueEdit(change) && !renamed.has(change.index));
    const edits = grouped(joinable, (change) => this.forest.find(this.editKey(change)));
    const same = new Map<string, string>();
    for (const [name, changes] of edits) {
      const own = new Set(changes.flatMap(({ places = [] }) => places.map(fileOf)));
      if (own.size === 0 || (own.size > 1 && many.has(name))) continue;
      const reached = new Set(changes.flatMap(({ nodes }) => nodes));
      const key = [own, reached].map((names) => [...names].sort(compareText).join("\n")).join("\n\n");
      const other = same.get(key);
      if (other === undefined) same.set(key, name);
      else this.forest.join(other, name);
    }
  }
}

function isValueEdit({ edit }: RootedChange): boolean {
  return edit.kind.startsWith("value-");
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

  join(one: string, other: string): void {
    const [left, right] = [this.find(one), this.find(other)];
    if (left !== right) this.parents.set(right, left);
  }
}
