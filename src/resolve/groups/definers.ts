import type { Definition } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { defaultMode, type InheritMode, MERGE_MODES, modeLetters } from "../../model/inventory/merge-mode.ts";
import type { PropertySet } from "../../model/inventory/property.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Linearisation } from "../ancestry/linearise.ts";
import { mergeSteps } from "../merge/merge.ts";
import type { MergedMap, PartialValue } from "../merge/partial-value.ts";
import type { GroupOrder } from "./order.ts";

/** What one layer says of one property, for telling whether the order of groups matters to it. */
export interface Definer {
  /** The id of the group; undefined for a layer that is no group. */
  readonly group: string | undefined;
  /** 0 below all groups, 1 a group, above 1 over all groups and in this order. */
  readonly level: number;
  readonly cell: PartialValue;
  /** It replaces whatever is below, of any kind: written with the override prefix. */
  readonly replaces: boolean;
  /** The modes that could be in force for it; more than one when groups that nothing orders state different ones. */
  readonly modes: readonly InheritMode[];
  /** The mode that it states itself, which holds on above it. */
  readonly stated: InheritMode | undefined;
}

/** The lowest layer has nothing below it to replace. */
const lowestMode: InheritMode = { objects: "merge", lists: "append", text: "append" };

/** Parameters of reclass as a mode: mappings merge, lists append, text replaces. */
const parameterMode: InheritMode = { objects: "merge", lists: "append", text: "replace" };

/** Whether one definer is laid before another in every allowed order. */
export function isBelow(one: Definer, other: Definer, order: GroupOrder): boolean {
  if (one.group === undefined || other.group === undefined) return one.level < other.level;
  return order.isBelow(one.group, other.group);
}

/** Whether nothing says which of two definers is laid first. */
export function isUnordered(one: Definer, other: Definer, order: GroupOrder): boolean {
  return one !== other && !isBelow(one, other, order) && !isBelow(other, one, order);
}

/**
 * The layers of one node that say something at names which at least two of its groups define without an order between
 * them: by name, weakest first. A group speaks through its properties and through the classes that it carries.
 */
export function contestedDefiners(
  { steps, held }: Pick<Linearisation, "steps" | "held">,
  { inventory, node }: { readonly inventory: Inventory; readonly node: Definition },
): ReadonlyMap<string, readonly Definer[]> {
  const groups = held.groups.filter(({ enabled }) => enabled);
  const placed = new Set(steps.flatMap(({ layer, name }) => (layer === "class" ? [name] : [])));
  const blocks = groups.map((group): Block => ({ group, said: block(group, inventory, placed) }));
  const names = namesInQuestion(blocks, held.order);
  const found = new Map<string, readonly Definer[]>();
  if (names.size === 0) return found;
  const lastGroup = steps.findLastIndex(({ layer }) => layer === "group");
  const above = steps.slice(lastGroup + 1).map((step) => said([step], inventory));
  const global = steps.find(({ layer }) => layer === "global");
  for (const name of names) {
    const modes = possibleModes(name, { inventory, groups, order: held.order });
    const definers = blocks.flatMap(({ group, said: { entries } }) => {
      const cell = entries.get(name)?.value;
      if (cell === undefined) return [];
      const stated = modeIn(group.properties, name);
      return [definer(cell, { group: group.id, level: 1, modes: modes(group), stated })];
    });
    const below = global === undefined ? undefined : said([global], inventory).entries.get(name)?.value;
    const ends = above.flatMap(({ entries }, index) => {
      const cell = entries.get(name)?.value;
      const step = steps[lastGroup + 1 + index];
      const mode = step?.modes?.get(name);
      const stated = mode && node.own && modeIn(node.own.properties, name);
      const at = { group: undefined, level: 2 + index, modes: [mode ?? parameterMode], stated };
      return cell === undefined ? [] : [definer(cell, at)];
    });
    const stated = modeIn(inventory.groups.globals, name);
    const lowest = { group: undefined, level: 0, modes: [lowestMode], stated };
    const start = below === undefined ? [] : [definer(below, lowest)];
    found.set(name, [...start, ...definers, ...ends]);
  }
  return found;
}

function modeIn({ properties }: PropertySet, name: string): InheritMode | undefined {
  return properties.find((property) => property.name === name)?.inheritMode;
}

function definer(cell: PartialValue, at: Pick<Definer, "group" | "level" | "modes" | "stated">): Definer {
  const [only, ...more] = cell.kind === "pending" ? cell.contributions : [];
  if (only === undefined || more.length > 0) return { ...at, cell, replaces: false };
  return { ...at, cell: only.value, replaces: only.rule.kind === "override" };
}

/** The definer of what stands below a key of another one. */
export function definerBelow(parent: Definer, cell: PartialValue): Definer {
  return definer(cell, parent);
}

/** A group and what it says. */
interface Block {
  readonly group: Group;
  readonly said: MergedMap;
}

const blocks = new WeakMap<Group, MergedMap>();

/** What a group says by itself: the classes that it carries, each once, then its properties. Not to be changed. */
function block(group: Group, inventory: Inventory, placed: ReadonlySet<string>): MergedMap {
  if (group.classes.length > 0) return makeBlock(group, inventory, placed);
  let known = blocks.get(group);
  if (known === undefined) {
    known = makeBlock(group, inventory, placed);
    blocks.set(group, known);
  }
  return known;
}

function makeBlock(group: Group, inventory: Inventory, placed: ReadonlySet<string>): MergedMap {
  const steps: Step[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const definition = placed.has(name) && !seen.has(name) ? inventory.class(name) : undefined;
    if (definition === undefined) return;
    seen.add(name);
    for (const mention of definition.classes) if (!mention.remove) visit(mention.name);
    const { parameters, exports, file } = definition;
    steps.push({ layer: "class", name, because: { file, start: 0, end: 0 }, parameters, exports });
  };
  for (const mention of group.classes) if (!mention.remove) visit(mention.name);
  const { values, properties } = group.properties;
  const modes = new Map(properties.map(({ name, inheritMode }) => [name, inheritMode ?? defaultMode]));
  const own = { layer: "group", name: group.id, because: values.origin, parameters: values, modes } as const;
  return said([...steps, { ...own, exports: { ...values, entries: [] } }], inventory);
}

function said(steps: readonly Step[], { settings }: Inventory): MergedMap {
  return mergeSteps(steps, "parameters", { settings, report: () => {} });
}

const contested = new WeakMap<GroupOrder, ReadonlySet<string>>();

/** Groups without classes say the same to every node, so that for them the names follow from the order alone. */
function namesInQuestion(all: readonly Block[], order: GroupOrder): ReadonlySet<string> {
  if (all.some(({ group }) => group.classes.length > 0)) return new Set(contestedNames(all, order));
  let known = contested.get(order);
  if (known === undefined) {
    known = new Set(contestedNames(all, order));
    contested.set(order, known);
  }
  return known;
}

function contestedNames(blocks: readonly Block[], order: GroupOrder): readonly string[] {
  const definers = new Map<string, string[]>();
  for (const { group, said: map } of blocks) {
    for (const name of map.entries.keys()) definers.set(name, [...(definers.get(name) ?? []), group.id]);
  }
  const isContested = (ids: readonly string[]): boolean =>
    ids.some((one, at) => ids.slice(at + 1).some((other) => !order.isBelow(one, other) && !order.isBelow(other, one)));
  return [...definers].flatMap(([name, ids]) => (isContested(ids) ? [name] : []));
}

/**
 * The modes that can be in force for a property of a group: its own; else those of the nearest layers that state one
 * and can come before it.
 */
function possibleModes(
  name: string,
  context: { readonly inventory: Inventory; readonly groups: readonly Group[]; readonly order: GroupOrder },
): (group: Group) => readonly InheritMode[] {
  const { groups, order, inventory } = context;
  const stating = groups.flatMap((group) => {
    const mode = modeIn(group.properties, name);
    return mode === undefined ? [] : [{ id: group.id, mode }];
  });
  const global = modeIn(inventory.groups.globals, name);
  return ({ id, classes }) => {
    const own = stating.find((each) => each.id === id)?.mode;
    if (own !== undefined) return [own];
    const before = stating.filter((each) => !order.isBelow(id, each.id));
    const nearest = before.filter((each) => !before.some((nearer) => order.isBelow(each.id, nearer.id)));
    const isSure = before.some((each) => order.isBelow(each.id, id));
    const modes = [...nearest.map(({ mode }) => mode), ...(isSure ? [] : [global ?? defaultMode])];
    const distinct = new Map(modes.map((mode) => [modeLetters(mode), mode]));
    return classes.length === 0 ? [...distinct.values()] : [...distinct.values()].map(withClasses);
  };
}

/** Lists of classes append, so that a group which carries some is never sure to replace a list. */
function withClasses(mode: InheritMode): InheritMode {
  return MERGE_MODES[mode.lists].keepsBelow ? mode : { ...mode, lists: "append" };
}
