import { finding } from "../../model/findings/diagnostic.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { isNull, type ScalarValue } from "../../model/values/value.ts";
import type { MergedMap, PartialEntry, PartialValue } from "./partial-value.ts";
import type { RuledPlace } from "./ruled.ts";

/** A key of a mapping that takes away another one. */
export interface KeyKnockout {
  /** As written, with the sign. */
  readonly keyNode: ScalarValue;
  readonly key: string;
  /** The key that it takes away. */
  readonly taken: string;
}

/** The keys of a mapping that have a sign before them and the value null: rule K27 of docs/concepts/contracts.md. */
export function keyKnockouts(entries: Iterable<PartialEntry>, sign: string): readonly KeyKnockout[] {
  return [...entries].flatMap(({ key, keyNode, value }) => {
    const isKnockout = key.startsWith(sign) && key !== sign && isPlainNull(value);
    return isKnockout ? [{ key, keyNode, taken: key.slice(sign.length) }] : [];
  });
}

/** Carries out the knockouts of a layer, in place: on what is below, and on the mapping that has them. */
export function knockOut(
  knockouts: readonly KeyKnockout[],
  { below, above }: { readonly below: MergedMap | undefined; readonly above: MergedMap },
  { node, path }: RuledPlace,
): void {
  for (const { key, keyNode, taken } of knockouts) {
    above.entries.delete(key);
    if (below?.entries.delete(taken) === true) continue;
    const message = `${key} removes nothing: no earlier layer has ${printPath([...path, taken])}`;
    node.fault(finding("remove-nothing", keyNode.origin, message), "at-end");
  }
}

function isPlainNull(value: PartialValue): boolean {
  if (value.kind === "pending")
    return value.contributions.length === 1 && value.contributions.every((each) => isPlainNull(each.value));
  return value.kind === "scalar" && isNull(value);
}
