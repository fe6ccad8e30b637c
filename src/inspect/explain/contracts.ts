import type { ValueContract } from "../../model/contracts/contract.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import { isSection, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { ContractSet } from "../../resolve/contracts/holding.ts";

/**
 * The contracts whose path matches the value at `path`, in the order of their files: rule K32 of docs/concepts/contracts.md.
 * `whole` is the section of the path on the node; without it every key is one of a mapping. Never fails.
 */
export function contractsAt(
  { paths }: Pick<ContractSet, "paths">,
  [section, ...keys]: ParameterPath,
  whole: Value | undefined,
): readonly ValueContract[] {
  const start = isSection(section) ? paths.get(section)?.start : undefined;
  if (start === undefined) return [];
  let [state, value] = [start, whole];
  for (const key of keys) {
    state = state.next(foundKey(key, value));
    value = value && valueAt(value, [key]);
  }
  return state.ending;
}

function foundKey(key: string, parent: Value | undefined): FoundKey {
  return parent?.kind === "list" || parent?.kind === "set" ? Number(key) : key;
}
