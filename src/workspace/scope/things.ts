import { wordList } from "../../base/name-set.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { parsePath } from "../../model/values/parameter-path.ts";
import { entriesIn } from "../../source/disk/disk-entry.ts";
import type { Workspace } from "../workspace.ts";
import { nearPaths } from "./near-paths.ts";
import type { Steps } from "./resolved-nodes.ts";

const LISTINGS = { node: "heir nodes", class: "heir classes", group: "heir groups", rule: "heir rules" } as const;

/** A state, with its inventory. */
export interface StateReading {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/** Some states, with no more of them read than the names. */
export async function readings(workspace: Workspace, snapshots: readonly Snapshot[]): Promise<readonly StateReading[]> {
  const read = snapshots.map(async (snapshot) => {
    return { workspace, snapshot, inventory: await workspace.load(snapshot, { scope: "names" }) };
  });
  return Promise.all(read);
}

type NamedKind = Exclude<ThingKind, "rule">;

/** An operand that may be one of several things. */
interface Thing {
  readonly text: string;
  readonly kinds: readonly NamedKind[];
  readonly reading: StateReading;
}

/** The error for a name of no node, group or class; of a name with a prefix only things of that kind are near. */
export function nothingNamed({ text, kinds, reading: { inventory } }: Thing): EmptyScope {
  const [, prefix, name = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  const only = kinds.filter((kind) => kind === prefix);
  const meant = only.length > 0 ? only : kinds;
  const names = meant.flatMap((kind) => namesOf(kind, inventory));
  return noSuchName(meant, only.length > 0 ? name : text, names, text);
}

/** The error for what is no file or value, either. `unset` says what a path would have to be, such as `no file sets`. */
export async function nothingFound(thing: Thing & { readonly unset: string }, steps: Steps): Promise<EmptyScope> {
  const { text, kinds, reading, unset } = thing;
  const [, prefix, name = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  if (kinds.some((kind) => kind === prefix)) return nothingNamed(thing);
  const path = prefix === "path" ? name : text;
  const names = kinds.flatMap((kind) => namesOf(kind, reading.inventory));
  const named = prefix === "path" ? [] : similar(text, [...names, ...reading.snapshot.blobs.keys()]);
  const near = named.length > 0 ? named : await pathsNear(path, reading, steps);
  const message =
    prefix === "path" ? `${unset} the path "${path}"` : `nothing is called "${text}", and ${unset} this path`;
  return new EmptyScope(text, message, didYouMean(near) ?? `${listing(kinds)}, heir grep -k finds paths`, {
    candidates: near,
  });
}

async function pathsNear(
  text: string,
  { workspace, snapshot, inventory }: StateReading,
  steps: Steps,
): Promise<readonly string[]> {
  const reading = parsePath(text);
  if (reading.kind !== "path") return [];
  return nearPaths(reading.path, { snapshot, names: inventory.nodeNames }, { workspace, steps });
}

/** What a name that is asked for can be one of. */
export type ThingKind = "node" | "class" | "group" | "rule";

export function namesOf(kind: ThingKind, inventory: Inventory): readonly string[] {
  switch (kind) {
    case "node":
      return inventory.nodeNames;
    case "class":
      return inventory.classNames;
    case "group":
      return [...inventory.groups.groups.keys()];
    case "rule":
      return [...inventory.policies().rules.values()].filter(({ enabled }) => enabled).map(({ id }) => id);
  }
}

/** The error `no node is called "web1"`, with similar names; `operand` is the word if it is more than the name. */
export function noSuchName(
  kinds: readonly ThingKind[],
  name: string,
  names: Iterable<string>,
  operand: string = name,
): EmptyScope {
  const what = wordList(kinds, "or");
  const isGlob = /[*?[]/.test(name);
  const message = isGlob ? `no ${what} matches "${name}"` : `no ${what} is called "${name}"`;
  const candidates = similar(name, names);
  const [kind, ...others] = kinds;
  const isNamed = others.length === 0 && kind !== undefined && kind !== "rule";
  return new EmptyScope(operand, message, didYouMean(candidates, name) ?? listing(kinds), {
    code: isNamed ? `unknown-${kind}` : "unknown-name",
    candidates,
    word: operand,
  });
}

/** `heir nodes and heir groups list all of them`. */
function listing(kinds: readonly ThingKind[]): string {
  const commands = wordList(
    kinds.map((kind) => LISTINGS[kind]),
    "and",
  );
  return `${commands} ${kinds.length === 1 ? "lists" : "list"} all of them`;
}

/** The names in a folder, those of folders with a slash behind them; none if it cannot be read. */
export function filesIn(folder: string): readonly string[] {
  return entriesIn(folder).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}
