import { changesValues, keysOf, type ValueContract } from "../../model/contracts/contract.ts";
import { codes } from "../../model/findings/codes.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import type { ContractSet } from "../../resolve/contracts/holding.ts";
import { isSameDefault, isSameStrategy } from "../../resolve/merge/value-rules.ts";
import { kept } from "../../speed/kept.ts";
import { contractRelated, type Fault, foundContract } from "./fault.ts";

/** Contracts of a node that contradict each other: rule K5 of docs/concepts/contracts.md. */
export const clashes: (set: ContractSet) => readonly Fault[] = kept("shared", ({ values }) => {
  return clashesAmong(values.filter(changesValues));
});

function clashesAmong(values: readonly ValueContract[]): readonly Fault[] {
  return values.flatMap((later, at) =>
    values.slice(0, at).flatMap((earlier) => {
      if (earlier.path.section !== later.path.section || !meet(earlier.path.keys, later.path.keys)) return [];
      return [
        ...(differ(earlier.merge, later.merge, isSameStrategy) ? [clash(earlier, later, "merge strategies")] : []),
        ...(differ(earlier.fallback, later.fallback, isSameDefault) ? [clash(earlier, later, "defaults")] : []),
      ];
    }),
  );
}

function differ<T>(one: T | undefined, other: T | undefined, isSame: (one: T, other: T) => boolean): boolean {
  return one !== undefined && other !== undefined && !isSame(one, other);
}

function clash(earlier: ValueContract, later: ValueContract, what: string): Fault {
  return {
    code: "contract-clash",
    severity: codes["contract-clash"].severity,
    contract: foundContract(earlier),
    at: keysOf(later.path),
    span: later.path.origin,
    says: (path) => `${path} has two different ${what}; neither has an effect`,
    related: [contractRelated(earlier, earlier.path.origin)],
    hint: "keep one of them, or let `for` of the two files name different nodes",
  };
}

/** Whether two paths with patterns can match the same path. */
function meet(one: readonly KeyPattern[], other: readonly KeyPattern[]): boolean {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first?.kind === "any") return meet(rest, other) || (second !== undefined && meet(one, others));
  if (second?.kind === "any") return meet(one, others) || (first !== undefined && meet(rest, other));
  if (first === undefined || second === undefined) return first === second;
  return meets(first, second) && meet(rest, others);
}

type NamedKey = Exclude<KeyPattern, { kind: "any" }>;

function meets(one: NamedKey, other: NamedKey): boolean {
  return one.text === other.text || isMatched(one, other) || isMatched(other, one);
}

function isMatched(pattern: NamedKey, key: NamedKey): boolean {
  return pattern.kind === "glob" && pattern.fits(key.text);
}
