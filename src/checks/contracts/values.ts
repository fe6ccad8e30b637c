import { grouped } from "../../base/grouped.ts";
import { keptAt } from "../../base/remembered.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import { type PathState, writtenRest } from "../../model/contracts/path-state.ts";
import { atKey, type FoundKey, type TestContext } from "../../model/contracts/value-test.ts";
import { hasTextKey, SharedEntry, uniqueEntries } from "../../model/values/entries.ts";
import { jsonEntries, jsonKey } from "../../model/values/json-form.ts";
import { isMap, type MapEntry, type MapValue, type Value } from "../../model/values/value.ts";
import { type ContractFault, contractRelated, foundContract, setHint } from "./rules.ts";

type State = PathState<ValueContract>;

const NONE: readonly ContractFault[] = [];
const NOTHING_REQUIRED: ReadonlyMap<string, readonly RequiredPath[]> = new Map();

/** What a state asks of each value that is met in it, and what was found there. */
interface Point {
  readonly state: State;
  /** The contracts that judge the value itself. */
  readonly judging: readonly ValueContract[];
  /** The contracts that ask for a key, by that key. */
  readonly required: ReadonlyMap<string, readonly RequiredPath[]>;
  /** The faults of mappings and lists that nodes share; most points have scalars only. */
  known: WeakMap<Value, readonly ContractFault[]> | undefined;
  /** What the point asks for at each key that was met in a mapping. */
  keys: Map<string, PointKey> | undefined;
  /** The last mapping; absent while one is being judged. */
  latest: MemberList | undefined;
}

/** A key in the mappings of a point. */
interface PointKey {
  /** Absent if no value is asked for. */
  readonly point: Point | undefined;
  readonly isRequired: boolean;
}

/** A key that no path has. */
const NO_POINT: PointKey = { point: undefined, isRequired: false };

/** A path that must be there, and its keys from the value on. */
interface RequiredPath {
  readonly contract: ValueContract;
  readonly at: readonly string[];
}

/** An entry of a mapping, and the faults in it. */
interface Member {
  entry: MapEntry;
  readonly hasTextKey: boolean;
  readonly asked: PointKey;
  faults: readonly ContractFault[];
}

/** The members of a mapping in order, each judged again where the next mapping has another entry. */
interface MemberList {
  readonly members: Member[];
  /** How many are required. */
  required: number;
  /** How many have faults. */
  faulty: number;
  /** How many have a key that is not text. */
  otherKeys: number;
}

/**
 * Judges resolved values: types, required paths and closed mappings (rules K6 to K9 of docs/concepts/contracts.md). What
 * was found in a mapping or list is known for all nodes that share it. Where a mapping differs from the last one in some
 * entries, as that of the next node mostly does, only these are judged.
 */
export class ValueJudge {
  private readonly context: TestContext;
  private readonly points = new WeakMap<State, Point>();

  constructor(context: TestContext) {
    this.context = context;
  }

  /** The faults of a value in a state; their keys begin at the value. */
  faults(value: Value, state: State): readonly ContractFault[] {
    return this.judged(value, this.pointOf(state));
  }

  private pointOf(state: State): Point {
    return keptAt(this.points, state, () => newPoint(state));
  }

  private judged(value: Value, point: Point): readonly ContractFault[] {
    let found: readonly ContractFault[] = NONE;
    for (const contract of point.judging) {
      if (contract.test?.(value, this.context) === false) found = [...found, ...this.violations(value, contract)];
      if (contract.closed && isMap(value)) found = [...found, ...unknownKeys(value, contract, point.state)];
    }
    if (point.state.isLast) return found;
    const inside = this.inside(value, point);
    return inside.length === 0 ? found : [...found, ...inside];
  }

  private inside(value: Value, point: Point): readonly ContractFault[] {
    if (isMap(value)) return this.inMapping(value, point);
    if (value.kind === "list" || value.kind === "set") return this.inItems(value, point);
    return point.required.size === 0 ? NONE : missing(point.required, new Set());
  }

  private inMapping(map: MapValue, point: Point): readonly ContractFault[] {
    const list = point.latest ?? { members: [], required: 0, faulty: 0, otherKeys: 0 };
    // With `**` in a path, a mapping inside of this one can be at the same point.
    point.latest = undefined;
    this.judgeMembers(map.entries, list, point);
    // Such a key can have the same text as another one: then the last counts.
    if (list.otherKeys > 0) this.judgeMembers(uniqueEntries(map), list, point);
    point.latest = list;
    const inside = list.faulty === 0 ? NONE : list.members.flatMap(({ faults }) => faults);
    if (list.required === point.required.size) return inside;
    return [...missing(point.required, new Set(list.members.map(({ entry }) => jsonKey(entry)))), ...inside];
  }

  /** Makes the members of the last mapping those of another one. */
  private judgeMembers(entries: readonly MapEntry[], list: MemberList, point: Point): void {
    const { members } = list;
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined) break;
      const known = members[index];
      if (known?.entry === entry) continue;
      if (known !== undefined) count(list, known, -1);
      const isAgain = known?.hasTextKey && known.entry.key === entry.key && hasTextKey(entry);
      const member = isAgain ? this.again(known, entry) : this.member(entry, point);
      count(list, member, 1);
      members[index] = member;
    }
    if (members.length > entries.length) for (const member of members.splice(entries.length)) count(list, member, -1);
  }

  private member(entry: MapEntry, point: Point): Member {
    const key = jsonKey(entry);
    const asked = point.keys?.get(key) ?? this.pointKey(key, point);
    return { entry, hasTextKey: hasTextKey(entry), asked, faults: this.inEntry(entry, key, asked) };
  }

  /** Makes a member the one of another entry with the same key, which is text in both. */
  private again(member: Member, entry: MapEntry): Member {
    member.entry = entry;
    member.faults = this.inEntry(entry, entry.key, member.asked);
    return member;
  }

  private pointKey(key: string, point: Point): PointKey {
    const state = point.state.next(key);
    if (state.isEmpty) return NO_POINT;
    const made = { point: this.pointOf(state), isRequired: point.required.has(key) };
    point.keys ??= new Map();
    point.keys.set(key, made);
    return made;
  }

  /** An entry that is not shared is that of one node alone. */
  private inEntry(entry: MapEntry, key: string, { point }: PointKey): readonly ContractFault[] {
    if (point === undefined) return NONE;
    const { value } = entry;
    return atKey(key, entry instanceof SharedEntry ? this.shared(value, point) : this.judged(value, point));
  }

  /** A value that nodes can share. */
  private shared(value: Value, point: Point): readonly ContractFault[] {
    if (value.kind === "scalar" || value.kind === "template") return this.judged(value, point);
    point.known ??= new WeakMap();
    return keptAt(point.known, value, () => this.judged(value, point));
  }

  private inItems(value: Value, { state, required }: Point): readonly ContractFault[] {
    const parts = state.parts(value);
    const inside = parts.flatMap(({ key, value: part, state: next }) =>
      atKey(key, this.shared(part, this.pointOf(next))),
    );
    return required.size === 0
      ? inside
      : [...missing(required, new Set(parts.map(({ key }) => String(key)))), ...inside];
  }

  /** The innermost values that are wrong, each once. */
  private violations(value: Value, contract: ValueContract): readonly ContractFault[] {
    const found = new Map<string, ContractFault>();
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
  code: ContractFault["code"],
  contract: ValueContract,
): Pick<ContractFault, "code" | "severity" | "contract" | "related"> {
  const related = [contractRelated(contract, contract.path.origin)];
  return { code, severity: contract.level, contract: foundContract(contract), related };
}

/** Rule K9 of docs/concepts/contracts.md: keys of a closed mapping that no contract names. */
function unknownKeys(map: MapValue, contract: ValueContract, state: State): readonly ContractFault[] {
  const unknown = jsonEntries(map).filter(([key]) => state.next(key).isEmpty);
  return unknown.map(([key, value]) => {
    const hint = didYouMean(similar(key, state.keys ?? []));
    const says = (path: string) => `${path} is not a key that a contract names`;
    const known = `keys are ${(state.keys ?? []).join(", ")}`;
    return { ...common("contract-unknown-key", contract), at: [key], span: value.origin, says, hint: hint ?? known };
  });
}

/** Rule K8 of docs/concepts/contracts.md: paths that must be there, once their rest has no pattern. */
function missing(required: Point["required"], there: ReadonlySet<string>): readonly ContractFault[] {
  const lacking = [...required].flatMap(([key, paths]) => (there.has(key) ? [] : paths));
  return lacking.map(({ contract, at }) => {
    const { path } = contract;
    const says = (text: string) => `${text} is missing`;
    const hint = setHint(path);
    return { ...common("contract-required", contract), related: [], at, span: path.origin, says, hint };
  });
}

function count(list: MemberList, { asked, hasTextKey, faults }: Member, by: 1 | -1): void {
  if (asked.isRequired) list.required += by;
  if (!hasTextKey) list.otherKeys += by;
  if (faults.length > 0) list.faulty += by;
}

function newPoint(state: State): Point {
  const judging = state.ending.filter(({ test, closed }) => test !== undefined || closed);
  return { state, judging, required: requiredOf(state), known: undefined, keys: undefined, latest: undefined };
}

function requiredOf(state: State): Point["required"] {
  const asking = state.reached.filter(({ of }) => of.required);
  const paths = asking.flatMap((reached): readonly RequiredPath[] => {
    const at = writtenRest(reached);
    return at === undefined ? [] : [{ contract: reached.of, at }];
  });
  return paths.length === 0 ? NOTHING_REQUIRED : grouped(paths, ({ at }) => at[0] ?? "");
}
