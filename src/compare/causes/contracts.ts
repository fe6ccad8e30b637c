import type { ValueContract } from "../../model/contracts/contract.ts";
import type { CauseEdit } from "../../model/results/cause.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import { contractsOf, resolvedNames } from "../../resolve/contracts/holding.ts";
import { isSameStrategy } from "../../resolve/merge/value-rules.ts";
import type { CauseSide, CauseSides } from "./side.ts";

/** The contract that changes a value on one side only, or differently; undefined if there is none. */
export function contractCause([section, ...path]: ParameterPath, sides: CauseSides): CauseEdit | undefined {
  if (section !== "parameters") return undefined;
  const [old, now] = [changingAt(sides.old, path), changingAt(sides.new, path)];
  const edited = now.find((contract) => !old.some((other) => isEqual(contract, other)));
  const former = old.find((contract) => !now.some((other) => isEqual(contract, other)));
  const found = edited ?? former;
  if (found === undefined) return undefined;
  const isBoth = edited !== undefined && former !== undefined && key(edited) === key(former);
  return {
    kind: "contract-changed",
    contract: found.of.id,
    in: { layer: "contract", name: found.of.id },
    ...(former !== undefined && (isBoth || edited === undefined) && { old: former.path.origin }),
    ...(edited !== undefined && { new: edited.path.origin }),
  };
}

/** The contracts that change values at a path, above it or below it. */
function changingAt({ inventory: { contracts }, node }: CauseSide, path: readonly string[]): readonly ValueContract[] {
  if (contracts === undefined) return [];
  const { values } = contractsOf(contracts, resolvedNames(node));
  return values.filter(({ merge, path: { keys } }) => merge !== undefined && isAlong(keys, path));
}

/** Whether a path with patterns leads to a path, to one above it, or to one below it. */
function isAlong([pattern, ...rest]: readonly KeyPattern[], path: readonly string[]): boolean {
  const [first, ...others] = path;
  if (pattern === undefined || first === undefined || pattern.kind === "any") return true;
  return (pattern.kind === "glob" ? pattern.fits(first) : pattern.text === first) && isAlong(rest, others);
}

function isEqual(one: ValueContract, other: ValueContract): boolean {
  const [first, second] = [one.merge, other.merge];
  const isSame = first === undefined || second === undefined ? first === second : isSameStrategy(first, second);
  return key(one) === key(other) && isSame;
}

function key({ of, path }: ValueContract): string {
  return `${of.id} ${path.text}`;
}
