import { addToSet } from "../../../base/text-order.ts";
import type { Definition, NameMention } from "../../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../../model/inventory/inventory.ts";
import { isOfNames, type ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Span } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import type { ValueLayer } from "../../../model/values/value-place.ts";
import { membershipOf } from "../../../resolve/groups/node-groups.ts";
import { walkNode } from "../../../resolve/node.ts";
import { policiesOfNode } from "../../../resolve/policies/node-policies.ts";
import { ruleNodes } from "../../../resolve/policies/targets.ts";
import { dependencyReader } from "../../../workspace/compare/affected-nodes.ts";
import { writtenAt } from "../../../written/written.ts";

/** A layer of some of the wanted nodes. */
export interface WantedLayer extends ValueLayer {
  readonly nodes: readonly string[];
  /** How late it comes, at the latest, among the layers of a node. */
  readonly order: number;
  /** Where it says the path now, or something above it that is no mapping; of a name, where it lists it or takes it out. */
  readonly says: Span | undefined;
  /** Whether what an earlier layer of a node says there would be merged with a list or a mapping; of a name, whether it takes it out. */
  readonly merges: boolean;
}

/** A file that says a value and stays: other nodes read it, too, or it has a form that cannot be edited. */
export interface LeftFile {
  readonly file: string;
  readonly others: readonly string[];
}

/** What a layer of a node says at a path. */
interface Said {
  readonly layer: ValueLayer;
  readonly at: Span | undefined;
  readonly kind?: "collection" | "removal" | undefined;
}

/** The layers of nodes that a value can be written to: each file once, the strongest last. */
export function wantedLayers(
  inventory: Inventory,
  nodes: readonly ResolvedNode[],
  path: ParameterPath,
): readonly WantedLayer[] {
  const layers = new Map<string, WantedLayer>();
  for (const node of nodes) {
    let merges = false;
    const said = path[0] === "variables" ? setBy(node, path, inventory) : saidBy(node.steps, path, inventory);
    for (const [order, { layer, at, kind }] of said.entries()) {
      const known = layers.get(layer.file);
      layers.set(layer.file, {
        ...layer,
        nodes: known?.nodes.includes(node.name) === true ? known.nodes : [...(known?.nodes ?? []), node.name],
        order: Math.max(known?.order ?? 0, order),
        says: known?.says ?? at,
        merges: known?.merges === true || merges || kind === "removal",
      });
      merges ||= kind === "collection";
    }
  }
  // A variable comes only into a directive that all of the nodes have.
  const isMeant = ({ layer, says, nodes: reached }: WantedLayer) =>
    layer !== "directive" || says !== undefined || reached.length === nodes.length;
  return [...layers.values()].filter(isMeant).sort((one, other) => one.order - other.order);
}

/** The directives of a node that set variables. */
function setBy(node: ResolvedNode, [, name, ...keys]: ParameterPath, inventory: Inventory): readonly Said[] {
  const pairs = policiesOfNode(inventory, node).policies.flatMap(({ directives }) => directives);
  return pairs.flatMap(({ directive: { id, file, sets } }): readonly Said[] => {
    const set = sets.findLast((each) => each.name === name);
    const layer = { layer: "directive", name: id, file: file.path } as const;
    return sets.length === 0 ? [] : [{ layer, at: set && valueAt(set.value, keys)?.origin }];
  });
}

/** What those of some layers that can say a path say there. */
function saidBy(steps: readonly Step[], path: ParameterPath, inventory: Inventory): readonly Said[] {
  return steps.flatMap((step) => {
    const layer = layerOf(step, inventory);
    const said = layer && (isOfNames(path) ? namedIn(step, path, inventory) : writtenIn(step, path, inventory));
    return layer === undefined || said === undefined ? [] : [{ layer, ...said }];
  });
}

type SaidIn = Omit<Said, "layer"> | undefined;

function writtenIn(step: Step, [section, ...keys]: ParameterPath, inventory: Inventory): SaidIn {
  if (section === "parameters" || section === "exports") {
    const written = writtenAt(step[section], keys, inventory.settings)?.value;
    const isScalar = written === undefined || written.kind === "scalar";
    return { at: written?.origin, kind: isScalar ? undefined : "collection" };
  }
  const node = step.layer === "node" ? inventory.node(step.name) : undefined;
  const written = section === "facts" ? node?.own?.facts : node?.environment;
  return node && { at: written && valueAt(written, keys)?.origin };
}

function namedIn(step: Step, [section, name]: ParameterPath, inventory: Inventory): SaidIn {
  // A class in its own list brings nothing.
  if (section === "classes" && step.layer === "class" && step.name === name) return undefined;
  const mentions = mentionsIn(step, section, inventory);
  const mention = mentions?.findLast((each) => each.name === name);
  return mentions && { at: mention?.origin, kind: mention?.remove === true ? "removal" : undefined };
}

/** The names that a layer lists; undefined if it has no such list. */
function mentionsIn(
  { layer, name }: Step,
  section: string | undefined,
  inventory: Inventory,
): readonly NameMention[] | undefined {
  if (layer === "group") {
    // A group that carries no classes is for properties.
    const carried = inventory.groups.groups.get(name)?.classes ?? [];
    return section === "classes" && carried.length > 0 ? carried : undefined;
  }
  const definition = layer === "node" ? inventory.node(name) : layer === "class" ? inventory.class(name) : undefined;
  if (section === "groups") return layer === "node" ? (definition?.own?.groups ?? []) : undefined;
  return section === "classes" ? definition?.classes : definition?.applications;
}

/** The file of a step that a value can be written to; undefined for contracts and automatic parameters. */
export function layerOf({ layer, name }: Step, inventory: Inventory): ValueLayer | undefined {
  if (layer === "default" || layer === "automatic" || layer === "directive" || layer === "local") return undefined;
  const { groups, globals } = inventory.groups;
  const file =
    layer === "class" || layer === "node"
      ? inventory.fileOf(layer, name)
      : (layer === "group" ? groups.get(name)?.file : globals.values.origin.file)?.path;
  return file === undefined ? undefined : { layer, name, file };
}

/** Which nodes read a file, and in which of them it decides a value: no values are resolved for that. */
export class Reach {
  private readonly readers = new Map<string, Set<string>>();
  /** By file, the nodes in which no later layer says the path. */
  private readonly decided = new Map<string, Set<string>>();
  private asks = false;
  private readonly inventory: Inventory;

  constructor(inventory: Inventory, path: ParameterPath) {
    this.inventory = inventory;
    const read = dependencyReader(inventory);
    for (const name of inventory.nodeNames) {
      const { files, asks } = read(name);
      this.asks ||= asks;
      for (const file of files) addToSet(this.readers, file, name);
      for (const file of this.decidingFiles(name, path)) addToSet(this.decided, file, name);
    }
    const { rules, directives } = inventory.policies();
    const groupsOf = (node: Definition) => membershipOf(inventory, node).groups;
    for (const rule of path[0] === "variables" ? rules.values() : []) {
      const files = rule.directives.flatMap(({ name }) => directives.get(name)?.file.path ?? []);
      for (const node of ruleNodes(inventory, rule, groupsOf))
        for (const file of files) addToSet(this.readers, file, node);
    }
  }

  /** The only nodes that edits of values in these files can reach; undefined if that is not known. */
  of(files: readonly string[]): ReadonlySet<string> | undefined {
    const isShared = files.some((file) => this.inventory.groups.files.has(file));
    if (this.asks || isShared) return undefined;
    return new Set(files.flatMap((file) => [...(this.readers.get(file) ?? [])]));
  }

  /** The nodes that read a file: globals are read by all. */
  readersOf(file: string): Iterable<string> {
    const { groups, nodeNames } = this.inventory;
    return file === groups.globals.values.origin.file.path ? nodeNames : (this.readers.get(file) ?? []);
  }

  /** How far from the wanted nodes those are that a value in a file probably decides: in which order to try files. */
  distance(file: string, wanted: ReadonlySet<string>): number {
    const nodes = this.decided.get(file) ?? new Set();
    const hit = [...nodes].filter((name) => wanted.has(name)).length;
    return wanted.size - hit + nodes.size - hit;
  }

  /** The files of the last layer that says the path, and of all layers behind it. */
  private decidingFiles(name: string, path: ParameterPath): readonly string[] {
    const said = saidBy(walkNode(this.inventory, name).ancestry.steps, path, this.inventory);
    const last = said.findLastIndex(({ at }) => at !== undefined);
    return said.slice(Math.max(0, last)).map(({ layer }) => layer.file);
  }
}
