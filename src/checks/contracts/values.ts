import { didYouMean, similar } from "../../base/similar.ts";
import { grouped } from "../../base/text-order.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, writtenRest } from "../../model/contracts/path-state.ts";
import { atKey, type FoundKey, type TestContext } from "../../model/contracts/value-test.ts";
import { jsonEntries } from "../../model/values/json-form.ts";
import { isMap, type MapValue, type Value } from "../../model/values/value.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { brokenBy, type ContractFault, setHint } from "./rules.ts";

type State = PathState<ValueContract>;

const NONE: readonly ContractFault[] = [];
type Required = ReadonlyMap<string, readonly RequiredPath[]>;

/** A path that must be there, and its keys from the value on. */
interface RequiredPath {
  readonly contract: ValueContract;
  readonly at: readonly string[];
}

/** Judges resolved values: types, required paths, closed mappings (rules K6 to K9). A shared value is judged once. */
export class ValueJudge {
  private readonly context: TestContext;
  private readonly shared = keptForBoth("shared", (state: State, value: Value) => this.faults(value, state));

  constructor(context: TestContext) {
    this.context = context;
  }

  /** The faults of a value in a state; their keys begin at the value. */
  faults(value: Value, state: State): readonly ContractFault[] {
    let found: readonly ContractFault[] = NONE;
    for (const contract of state.ending) {
      if (contract.test?.(value, this.context) === false) found = [...found, ...this.violations(value, contract)];
      if (contract.closed && isMap(value)) found = [...found, ...unknownKeys(value, contract, state)];
    }
    if (state.isLast) return found;
    const inside = this.inside(value, state);
    return inside.length === 0 ? found : [...found, ...inside];
  }

  private inside(value: Value, state: State): readonly ContractFault[] {
    const parts = state.parts(value);
    const inside = parts.flatMap(({ key, value: part, state: next }) => atKey(key, this.shared(next, part)));
    const required = requiredOf(state);
    if (required.size === 0) return inside;
    return [...missing(required, new Set(parts.map(({ key }) => String(key)))), ...inside];
  }

  /** The innermost values that are wrong, each once. */
  private violations(value: Value, contract: ValueContract): readonly ContractFault[] {
    const found = new Map<string, ContractFault>();
    const at: FoundKey[] = [];
    const add = (wrong: Value, fault: string, hint?: string): void => {
      const key = JSON.stringify(at);
      if (found.has(key)) return;
      const where = { at: [...at], span: wrong.origin, value: wrong };
      const says = (path: string, shown: string) => `${path} is ${shown}, but ${fault}`;
      found.set(key, { ...brokenBy(contract), code: "contract-type", ...where, says, hint });
    };
    contract.test?.(value, this.context, { at, add });
    return [...found.values()];
  }
}

/** Rule K9 of docs/concepts/contracts.md: keys of a closed mapping that no contract names. */
function unknownKeys(map: MapValue, contract: ValueContract, state: State): readonly ContractFault[] {
  const unknown = jsonEntries(map).filter(([key]) => state.next(key).isEmpty);
  return unknown.map(([key, value]) => {
    const hint = didYouMean(similar(key, state.keys ?? [])) ?? `keys are ${(state.keys ?? []).join(", ")}`;
    const says = (path: string) => `${path} is not a key that a contract names`;
    return { ...brokenBy(contract), code: "contract-unknown-key", at: [key], span: value.origin, says, hint };
  });
}

/** Rule K8 of docs/concepts/contracts.md: paths that must be there, once their rest has no pattern. */
function missing(required: Required, there: ReadonlySet<string>): readonly ContractFault[] {
  const lacking = [...required].flatMap(([key, paths]) => (there.has(key) ? [] : paths));
  return lacking.map(({ contract, at }) => {
    const { path } = contract;
    const says = (text: string) => `${text} is missing`;
    const hint = setHint(path);
    return { ...brokenBy(contract), code: "contract-required", related: [], at, span: path.origin, says, hint };
  });
}

/** The contracts that ask for a key, by that key. */
const requiredOf = kept("shared", (state: State): Required => {
  const asking = state.reached.filter(({ of }) => of.required);
  const paths = asking.flatMap((reached): readonly RequiredPath[] => {
    const at = writtenRest(reached);
    return at === undefined ? [] : [{ contract: reached.of, at }];
  });
  return grouped(paths, ({ at }) => at[0] ?? "");
});
