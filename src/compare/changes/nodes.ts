import { type NameMention, sameNames } from "../../model/inventory/mention.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import type { Span } from "../../model/values/origin.ts";
import { type ListValue, type ScalarValue, textValue, type Value } from "../../model/values/value.ts";
import { Identities } from "../identity.ts";
import { listEdits } from "./list-edits.ts";
import { sameDefinitions } from "./places.ts";
import { type ValueOptions, valueChanges } from "./values.ts";

/**
 * The differences between two resolved nodes, in the order applications, classes, environment, exports, groups,
 * parameters, which is also the order of paths. Lists of names become lists of text whose items have the origins of
 * their mentions. Never fails.
 */
export function nodeChanges(before: ResolvedNode, after: ResolvedNode, options: ValueOptions = {}): readonly Change[] {
  if (before === after) return [];
  const shared = { moved: options.moved ?? false, identities: options.identities ?? new Identities() };
  return [
    ...nameChanges("applications", [before, after], shared),
    ...nameChanges("classes", [before, after], shared),
    ...valueChanges(before.environment, after.environment, ["environment"], shared),
    ...valueChanges(before.exports, after.exports, ["exports"], shared),
    ...nameChanges("groups", [before, after], shared),
    ...valueChanges(before.parameters, after.parameters, ["parameters"], shared),
  ];
}

function nameChanges(
  section: "applications" | "classes" | "groups",
  [before, after]: readonly [ResolvedNode, ResolvedNode],
  options: Required<ValueOptions>,
): readonly Change[] {
  if (sameNames(before[section], after[section]) && !options.moved) return [];
  const old = before[section].map(nameValue);
  const now = after[section].map(nameValue);
  const items = listEdits(old, now, { identities: options.identities, inside: () => [] });
  const sides = {
    path: [section],
    before: nameList(old, items.map(oldItem), before),
    after: nameList(now, items.map(newItem), after),
  };
  if (items.length > 0) return [{ kind: "changed", ...sides, items }];
  return options.moved && !sameDefinitions(sides.before, sides.after) ? [{ kind: "moved", ...sides }] : [];
}

function nameValue(mention: NameMention): ScalarValue {
  return textValue(mention.name, mention.origin);
}

/** Many files add to one list of names: the list has the origin of the first edit, so that equal edits fold. */
function nameList(
  items: readonly ScalarValue[],
  edited: readonly (Value | undefined)[],
  node: ResolvedNode,
): ListValue {
  const shown = edited.find((item) => item !== undefined) ?? items[0];
  const origin: Span = shown?.origin ?? { file: node.definition.file, start: 0, end: 0 };
  return { kind: "list", items, origin, plain: true };
}

function oldItem(edit: ItemEdit): Value | undefined {
  return edit.kind === "added" ? undefined : edit.before;
}

function newItem(edit: ItemEdit): Value | undefined {
  return edit.kind === "removed" ? undefined : edit.after;
}
