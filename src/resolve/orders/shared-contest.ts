import { keptAt } from "../../base/made-once.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { kept, keptForBoth, numberGiven } from "../../speed/kept.ts";
import type { Linearisation } from "../ancestry/linearise.ts";
import type { ActingGroups } from "./acting.ts";
import { carriedBy } from "./carried.ts";
import { type Contest, contestOf } from "./contest.ts";
import type { NodeLayers } from "./layers.ts";
import { NameNeeds } from "./needs.ts";
import type { OpenPath, OpenQuestion } from "./open-paths.ts";
import { hasBit, type Slot } from "./outcome.ts";
import { agreedSequence } from "./sequence.ts";
import { type Orders, ordersFor } from "./vary.ts";

/** The results of groups in one order by themselves, for all nodes that have them with the same classes. */
export class SharedContest {
  readonly contest: Contest;
  private readonly known = new Map<string, Orders>();
  private readonly acting: ActingGroups;
  private readonly groups: NodeLayers["groups"];
  private readonly rules: NodeLayers["rules"];
  private readonly verdicts: Map<string, ContestVerdict>;
  private sequences: GroupNames | undefined;
  private reached: ReturnType<SharedContest["reach"]> | undefined;
  private found: FoundQuestions | undefined;

  constructor(acting: ActingGroups, layers: NodeLayers, inventory: Inventory) {
    this.acting = acting;
    this.groups = layers.groups;
    this.verdicts = verdictsOf(inventory.class);
    this.rules = layers.rules;
    const { settings, groups } = inventory;
    this.contest = contestOf(layers.groups, acting.unordered, { settings, groups, rules: layers.rules });
  }

  /** The orders in which the values of some names may differ. */
  orders(slots: ReadonlySet<Slot>, layers: NodeLayers): Orders {
    const key = [...slots].sort().join("\0");
    return keptAt(this.known, key, () => ordersFor(slots, { acting: this.acting, contest: this.contest, layers }));
  }

  /** The names that groups leave open, as far as their own layers refer to one another, and all that these need. */
  reach(layers: NodeLayers): { readonly affected: ReadonlySet<Slot>; readonly read: ReadonlySet<Slot> } {
    if (this.reached === undefined) {
      const needs = new NameNeeds({ ...layers, above: [] });
      const affected = new Set(needs.needing(new Set(this.contest.contested.keys())).keys());
      this.reached = { affected, read: new Set([...affected].flatMap((slot) => [...needs.closure(slot)])) };
    }
    return this.reached;
  }

  /** The questions of nodes whose layers above the groups change none of them. */
  asGroups(find: () => FoundQuestions): FoundQuestions {
    this.found ??= find();
    return this.found;
  }

  /**
   * The verdict on some names whose needs only groups and globals define. Nodes share it, also those that are in other
   * groups which define none of the names that are read.
   */
  verdict(names: string, read: ReadonlySet<Slot>, find: () => ContestVerdict): ContestVerdict {
    const touching = new Set([...read].flatMap((slot) => [...(this.contest.touching.get(slot) ?? [])]));
    const items = [...touching].sort((one, other) => one - other);
    const texts = items.map((item) => this.text(item, items));
    const key = [names, ...read, this.acting.mostStates, numberOf(this.rules), ...texts].join("\0");
    const known = this.verdicts.get(key);
    if (known !== undefined) return moved(known, (place) => items[place] ?? 0);
    const found = find();
    const placed = moved(found, (item) => items.indexOf(item));
    this.verdicts.set(key, placed);
    return found;
  }

  /** A group with its classes and its place among some. */
  private text(item: number, items: readonly number[]): string {
    const { group, classes } = this.groups[item] ?? {};
    const below = items.filter((other) => hasBit(this.acting.below[item], other));
    const lower = below.map((other) => items.indexOf(other));
    return [numberOf(group), ...lower, ...(classes ?? []).map(({ name }) => name)].join(" ");
  }

  /** The names that groups bring, in the sequence on which all orders agree. */
  names(layers: NodeLayers, brought: Linearisation["brought"], inventory: Inventory): GroupNames {
    this.sequences ??= groupNames(layers, brought, { acting: this.acting, inventory });
    return this.sequences;
  }
}

/** Paths that the order of groups leaves open, that only a layer above decides, or for which neither is known. */
export interface FoundQuestions {
  readonly open: readonly OpenQuestion[];
  readonly latent: readonly OpenQuestion[];
  readonly limits: readonly OpenQuestion[];
}

/** Paths of some names that are open, or for which this is unknown. */
export interface ContestVerdict {
  readonly open: readonly OpenPath[];
  readonly limits: readonly OpenPath[];
}

/** Names that the groups of a node bring. */
export interface GroupNames {
  readonly classes: readonly string[];
  readonly applications: readonly string[];
}

/** A verdict with the places of groups in another list. */
function moved({ open, limits }: ContestVerdict, place: (item: number) => number): ContestVerdict {
  const each = ({ path, pairs }: OpenPath): OpenPath => {
    return { path, pairs: pairs.map(([one, other]) => [place(one), place(other)]) };
  };
  return { open: open.map(each), limits: limits.map(each) };
}

const verdictsOf = kept("shared", (_: Inventory["class"]) => new Map<string, ContestVerdict>());

/** Equal for the same group or rules of one state: another state may have other content under an id. */
function numberOf(what: Group | NodeLayers["rules"]): number {
  return what === undefined ? -1 : numberGiven(what);
}

const contests = keptForBoth("shared", (_: Inventory["class"], _by: ActingGroups) => new Map<string, SharedContest>());

/** Made once for groups in one order with the same classes. */
export function sharedContest(acting: ActingGroups, layers: NodeLayers, inventory: Inventory): SharedContest {
  const known = contests(inventory.class, acting);
  const carried = layers.groups.map(({ classes }) => classes.map(({ name }) => name).join("\0"));
  const key = [numberOf(layers.rules), ...carried].join("\0\0");
  return keptAt(known, key, () => new SharedContest(acting, layers, inventory));
}

/** Whether two groups that nothing orders carry the same class: it is laid where the first of them is. */
export function sharesClasses({ groups, unordered }: ActingGroups, inventory: Inventory): boolean {
  return unordered.some((pair) => {
    const [one, other] = pair.map((item) => groups[item]);
    if (one === undefined || other === undefined || one.classes.length * other.classes.length === 0) return false;
    const carried = carriedBy(other, inventory).classes;
    return [...carriedBy(one, inventory).classes].some((name) => carried.has(name));
  });
}

function groupNames(
  { groups }: NodeLayers,
  brought: Linearisation["brought"],
  { acting, inventory }: { readonly acting: ActingGroups; readonly inventory: Inventory },
): GroupNames {
  const isShared = sharesClasses(acting, inventory) || inventory.settings.dialect === "kapitan";
  const bringing = (names: readonly (readonly string[])[]): readonly string[] =>
    agreedSequence(names.map((each, at) => ({ names: each, below: acting.below[at] ?? 0n })));
  const classes = groups.map((each) => each.classes.map(({ name }) => name));
  const applications = groups.map(({ group }, at) => {
    if (!isShared) return (brought.get(group.id) ?? []).map(({ name }) => name);
    const all = (classes[at] ?? []).flatMap((name) => inventory.class(name)?.applications ?? []);
    return [...new Set(all.map(({ name }) => name))];
  });
  return { classes: bringing(classes), applications: bringing(applications) };
}
