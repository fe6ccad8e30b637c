import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { ResolvedNode } from "../model/inventory/inventory.ts";
import type { PrefixSettings } from "../model/values/key-prefix.ts";
import { printPath } from "../model/values/parameter-path.ts";
import { isNull, type MapValue } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import { remembered } from "../speed/kept.ts";
import { type Written, written } from "../written/written.ts";

/** What elsewhere takes a key out of a mapping; here a contract decides what does. */
const SIGN = "--";

/** Keys like `--model: null` that no contract makes a removal of `model`: the result has both (rule K27). */
export function unmadeKnockouts({ steps, parameters }: ResolvedNode, settings: PrefixSettings): readonly Diagnostic[] {
  return steps.flatMap((step, at) => {
    return signedKeys(step.parameters, settings).flatMap(({ path, entry, key }) => {
      const [, ...keys] = path;
      const taken = [...keys.slice(0, -1), key.slice(SIGN.length)];
      const isBelow = steps.slice(0, at).some((below) => valueAt(below.parameters, taken) !== undefined);
      if (!isBelow || valueAt(parameters, keys) === undefined) return [];
      const message = `${key} is a key like any other: no contract makes it take away ${printPath(taken)}`;
      const hint = `in a contract, ${printPath(keys.slice(0, -1))}: {merge: {knockout: "${SIGN}"}}`;
      return finding("remove-nothing", entry?.keyNode.origin, message, { hint });
    });
  });
}

const signedKeys = remembered("shared", (parameters: MapValue, settings: PrefixSettings): readonly Written[] => {
  // Most files have no such key, and are not walked.
  if (!/(?:^|[\s{,"'])--[^-\s]/.test(parameters.origin.file.text)) return [];
  return written(parameters, settings, { at: ["parameters"] }).filter(({ key, value }) => {
    return key.startsWith(SIGN) && key !== SIGN && isNull(value);
  });
});
