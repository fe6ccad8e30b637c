import { addTo } from "../../base/text-order.ts";
import { isError } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { GroupConflict, Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { mappingOf, startOf, type Value } from "../../model/values/value.ts";
import { callsIn } from "../../written/property-calls.ts";
import { type Linearisation, linearise, placedClasses } from "../ancestry/linearise.ts";
import { groupAncestors, memberOf, type NodeGroups, nodeGroups } from "../groups/node-groups.ts";
import { queryAnswers } from "../merge/query.ts";
import { askedOf, groupedConflicts } from "../orders/conflicts.ts";
import { judgeOrders, type OrderReach, type OrdersJudgement } from "../orders/judge.ts";
import type { OrderResult, Outcome, Slot } from "../orders/outcome.ts";
import { differing, isFault, outcomeAt, outcomes, outcomeText, slotOf, slotPath, slotsIn } from "../orders/outcome.ts";
import { nodePolicies, type PolicyRequest } from "./policies.ts";

interface ProfileOptions {
  /** As in `linearise`. */
  readonly held?: NodeGroups | undefined;
  /** As in `judgeOrders`. */
  readonly reach?: OrderReach | undefined;
}

/** What a node has, as far as the order of its groups decides it. */
export class NodeProfile {
  /** Why nothing of the node is known. */
  readonly fault: string | undefined;
  readonly open: OrdersJudgement["open"];
  /** Whether the node fails as a whole, or is open as a whole. */
  readonly isWhole: boolean;
  private readonly different: OrdersJudgement["open"];
  private readonly inventory: Inventory;
  private readonly node: Definition;
  private readonly ancestry: Linearisation;
  private readonly answers: ReturnType<typeof queryAnswers>;
  private readonly judged: OrdersJudgement | undefined;
  private known: ReadonlyMap<Slot, Outcome> | undefined;

  constructor(inventory: Inventory, node: Definition, { held, reach }: ProfileOptions = {}) {
    this.inventory = inventory;
    this.node = node;
    this.ancestry = linearise(inventory, node, { held });
    this.answers = queryAnswers(inventory, this.ancestry.reads.environment);
    this.judged = judgeOrders({ inventory, node, ancestry: this.ancestry }, this.answers, reach);
    this.different = this.judged === undefined ? [] : askedOf(this.judged);
    const values = [...this.different, ...(this.judged?.limits ?? [])];
    const error = this.ancestry.diagnostics.find(isError);
    this.fault = this.judged?.fault === undefined ? error?.code : undefined;
    this.isWhole = this.fault !== undefined || values.some(({ path }) => path.length === 0);
    this.open = values.length === 0 || this.isWhole ? values : [...values, ...this.openVariables()];
  }

  /** Whether a path, what is below it or what is above it, is open. */
  isOpen(path: ParameterPath): boolean {
    return this.open.some((other) => isAlong(path, other.path));
  }

  /** Whether it is known that two orders differ at a path, at one below it or above it. */
  isDifferent(path: ParameterPath): boolean {
    return this.different.some((other) => isAlong(path, other.path));
  }

  /** The value of a path that is not open. */
  at(path: ParameterPath): Outcome {
    const [section, name = "", ...below] = path;
    if (section === undefined) return this.isWhole ? undefined : this.whole();
    if (section === "parameters" || section === "exports") {
      return outcomeAt(this.outcomesOf([slotOf(section, name)]).get(slotOf(section, name)), below);
    }
    if (section === "variables") return outcomeAt(this.variables().get(name), below);
    const names = section === "classes" ? this.classes() : this.applications();
    return names.includes(name) ? presence(this.node) : undefined;
  }

  /** Whether an error takes the place of a value at a path; of the empty path at any. */
  failsAt(path: ParameterPath): boolean {
    return path.length === 0 ? [...this.all().values()].some(isFault) : isFault(this.at(path));
  }

  /** Everything that is not open, as text by path. */
  texts(): ReadonlyMap<string, { readonly path: ParameterPath; readonly text: string }> {
    const found = new Map<string, { readonly path: ParameterPath; readonly text: string }>();
    const add = (path: ParameterPath, text: string): void => {
      found.set(path.join("\0"), { path, text });
    };
    for (const { path, groups } of this.open) add(path, `open ${groups.join(" ")}`);
    if (this.fault !== undefined) add([], this.fault);
    if (this.isWhole) return found;
    for (const [slot, outcome] of this.all()) {
      if (outcome !== undefined && !this.isOpen(slotPath(slot))) add(slotPath(slot), outcomeText(outcome));
    }
    for (const name of this.classes()) if (!this.isOpen(["classes", name])) add(["classes", name], "");
    add(["applications"], this.applications().join("\0"));
    for (const [name, value] of this.variables()) {
      if (!this.isOpen(["variables", name])) add(["variables", name], outcomeText(value));
    }
    return found;
  }

  /** All sections without what is open, names as keys. */
  private whole(): Value {
    const origin = startOf(this.node.file);
    const map = (entries: readonly (readonly [string, Value])[]): Value => {
      const members = entries.map(([key, value]) => [key, value, origin] as const);
      return mappingOf(members, origin);
    };
    const section = (wanted: string): Value =>
      map(
        [...this.all()].flatMap(([slot, outcome]): readonly (readonly [string, Value])[] => {
          const [of, name] = slotPath(slot);
          const isLeftOut = of !== wanted || outcome === undefined || isFault(outcome) || this.isOpen([of, name]);
          return isLeftOut ? [] : [[name, outcome]];
        }),
      );
    const variables = [...this.variables()].filter(([name]) => !this.isOpen(["variables", name]));
    const named = (names: readonly string[]): Value => map(names.map((name) => [name, presence(this.node)]));
    return map([
      ["classes", named(this.classes())],
      ["applications", named(this.applications())],
      ["parameters", section("parameters")],
      ["exports", section("exports")],
      ...(this.inventory.policies().rules.size === 0 ? [] : [["variables", map(variables)] as const]),
    ]);
  }

  private classes(): readonly string[] {
    return this.judged?.names?.classes ?? placedClasses(this.ancestry);
  }

  private applications(): readonly string[] {
    return this.judged?.names?.applications ?? this.ancestry.applications.map(({ name }) => name);
  }

  private all(): ReadonlyMap<Slot, Outcome> {
    const { settings } = this.inventory;
    this.known ??= this.outcomesOf(new Set(this.ancestry.steps.flatMap((step) => slotsIn(step, settings))));
    return this.known;
  }

  private outcomesOf(slots: Iterable<Slot>): ReadonlyMap<Slot, Outcome> {
    if (this.known !== undefined) return this.known;
    const { inventory, node, answers, ancestry } = this;
    return outcomes(slots, ancestry.steps, { inventory, node: node.name, answers, rules: ancestry.rules });
  }

  /** What its policies are made of, with what one of the orders gives where they differ. */
  request(): PolicyRequest {
    const values = [...this.all()].flatMap(([slot, outcome]): readonly (readonly [string, Value])[] => {
      const [section, name] = slotPath(slot);
      return section === "exports" || outcome === undefined || isFault(outcome) ? [] : [[name, outcome]];
    });
    const groups = new Set(this.ancestry.held.groups.map(({ id }) => id));
    return { inventory: this.inventory, node: this.node, groups, properties: new Map(values) };
  }

  private variables(): ReadonlyMap<string, Value> {
    return this.inventory.policies().rules.size === 0 ? new Map() : nodePolicies(this.request()).variables;
  }

  openVariables(): OrdersJudgement["open"] {
    if (this.judged === undefined || this.inventory.policies().rules.size === 0) return [];
    const request = this.request();
    return variableQuestions(nodePolicies(request), { request, judged: this.judged });
  }
}

/** That a name is in a list. */
function presence({ file }: Definition): Value {
  return { kind: "scalar", type: "bool", data: true, origin: startOf(file) };
}

/** Undefined for a name that the inventory does not have. */
export function profileOf(inventory: Inventory, name: string, reach: OrderReach = "all"): NodeProfile | undefined {
  const node = inventory.node(name);
  return node && new NodeProfile(inventory, node, { reach });
}

/** What a group passes on, with all its ancestors. Undefined for an id that the inventory does not have. */
export function groupProfile(inventory: Inventory, id: string, reach: OrderReach): NodeProfile | undefined {
  const group = inventory.groups.groups.get(id);
  return group && new NodeProfile(inventory, memberOf(group), { held: groupAncestors(inventory, id), reach });
}

/** Whether a node has its groups in the same order in two inventories. */
export function hasSameOrder(one: Inventory, other: Inventory, name: string): boolean {
  const node = one.node(name);
  return node === undefined || nodeGroups(one, node).signature === nodeGroups(other, node).signature;
}

/** The variables of a node that come out differently in different orders of its groups; `request` has one of them. */
function variableQuestions({ policies }: NodePolicies, asking: Asking): OrdersJudgement["open"] {
  const texts = new Map<string, Value[]>();
  const sets = policies.flatMap(({ directives }) => directives.flatMap(({ directive }) => directive.sets));
  for (const { name, value } of sets) addTo(texts, name, value);
  return [...texts].flatMap(([name, values]) => textQuestions(name, values, asking));
}

interface Asking {
  readonly request: PolicyRequest;
  readonly judged: Pick<OrdersJudgement, "vary">;
}

function textQuestions(name: string, values: readonly Value[], asking: Asking): OrdersJudgement["open"] {
  const varied = asking.judged.vary(calledBy(values, asking));
  if (varied === undefined) return [];
  const outcomes = new Map(varied.results.map((result) => [result, variable(name, asking.request, result)]));
  return differing([...outcomes.values()]).map((keys) => {
    const text = (result: OrderResult): string => outcomeText(outcomeAt(outcomes.get(result), keys));
    return varied.question(["variables", name, ...keys], text);
  });
}

/** The properties that texts call, and those that the texts of these call. */
function calledBy(values: readonly Value[], { request, judged }: Asking): ReadonlySet<Slot> {
  const found = new Set<Slot>();
  let next = callsOf(values);
  while (next.some((slot) => !found.has(slot))) {
    for (const slot of next) found.add(slot);
    const varied = judged.vary(found)?.results.flatMap(({ slots }) => [...slots.values()]) ?? [];
    const sure = [...found].flatMap((slot) => request.properties.get(slot.slice(slot.indexOf(":") + 1)) ?? []);
    const different = varied.flatMap((outcome) => (outcome === undefined || isFault(outcome) ? [] : [outcome]));
    next = callsOf([...sure, ...different]);
  }
  return found;
}

function callsOf(values: readonly Value[]): readonly Slot[] {
  const names = values.flatMap(callsIn).map(({ keys: [name = ""] }) => name);
  return [...new Set(names)].map((name) => slotOf("parameters", name));
}

/** A variable in one order; an error where its text cannot be filled in. */
function variable(name: string, request: PolicyRequest, { slots }: OrderResult): Outcome {
  const properties = new Map(request.properties);
  for (const [slot, outcome] of slots) {
    if (!slot.startsWith("parameters:")) continue;
    const key = slot.slice("parameters:".length);
    if (outcome === undefined || isFault(outcome)) properties.delete(key);
    else properties.set(key, outcome);
  }
  const { variables, diagnostics } = nodePolicies({ ...request, properties });
  return variables.get(name) ?? diagnostics.find(isError);
}

/** The questions of a node, with those of its variables: paths with the same groups are one question. */
export function questionsOf(inventory: Inventory, { name, conflicts }: NodeOutcome): readonly GroupConflict[] {
  const definition = inventory.node(name);
  if (definition === undefined || conflicts.length === 0) return conflicts;
  const profile = new NodeProfile(inventory, definition);
  const open = profile.open.filter(({ path: [section] }) => section === "variables");
  const variables = groupedConflicts(open, "open", inventory);
  const isSame = (one: GroupConflict, other: GroupConflict): boolean =>
    one.kind === other.kind && one.groups.join("\0") === other.groups.join("\0");
  const more = variables.filter((each) => !conflicts.some((conflict) => isSame(conflict, each)));
  const joined = conflicts.map((conflict) => {
    const same = variables.find((each) => isSame(conflict, each));
    return same === undefined ? conflict : { ...conflict, paths: [...conflict.paths, ...same.paths] };
  });
  return [...joined, ...more];
}
