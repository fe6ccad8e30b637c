import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { textValue, type Value } from "../../model/values/value.ts";
import { type Linearisation, linearise } from "../ancestry/linearise.ts";
import { nodeGroups } from "../groups/node-groups.ts";
import { askedOf } from "../orders/conflicts.ts";
import { judgeOrders, type OrdersJudgement, placedClasses } from "../orders/judge.ts";
import type { OpenQuestion } from "../orders/open-paths.ts";
import { isFault, type Outcome, outcomeAt, outcomes, outcomeText } from "../orders/outcome.ts";
import { entriesByName, type Slot, slotOf, slotPath } from "../orders/slots.ts";
import { queryAnswers } from "../references/query.ts";
import { nodePolicies, type PolicyRequest } from "./policies.ts";
import { variableQuestions } from "./variables.ts";

/** What a node has, as far as the order of its groups decides it. */
export class NodeProfile {
  /** Why nothing of the node is known. */
  readonly fault: string | undefined;
  readonly open: readonly OpenQuestion[];
  /** Whether the node fails as a whole, or is open as a whole. */
  readonly isWhole: boolean;
  private readonly inventory: Inventory;
  private readonly node: Definition;
  private readonly ancestry: Linearisation;
  private readonly judged: OrdersJudgement | undefined;
  private known: ReadonlyMap<Slot, Outcome> | undefined;

  constructor(inventory: Inventory, node: Definition) {
    this.inventory = inventory;
    this.node = node;
    this.ancestry = linearise(inventory, node);
    this.judged = judgeOrders({ inventory, node, ancestry: this.ancestry });
    const values = this.judged === undefined ? [] : [...askedOf(this.judged), ...this.judged.limits];
    const error = this.ancestry.diagnostics.find(({ severity }) => severity === "error");
    this.fault = this.judged?.fault === undefined ? error?.code : undefined;
    this.isWhole = this.fault !== undefined || values.some(({ path }) => path.length === 0);
    this.open = values.length === 0 || this.isWhole ? values : [...values, ...this.openVariables()];
  }

  /** Whether a path, what is below it or what is above it, is open. */
  isOpen(path: ParameterPath): boolean {
    return this.open.some((other) => {
      const [short, long] = path.length < other.path.length ? [path, other.path] : [other.path, path];
      return short.every((key, at) => key === long[at]);
    });
  }

  /** What a path comes to where it is not open. */
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

  /** All sections, names as keys. */
  private whole(): Value {
    const origin = { file: this.node.file, start: 0, end: 0 };
    const map = (entries: readonly (readonly [string, Value])[]): Value => ({
      kind: "map",
      entries: entries.map(([key, value]) => ({ key, keyNode: textValue(key, origin), value })),
      origin,
      plain: true,
    });
    const section = (wanted: string): Value =>
      map(
        [...this.all()].flatMap(([slot, outcome]): readonly (readonly [string, Value])[] => {
          const [of, name] = slotPath(slot);
          return of !== wanted || outcome === undefined || isFault(outcome) ? [] : [[name, outcome]];
        }),
      );
    const named = (names: readonly string[]): Value => map(names.map((name) => [name, presence(this.node)]));
    return map([
      ["classes", named(this.classes())],
      ["applications", named(this.applications())],
      ["parameters", section("parameters")],
      ["exports", section("exports")],
      ...(this.inventory.policies().rules.size === 0 ? [] : [["variables", map([...this.variables()])] as const]),
    ]);
  }

  private classes(): readonly string[] {
    return this.judged?.names?.classes ?? placedClasses(this.ancestry);
  }

  private applications(): readonly string[] {
    return this.judged?.names?.applications ?? this.ancestry.applications.map(({ name }) => name);
  }

  private all(): ReadonlyMap<Slot, Outcome> {
    this.known ??= this.outcomesOf(slotsOf(this.ancestry, this.inventory));
    return this.known;
  }

  private outcomesOf(slots: Iterable<Slot>): ReadonlyMap<Slot, Outcome> {
    if (this.known !== undefined) return this.known;
    const answers = queryAnswers(this.inventory, this.ancestry.reads.environment);
    return outcomes(slots, this.ancestry.steps, { settings: this.inventory.settings, answers });
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

  /** Its variables that are open. */
  openVariables(): readonly OpenQuestion[] {
    if (this.judged === undefined || this.inventory.policies().rules.size === 0) return [];
    const request = this.request();
    return variableQuestions(nodePolicies(request), request, this.judged);
  }
}

/** The names of parameters and exports that the layers of a node say something of. */
function slotsOf({ steps }: Linearisation, { settings }: Inventory): ReadonlySet<Slot> {
  const found = new Set<Slot>();
  for (const step of steps) {
    for (const section of ["parameters", "exports"] as const) {
      for (const name of entriesByName(step[section], settings).keys()) found.add(slotOf(section, name));
    }
  }
  return found;
}

/** That a name is in a list. */
function presence({ file }: Definition): Value {
  return { kind: "scalar", type: "bool", data: true, origin: { file, start: 0, end: 0 } };
}

const profiles = new WeakMap<Inventory, Map<string, NodeProfile>>();

/** Made once for each node of an inventory. Undefined for a name that it does not have. */
export function profileOf(inventory: Inventory, name: string): NodeProfile | undefined {
  let known = profiles.get(inventory);
  if (known === undefined) {
    known = new Map();
    profiles.set(inventory, known);
  }
  const node = inventory.node(name);
  let found = known.get(name);
  if (found === undefined && node !== undefined) {
    found = new NodeProfile(inventory, node);
    known.set(name, found);
  }
  return found;
}

/** Whether a node has its groups in the same order in two inventories. */
export function hasSameOrder(one: Inventory, other: Inventory, name: string): boolean {
  const node = one.node(name);
  return node === undefined || nodeGroups(one, node).signature === nodeGroups(other, node).signature;
}
