import { didYouMean, similar } from "../base/similar.ts";
import { EmptyScope } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { KindRename, RenameKind } from "../model/results/proof.ts";
import { noSuchName } from "../workspace/scope/things.ts";

/** Throws EmptyScope with near names unless the inventory has what is to have another name; paths are not looked for. */
export function expectRenamed({ kind, from }: KindRename, inventory: Inventory): void {
  if (kind === "path") return;
  const names = new Set(namesOfKind(kind, inventory));
  if (!names.has(from)) throw noName(kind, from, names);
}

function noName(kind: Exclude<RenameKind, "path">, name: string, names: Iterable<string>): EmptyScope {
  switch (kind) {
    case "class":
    case "node":
    case "group":
    case "rule":
      return noSuchName([kind], name, names);
    case "application":
    case "technique":
    case "directive": {
      const hint = didYouMean(similar(name, names)) ?? `the files of the inventory name every ${kind}`;
      return new EmptyScope(name, `no ${kind} is called "${name}"`, hint);
    }
  }
}

/** All names of a kind, in no order. */
export function namesOfKind(kind: Exclude<RenameKind, "path">, inventory: Inventory): Iterable<string> {
  switch (kind) {
    case "class":
      return inventory.classNames;
    case "node":
      return inventory.nodeNames;
    case "group":
      return inventory.groups.groups.keys();
    case "application":
      return applications(inventory);
    case "technique":
      return inventory.policies().techniques.keys();
    case "directive":
      return inventory.policies().directives.keys();
    case "rule":
      return inventory.policies().rules.keys();
  }
}

function applications({ nodeNames, classNames, node, class: named }: Inventory): readonly string[] {
  const definitions = [...nodeNames.map((name) => node(name)), ...classNames.map((name) => named(name))];
  return definitions.flatMap((each) => each?.applications.map(({ name }) => name) ?? []);
}

/** The file that defines a name; undefined where none does. */
export function fileOfName(kind: Exclude<RenameKind, "path">, name: string, inventory: Inventory): string | undefined {
  switch (kind) {
    case "class":
    case "node":
      return inventory.fileOf(kind, name);
    case "group":
      return inventory.groups.groups.get(name)?.file.path;
    case "technique":
      return inventory.policies().techniques.get(name)?.file.path;
    case "directive":
      return inventory.policies().directives.get(name)?.file.path;
    case "rule":
      return inventory.policies().rules.get(name)?.file.path;
    case "application":
      return undefined;
  }
}
