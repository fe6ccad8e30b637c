import { defaultAt } from "../../inspect/explain/node.ts";
import { changesValues, pathFilterOf, type ValueContract } from "../../model/contracts/contract.ts";
import type { CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { touchesPath } from "../../model/values/path-filter.ts";
import { templatesIn } from "../../model/values/template.ts";
import type { TemplateValue } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { contractsOf, resolvedNames, rulesOfNode } from "../../resolve/contracts/node-contracts.ts";
import { isSameDefault, isSameStrategy } from "../../resolve/contracts/value-rules.ts";
import { type CauseSide, type CauseSides, layerOwner } from "./side.ts";

/** The contract that changes a value on one side only, or differently; undefined if there is none. */
export function contractCause(path: ParameterPath, sides: CauseSides): CauseEdit | undefined {
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
    old: former !== undefined && (isBoth || edited === undefined) ? former.path.origin : undefined,
    new: edited?.path.origin,
  };
}

/** The references in a default that the node has at a path, and the owner of their text. */
export function countedDefault(path: ParameterPath, { inventory, node }: CauseSide): CountedDefault | undefined {
  if (inventory.contracts === undefined) return undefined;
  const [section, ...keys] = path;
  const own = valueAt(section === "exports" ? node.exports : node.parameters, keys);
  const found = defaultAt(rulesOfNode(inventory, node), path, own);
  if (found === undefined || !found.counts) return undefined;
  const { step, value } = found.contribution;
  return { owner: layerOwner(step), templates: templatesIn(value, true) };
}

interface CountedDefault {
  readonly owner: CauseOwner;
  readonly templates: readonly TemplateValue[];
}

/** The contracts that change values at a path, above it or below it. */
function changingAt({ inventory: { contracts }, node }: CauseSide, path: readonly string[]): readonly ValueContract[] {
  if (contracts === undefined) return [];
  const { values } = contractsOf(contracts, resolvedNames(node));
  return values.filter((contract) => changesValues(contract) && touchesPath(pathFilterOf(contract.path, true), path));
}

function isEqual(one: ValueContract, other: ValueContract): boolean {
  const merges = both(one.merge, other.merge, isSameStrategy);
  return key(one) === key(other) && merges && both(one.fallback, other.fallback, isSameDefault);
}

/** Whether two are the same, or neither is there. */
function both<T>(one: T | undefined, other: T | undefined, isSame: (one: T, other: T) => boolean): boolean {
  return one === undefined || other === undefined ? one === other : isSame(one, other);
}

function key({ of, path }: ValueContract): string {
  return `${of.id} ${path.text}`;
}
