import type { NodeOutcome, ResolvedNode, Step } from "../model/inventory/resolved.ts";
import type { ScalarValue, Value } from "../model/values/value.ts";
import { environmentOf } from "./ancestry/automatic.ts";
import { possibleRules } from "./contracts/rules.ts";
import type { WalkedNode } from "./node.ts";

/**
 * A node resolved without merging anything: where each of its layers says what the same layer of an earlier, resolved state
 * says, the values of that state are its values, too. Names, files and layers are its own; values have the origins of the
 * earlier state. Undefined if layers differ or if more than layers decides: groups, queries, contracts, faults. Both
 * states must have the same settings.
 */
export function resolveAlike(
  { inventory, definition, ancestry }: WalkedNode,
  earlier: ResolvedNode,
): NodeOutcome | undefined {
  if (earlier.groups.length > 0 || possibleRules(inventory) !== undefined) return undefined;
  const { steps, classes, applications, held, reads, diagnostics } = ancestry;
  if (held.groups.length > 0 || diagnostics.some(({ severity }) => severity === "error")) return undefined;
  if (reads.queries.length > 0 || reads.environment !== earlier.reads.environment) return undefined;
  if (!isAlike(steps, earlier.steps)) return undefined;
  const { name } = definition;
  const { parameters, exports } = earlier;
  const environment = environmentOf(definition, inventory.settings);
  const none = { groups: [], conflicts: [], latent: [] };
  const node = { name, definition, steps, classes, applications, ...none, parameters, exports, environment, reads };
  return { name, node, conflicts: [], reads, diagnostics };
}

function isAlike(steps: readonly Step[], others: readonly Step[]): boolean {
  return steps.length === others.length && steps.every((step, index) => saysTheSame(step, others[index]));
}

function saysTheSame(one: Step, other: Step | undefined): boolean {
  if (one === other) return true;
  if (other === undefined || one.layer !== other.layer || one.modes !== other.modes) return false;
  return isWrittenAlike(one.parameters, other.parameters) && isWrittenAlike(one.exports, other.exports);
}

/** Values that were found to be written as another one: many nodes have the same layers. */
const known = new WeakMap<Value, Value>();

/** Whether two values of definitions are the same but for their places, keys in the same sequence. */
function isWrittenAlike(one: Value, other: Value): boolean {
  if (one === other || known.get(one) === other) return true;
  if (!isEqual(one, other)) return false;
  if (one.kind === "map") known.set(one, other);
  return true;
}

function isEqual(one: Value, other: Value): boolean {
  switch (one.kind) {
    case "scalar":
      return other.kind === "scalar" && isSameScalar(one, other);
    case "template":
      return other.kind === "template" && one.text === other.text;
    case "set":
      return other.kind === "set" && areAlike(one.items, other.items);
    case "list":
      return other.kind === "list" && one.tuple === other.tuple && areAlike(one.items, other.items);
    case "map":
      if (other.kind !== "map" || one.entries.length !== other.entries.length) return false;
      return one.entries.every(({ keyNode, value }, index) => {
        const entry = other.entries[index];
        return entry !== undefined && isSameScalar(keyNode, entry.keyNode) && isWrittenAlike(value, entry.value);
      });
  }
}

function areAlike(items: readonly Value[], others: readonly Value[]): boolean {
  return (
    items.length === others.length &&
    items.every((item, index) => {
      const other = others[index];
      return other !== undefined && isWrittenAlike(item, other);
    })
  );
}

function isSameScalar(one: ScalarValue, other: ScalarValue): boolean {
  return one.type === other.type && Object.is(one.data, other.data);
}
