import { keptAt } from "../../base/made-once.ts";
import { namesValue } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import { mentionOf, type NodePolicies, pairText, type RuntimeProperties } from "../../model/inventory/policy.ts";
import { isSection, type NodeSection, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { ListValue, MapValue, Span, Value } from "../../model/values/value.ts";
import { mappingOf, startOf, textValue } from "../../model/values/value.ts";
import { isEmptyMap, valueAt } from "../../model/values/value-at.ts";
import { policiesOfNode, runtimeOf } from "../policies/node-policies.ts";

/** The parts of a node that differ from what its inventory gives. */
interface Given {
  readonly node: ResolvedNode;
  readonly policies?: NodePolicies;
}

/** Sections that nothing writes: without entries they are not there. */
const MADE: ReadonlySet<NodeSection> = new Set(["facts", "policies", "variables", "runtime"]);

/** What a node gets: a tree of ten sections. Policies, variables and run-time values are made when first asked for. */
export class NodeData {
  readonly inventory: Inventory;
  readonly node: ResolvedNode;
  private readonly known = new Map<NodeSection, Value>();
  private knownPolicies: NodePolicies | undefined;
  private knownRuntime: RuntimeProperties | undefined;

  constructor(inventory: Inventory, { node, policies }: Given) {
    this.inventory = inventory;
    this.node = node;
    this.knownPolicies = policies;
  }

  get policies(): NodePolicies {
    this.knownPolicies ??= policiesOfNode(this.inventory, this.node);
    return this.knownPolicies;
  }

  get runtime(): RuntimeProperties {
    this.knownRuntime ??= runtimeOf(this.inventory, this.node, this.policies);
    return this.knownRuntime;
  }

  /** True if the last declaration of a variable that stays is a merge of the agent. */
  isMerged(name: string): boolean {
    return this.policies.mergedLast.has(name) && this.runtime.merged.has(name);
  }

  with(given: Partial<Given>): NodeData {
    if (given.node === undefined && given.policies === undefined) return this;
    return new NodeData(this.inventory, { node: this.node, policies: this.policies, ...given });
  }

  /** One section as a value; names keep the places where they are listed. */
  section(name: NodeSection): Value {
    return keptAt(this.known, name, () => this.made(name));
  }

  /** Some sections as one mapping; without `groups` if the node is in none. */
  whole(sections: readonly NodeSection[]): MapValue {
    const present = sections.filter((name) => name !== "groups" || this.node.groups.length > 0);
    const members = present.map((name) => [name, this.section(name), this.start] as const);
    return mappingOf(members, this.start);
  }

  /**
   * The value at a path from the node object on; undefined if there is none. In a list of names a name is its own
   * key. A property that no file of `properties.d` sets is found below `runtime:properties`, too.
   */
  at([section, ...keys]: ParameterPath): Value | undefined {
    if (section === undefined || !isSection(section)) return undefined;
    const value = this.section(section);
    if (keys.length === 0 && MADE.has(section) && isEmptyMap(value)) return undefined;
    const found = valueAt(value, keys);
    if (found !== undefined || section !== "runtime" || keys[0] !== "properties") return found;
    const entry = this.runtime.namespaces.get("properties")?.get(keys[1] ?? "");
    return entry && valueAt(entry.value, keys.slice(2));
  }

  /** What the agent finds at run time where a file sets it in this state or in another one. */
  runtimeBeside(other: NodeData): Value {
    if (!this.hasFiles && !other.hasFiles) return this.section("runtime");
    return runtimeValue(this.runtime, [fileKeys(this.runtime), fileKeys(other.runtime)], this.start);
  }

  private get hasFiles(): boolean {
    return this.inventory.runtimeFiles(this.node.name).length > 0;
  }

  private get start(): Span {
    return startOf(this.node.definition.file);
  }

  private made(name: NodeSection): Value {
    const { node, start } = this;
    switch (name) {
      case "groups":
      case "classes":
      case "applications":
        return namesValue(node[name], start);
      case "environment":
      case "parameters":
      case "exports":
        return node[name];
      case "facts":
        return node.definition.own?.facts ?? mappingOf([], start);
      case "policies":
        return policiesValue(this.policies, start);
      case "variables":
        return variablesValue(this, start);
      case "runtime":
        return this.hasFiles ? runtimeValue(this.runtime, [fileKeys(this.runtime)], start) : mappingOf([], start);
    }
  }
}

/** Each technique that the node runs, in order, with the directives that it runs as `RULE/DIRECTIVE`; each directive of a separated one by itself. */
function policiesValue({ policies }: NodePolicies, origin: Span): MapValue {
  const entries = policies.map(({ technique, place, directives }): readonly [string, ListValue] => {
    const key = technique.kind === "separated" ? `${technique.id}/${place.directive.id}` : technique.id;
    const items = directives.map((pair) => textValue(pairText(pair), mentionOf(pair).origin));
    return [key, { kind: "list", items, origin: mentionOf(place).origin, plain: true }];
  });
  return mappingOf(entries, entries[0]?.[1].origin ?? origin);
}

/** Every variable with its last value that stays: what a directive declares, or what the agent merges. */
function variablesValue(data: NodeData, origin: Span): MapValue {
  const { variables, mergedLast } = data.policies;
  const entries = [...new Set([...variables.keys(), ...mergedLast])].flatMap((name) => {
    const value = data.isMerged(name) ? data.runtime.merged.get(name) : variables.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return mappingOf(entries, entries[0]?.[1].origin ?? origin);
}

/** Keys by namespace. */
type RuntimeKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** The keys that a file of `properties.d` sets. */
function fileKeys({ namespaces }: RuntimeProperties): RuntimeKeys {
  return new Map(
    [...namespaces].map(([name, keys]) => {
      return [name, new Set([...keys].flatMap(([key, { file }]) => (file === undefined ? [] : [key])))];
    }),
  );
}

function runtimeValue(runtime: RuntimeProperties, keys: readonly RuntimeKeys[], origin: Span): MapValue {
  const namespaces = [...runtime.namespaces].flatMap(([name, all]): readonly (readonly [string, Value])[] => {
    const entries = [...all].filter(([key]) => keys.some((each) => each.get(name)?.has(key)));
    const at = entries[0]?.[1].keyOrigin ?? origin;
    const members = entries.map(([key, { value, keyOrigin }]) => [key, value, keyOrigin] as const);
    return members.length === 0 ? [] : [[name, mappingOf(members, at)]];
  });
  return mappingOf(namespaces, namespaces[0]?.[1].origin ?? origin);
}
