import { namesValue, sameNames } from "../../model/inventory/definition.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Change } from "../../model/results/change.ts";
import { NODE_SECTIONS, type ParameterPath } from "../../model/values/parameter-path.ts";
import { type ListValue, type MapValue, startOf, type Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { Identities } from "../identity.ts";
import { listEdits } from "./list-match.ts";
import { sameDefinitions, type ValueOptions, valueChanges } from "./values.ts";

/**
 * The differences between what two nodes get, by path. Names in lists become text with the origins of their mentions.
 * Run-time keys count if a file sets them in either state; another order of techniques is a change of `policies` itself.
 * Never fails.
 */
export function dataChanges(before: NodeData, after: NodeData, options: ValueOptions = {}): readonly Change[] {
  const shared = { moved: options.moved ?? false, identities: options.identities ?? new Identities() };
  return NODE_SECTIONS.flatMap((section): readonly Change[] => {
    switch (section) {
      case "applications":
      case "classes":
      case "groups":
        return nameChanges(section, [before.node, after.node], shared);
      case "policies":
        return policyChanges(before.section(section), after.section(section), shared);
      case "runtime":
        return valueChanges(before.runtimeBeside(after), after.runtimeBeside(before), [section], shared);
      default:
        return valueChanges(before.section(section), after.section(section), [section], shared);
    }
  });
}

/** The differences between what two nodes get at a path. Never fails. */
export function dataChangesAt(
  old: NodeData,
  now: NodeData,
  { path, ...options }: ValueOptions & { readonly path: ParameterPath },
): readonly Change[] {
  const [before, after] = [old.at(path), now.at(path)];
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", path, after }];
  if (after === undefined) return [{ kind: "removed", path, before }];
  const [section, ...keys] = path;
  return section === "policies" && keys.length === 0
    ? policyChanges(before, after, { moved: false, identities: new Identities(), ...options })
    : valueChanges(before, after, path, options);
}

/** What each technique runs, and the order of those that both sides run. */
function policyChanges(before: Value, after: Value, options: Required<ValueOptions>): readonly Change[] {
  const changes = valueChanges(before, after, ["policies"], options);
  if (before.kind !== "map" || after.kind !== "map") return changes;
  const [old, now] = [techniques(before, after), techniques(after, before)];
  return [...valueChanges(old, now, ["policies"], { ...options, moved: false }), ...changes];
}

function techniques(map: MapValue, other: MapValue): ListValue {
  const known = new Set(other.entries.map(({ key }) => key));
  const items = map.entries.filter(({ key }) => known.has(key)).map(({ keyNode }) => keyNode);
  return { kind: "list", items, origin: items[0]?.origin ?? map.origin, plain: true };
}

function nameChanges(
  section: "applications" | "classes" | "groups",
  [before, after]: readonly [ResolvedNode, ResolvedNode],
  { identities, moved }: Required<ValueOptions>,
): readonly Change[] {
  if (sameNames(before[section], after[section]) && !moved) return [];
  const [old, now] = [namesOf(before, section), namesOf(after, section)];
  const items = listEdits(old.items, now.items, { identities, inside: () => [] });
  const gone = items.flatMap((edit) => (edit.kind === "added" ? [] : edit.before));
  const come = items.flatMap((edit) => (edit.kind === "removed" ? [] : edit.after));
  const sides = { path: [section], before: atEdit(old, gone), after: atEdit(now, come) };
  if (items.length > 0) return [{ kind: "changed", ...sides, items }];
  return moved && !sameDefinitions(sides.before, sides.after) ? [{ kind: "moved", ...sides }] : [];
}

function namesOf(node: ResolvedNode, section: "applications" | "classes" | "groups"): ListValue {
  return namesValue(node[section], startOf(node.definition.file));
}

/** Many files add to one list of names: the list has the origin of the first edit, so that equal edits fold. */
function atEdit(list: ListValue, [first = list.items[0]]: readonly Value[]): ListValue {
  return { ...list, origin: first?.origin ?? list.origin };
}
