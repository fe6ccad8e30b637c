import { rooted } from "../../model/inventory/settings.ts";
import { type Outline, outlineLeaves } from "../../parse/yaml/outline.ts";
import type { Replacement } from "../text/source-text.ts";
import { movedPath, type Names } from "./class.ts";
import { contractMentions } from "./contracts.ts";
import { inScalars, itemsOf, type OpenedFile, removableName, sectionsAt, valuesAt, wholeName } from "./edited-file.ts";
import type { FinderOptions, KindFinder } from "./kind-rename.ts";

type Find = (file: OpenedFile, names: Names) => readonly Replacement[];

/** Renames a group: in groups, nodes, `order.yml`, rules and contracts. */
export function groupFinder(options: FinderOptions): KindFinder {
  const { groups } = options.inventory.groups;
  return finder(options, { folder: "groups", pathOf: (name) => groups.get(name)?.file.path, find: groupMentions });
}

/** Renames a technique in directives, a directive in rules; a rule is mentioned nowhere. */
export function policyFinder(options: FinderOptions, kind: "technique" | "directive" | "rule"): KindFinder {
  const { techniques, directives, rules } = options.inventory.policies();
  const all = { technique: techniques, directive: directives, rule: rules }[kind];
  return finder(options, {
    folder: `${kind}s`,
    pathOf: (name) => all.get(name)?.file.path,
    find: (file, names) => policyMentions(file, kind, names),
  });
}

/** Renames an application: in the lists of applications. It has no file. */
export function applicationFinder(options: FinderOptions): KindFinder {
  return finder(options, {
    folder: "",
    pathOf: () => undefined,
    find: (file, names) => inLists(file, "applications", names),
  });
}

interface Form {
  readonly folder: string;
  pathOf(name: string): string | undefined;
  readonly find: Find;
}

function finder({ inventory, renames }: FinderOptions, { folder, pathOf, find }: Form): KindFinder {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const moves = renames.flatMap(({ from, to }) => {
    const path = pathOf(from);
    return path === undefined ? [] : [[path, movedPath(path, rooted(inventory.settings, folder), to)] as const];
  });
  return {
    mayBeIn: (text) => text.mayHold(names.keys()),
    names: [...names.keys()],
    moves: new Map(moves),
    find: (file) => find(file, names),
  };
}

function inLists(file: OpenedFile, key: string, names: Names): readonly Replacement[] {
  if (file.role !== "node" && file.role !== "class") return [];
  const lists = itemsOf(sectionsAt(file, key));
  return inScalars(file, lists, (text) => removableName(text, (name) => names.get(name)));
}

function groupMentions(file: OpenedFile, names: Names): readonly Replacement[] {
  const renamed = (name: string) => names.get(name);
  switch (file.role) {
    case "node":
      return inLists(file, "groups", names);
    case "groups": {
      const named = [...itemsOf(sectionsAt(file, "parents")), ...criteriaAt(file, "group")];
      return inScalars(file, named, (text) => wholeName(text, "", renamed));
    }
    case "order":
      return inScalars(file, itemsOf(itemsOf(sectionsAt(file, "order"))), (text) => wholeName(text, "", renamed));
    case "rules":
      return targetMentions(file, "group:", names);
    case "contracts":
      return contractMentions(file, "group", names);
    default:
      return [];
  }
}

function policyMentions(
  file: OpenedFile,
  kind: "technique" | "directive" | "rule",
  names: Names,
): readonly Replacement[] {
  const named =
    file.role === "directives" && kind === "technique"
      ? sectionsAt(file, "technique")
      : file.role === "rules" && kind === "directive"
        ? itemsOf(sectionsAt(file, "directives"))
        : [];
  return inScalars(file, named, (text) => wholeName(text, "", (name) => names.get(name)));
}

/** The values of one key in the criteria of a group. */
function criteriaAt(file: OpenedFile, key: string): readonly Outline[] {
  return criteriaIn(file).flatMap((criterion) => valuesAt(criterion, key));
}

/** The criteria of a group. */
export function criteriaIn(file: OpenedFile): readonly Outline[] {
  return sectionsAt(file, "match").flatMap((match) => itemsOf([...valuesAt(match, "all"), ...valuesAt(match, "any")]));
}

/** Names behind a prefix in the targets of a rule. */
export function targetMentions(file: OpenedFile, prefix: string, names: Names): readonly Replacement[] {
  const targets = sectionsAt(file, "targets").flatMap(outlineLeaves);
  return inScalars(file, targets, (text) => wholeName(text, prefix, (name) => names.get(name)));
}
