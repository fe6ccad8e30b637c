import { defaultMode, type InheritMode } from "../../model/inventory/merge-mode.ts";
import type { Value } from "../../model/values/value.ts";
import { contentText } from "../merge/content-text.ts";
import type { MergeContext } from "../merge/parameters.ts";
import type { PartialValue } from "../merge/partial-value.ts";
import { mergeProperty } from "../merge/properties.ts";
import { type Definer, isBelow } from "./definers.ts";
import type { GroupOrder } from "./order.ts";

/** With more definers than these there are too many orders to try. */
const MOST_DEFINERS = 7;

/**
 * Whether definers come to the same value in every order that is allowed, by laying them in each. Undefined where that
 * cannot be told: there are too many, or parameters of classes take part in a way that only references decide.
 */
export function sameInAllOrders(definers: readonly Definer[], order: GroupOrder): boolean | undefined {
  if (definers.length > MOST_DEFINERS || !definers.every(({ cell }) => isValue(cell))) return undefined;
  let first: string | undefined;
  for (const linear of extensions([], definers, order)) {
    const result = resultIn(linear);
    first ??= result;
    if (result !== first) return false;
  }
  return true;
}

function* extensions(
  laid: readonly Definer[],
  rest: readonly Definer[],
  order: GroupOrder,
): Iterable<readonly Definer[]> {
  if (rest.length === 0) yield laid;
  for (const next of rest) {
    if (rest.some((other) => isBelow(other, next, order))) continue;
    yield* extensions(
      [...laid, next],
      rest.filter((other) => other !== next),
      order,
    );
  }
}

const context: MergeContext = {
  settings: { dict_key_override_prefix: "", dict_key_constant_prefix: "" },
  report: () => {},
};

function resultIn(linear: readonly Definer[]): string {
  let held: PartialValue | undefined;
  let inForce: InheritMode | undefined;
  for (const { cell, stated, replaces, level, modes } of linear) {
    inForce = stated ?? inForce;
    // Above the groups a layer of parameters merges by its own rules, whatever mode is in force.
    const mode = level > 1 && stated === undefined ? modes[0] : inForce;
    held = !isValue(cell) || replaces ? cell : mergeProperty(held, cell, { mode: mode ?? defaultMode, context });
  }
  return held === undefined ? "" : contentText(held);
}

function isValue(cell: PartialValue): cell is Exclude<Value, { kind: "template" }> {
  return cell.kind === "scalar" || cell.kind === "list" || cell.kind === "map" || cell.kind === "set";
}
