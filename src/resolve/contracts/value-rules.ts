import { type MergeStrategy, pathFilterOf, type ValueContract } from "../../model/contracts/contract.ts";
import { type AtPath, type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import { jsonIdentity } from "../../model/values/json-form.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { isPlain, type Span, type Value } from "../../model/values/value.ts";

/** A default: its value, and the contract that has it. */
export interface Fallback {
  readonly value: Value;
  readonly contract: ValueContract;
}

/** A key for which there may be a default, or one below it. */
export interface Gap {
  readonly key: string;
  readonly rules: ValueRules;
  /** Where the contract is written. */
  readonly origin: Span;
}

/** A contract that changes values, with its path from the top of the node. */
interface Changing extends AtPath {
  readonly contract: ValueContract;
}

/** What some contracts change about the values of a node, from its top, where the keys are sections. */
export function valueRules(changing: readonly ValueContract[]): ValueRules {
  const all = changing.map((contract) => ({ path: pathFilterOf(contract.path, false), contract }));
  return new ValueRules(new StateSet(all).start);
}

/** What contracts change about the values of a node, at one path: rules K26 to K35 of docs/concepts/contracts.md. */
export class ValueRules {
  /** How the values of layers at this path become one; undefined if no contract decides it. */
  readonly strategy: MergeStrategy | undefined;
  readonly fallback: Fallback | undefined;
  /** The keys that a mapping here gets if it lacks them. */
  readonly gaps: readonly Gap[];
  private readonly state: PathState<Changing>;
  private readonly merges: boolean;
  private readonly following = new Map<FoundKey, ValueRules | undefined>();
  private defaultsOnly: ValueRules | undefined;

  /** Without `merges`, strategies have no effect: a default is not merged. */
  constructor(state: PathState<Changing>, merges = true) {
    this.state = state;
    this.merges = merges;
    const contracts = state.ending.map(({ contract }) => contract);
    this.strategy = merges ? agreedStrategy(contracts.flatMap(({ merge }) => merge ?? [])) : undefined;
    this.fallback = agreedFallback(contracts);
    this.gaps = this.findGaps();
  }

  /** The rules behind a key; undefined if nothing is changed there nor below. */
  next(key: FoundKey): ValueRules | undefined {
    if (this.following.has(key)) return this.following.get(key);
    const state = this.state.next(key);
    const next = state.isEmpty ? undefined : new ValueRules(state, this.merges);
    this.following.set(key, next);
    return next;
  }

  /** The same rules inside a default. */
  get inDefault(): ValueRules {
    this.defaultsOnly ??= this.merges ? new ValueRules(this.state, false) : this;
    return this.defaultsOnly;
  }

  /** The contracts whose defaults have references. */
  get referring(): readonly (ValueContract & { readonly fallback: Value })[] {
    return this.state.reached.flatMap(({ of: { contract } }) => {
      const { fallback } = contract;
      return fallback === undefined || isPlain(fallback) ? [] : [{ ...contract, fallback }];
    });
  }

  /** Whether anything may be changed below. */
  get leadsOn(): boolean {
    return this.state.keys?.length !== 0;
  }

  /** Whether any item of a list may be changed. */
  get entersLists(): boolean {
    return this.state.keys === undefined || this.state.keys.some((key) => /^\d+$/.test(key));
  }

  /** Only a path whose further keys are all written out can make what is missing. */
  private findGaps(): readonly Gap[] {
    const origins = new Map<string, Span>();
    for (const { of, at } of this.state.reached) {
      const [first, ...rest] = of.path.keys.slice(at);
      const { fallback, path } = of.contract;
      if (fallback === undefined || first?.kind !== "key" || rest.some(({ kind }) => kind !== "key")) continue;
      origins.set(first.text, origins.get(first.text) ?? path.origin);
    }
    return [...origins].flatMap(([key, origin]) => {
      const rules = this.next(key);
      return rules === undefined ? [] : [{ key, origin, rules }];
    });
  }
}

/** Rule K5: different strategies for one path have no effect. */
function agreedStrategy(strategies: readonly MergeStrategy[]): MergeStrategy | undefined {
  const [first, ...others] = strategies;
  return first !== undefined && others.every((other) => isSameStrategy(first, other)) ? first : undefined;
}

/** Whether two strategies do the same. */
export function isSameStrategy(one: MergeStrategy, other: MergeStrategy): boolean {
  const isSameWay = one.strategy === other.strategy && one.by === other.by;
  return isSameWay && one.knockout === other.knockout && one.sort === other.sort;
}

/** Rule K5: nor have different defaults. */
function agreedFallback(contracts: readonly ValueContract[]): Fallback | undefined {
  const all = contracts.flatMap((contract): readonly Fallback[] =>
    contract.fallback === undefined ? [] : [{ value: contract.fallback, contract }],
  );
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  return others.every(({ value }) => isSameDefault(first.value, value)) ? first : undefined;
}

/** Whether two defaults are equal, as JSON Schema means it. */
export function isSameDefault(one: Value, other: Value): boolean {
  return jsonIdentity(one) === jsonIdentity(other);
}

/** The rules behind each key of a path. */
export function rulesAlong(rules: ValueRules | undefined, path: ParameterPath): readonly (ValueRules | undefined)[] {
  let at = rules;
  return path.map((key) => {
    at = at?.next(key);
    return at;
  });
}
