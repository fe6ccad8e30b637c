import { keptAt } from "../../base/remembered.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { PathState } from "../../model/contracts/path-state.ts";
import type { FoundKey, TestContext } from "../../model/contracts/value-test.ts";
import { jsonEntries, jsonItems, jsonMember } from "../../model/values/json-form.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { contractRelated, type Fault, foundContract } from "./fault.ts";

type State = PathState<ValueContract>;

const NONE: readonly Fault[] = [];

/**
 * Judges resolved values: types, required paths and closed mappings (rules K6 to K9 of docs/concepts/contracts.md). What
 * was found in a mapping or list is known for all nodes that share it.
 */
export class ValueJudge {
  private readonly context: TestContext;
  private readonly known = new WeakMap<State, WeakMap<Value, readonly Fault[]>>();

  constructor(context: TestContext) {
    this.context = context;
  }

  /** The faults of a value in a state; their keys begin at the value. */
  faults(value: Value, state: State): readonly Fault[] {
    if (value.kind === "scalar" || value.kind === "template") return this.judged(value, state);
    const known = keptAt(this.known, state, () => new WeakMap());
    return keptAt(known, value, () => this.judged(value, state));
  }

  private judged(value: Value, state: State): readonly Fault[] {
    let found: readonly Fault[] = NONE;
    for (const contract of state.ending) {
      if (contract.test?.(value, this.context) === false) found = [...found, ...this.violations(value, contract)];
      if (contract.closed && value.kind === "map") found = [...found, ...unknownKeys(value, contract, state)];
    }
    for (const { of, at } of state.reached) {
      if (of.required && at < of.path.keys.length) found = [...found, ...missing(value, of, at)];
    }
    for (const [key, part, next] of state.parts(value)) {
      const inside = this.faults(part, next);
      if (inside.length > 0) found = [...found, ...inside.map((fault) => ({ ...fault, at: [key, ...fault.at] }))];
    }
    return found;
  }

  /** The innermost values that are wrong, each once. */
  private violations(value: Value, contract: ValueContract): readonly Fault[] {
    const found = new Map<string, Fault>();
    const at: FoundKey[] = [];
    const add = (wrong: Value, fault: string, hint?: string): void => {
      const key = JSON.stringify(at);
      if (found.has(key)) return;
      const says = (path: string, shown: string) => `${path} is ${shown}, but ${fault}`;
      found.set(key, {
        ...common("contract-type", contract),
        at: [...at],
        span: wrong.origin,
        value: wrong,
        says,
        hint,
      });
    };
    contract.test?.(value, this.context, { at, add });
    return [...found.values()];
  }
}

function common(
  code: Fault["code"],
  contract: ValueContract,
): Pick<Fault, "code" | "severity" | "contract" | "related"> {
  const related = [contractRelated(contract, contract.path.origin)];
  return { code, severity: contract.level, contract: foundContract(contract), related };
}

/** Rule K9 of docs/concepts/contracts.md: keys of a closed mapping that no contract names. */
function unknownKeys(map: MapValue, contract: ValueContract, state: State): readonly Fault[] {
  const unknown = jsonEntries(map).filter(([key]) => state.next(key).isEmpty);
  return unknown.map(([key, value]) => {
    const hint = didYouMean(similar(key, state.keys ?? []));
    const says = (path: string) => `${path} is not a key that a contract names`;
    const known = `keys are ${(state.keys ?? []).join(", ")}`;
    return { ...common("contract-unknown-key", contract), at: [key], span: value.origin, says, hint: hint ?? known };
  });
}

/** Rule K8 of docs/concepts/contracts.md: a path that must be there, once its rest has no pattern. */
function missing(value: Value, contract: ValueContract, from: number): readonly Fault[] {
  const rest = contract.path.keys.slice(from);
  const [head] = rest;
  if (head === undefined || !rest.every(isWritten) || has(value, head)) return NONE;
  const at = rest.map((key) => (key.kind === "key" ? key.text : ""));
  const says = (path: string) => `${path} is missing`;
  const { path } = contract;
  return [
    {
      ...common("contract-required", contract),
      related: [],
      at,
      span: path.origin,
      says,
      hint: `set ${path.text} in a class or group of the node, or in the node itself`,
    },
  ];
}

function isWritten({ kind }: KeyPattern): boolean {
  return kind === "key";
}

function has(value: Value, key: KeyPattern): boolean {
  if (key.kind !== "key") return false;
  if (value.kind === "map") return jsonMember(value, key.text) !== undefined;
  return /^\d+$/.test(key.text) && jsonItems(value)?.[Number(key.text)] !== undefined;
}
