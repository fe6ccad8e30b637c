import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode, Step } from "../model/inventory/inventory.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { SECRET_TEXT } from "../model/secrets/masked.ts";
import { isSecretPath, looksEncrypted } from "../model/secrets/secrets.ts";
import { replacesBelow } from "../model/values/key-prefix.ts";
import { isAlong, type ParameterPath, printPath } from "../model/values/parameter-path.ts";
import type { MapValue, ScalarValue, TemplateValue, Value } from "../model/values/value.ts";
import { isSameScalar } from "../model/values/value.ts";
import { mapEntries, mapMember, valueAt } from "../model/values/value-at.ts";
import { rulesOfNode } from "../resolve/contracts/node-contracts.ts";
import { queryAnswers } from "../resolve/merge/query.ts";
import { isFault, type Outcome, outcomes, type Slot, slotOf } from "../resolve/orders/outcome.ts";
import { kept } from "../speed/kept.ts";
import { writtenLeaves } from "../written/written.ts";

/**
 * Values of one node that only the order of a class list decides: a scalar changes if two classes are exchanged that do
 * not include each other and write at one path, or a reference and what it may lead to. Never fails.
 */
export function orderFragile(node: ResolvedNode, inventory: Inventory): readonly Diagnostic[] {
  const differing = exchangeIn(node, inventory);
  const found = new Map<string, Diagnostic>();
  for (const [loser, winner] of rivals(node, inventory)) {
    for (const path of differing(loser, winner)) {
      const id = JSON.stringify(path);
      if (!found.has(id)) found.set(id, fragile([loser, winner], path, inventory.settings));
    }
  }
  return [...found.values()];
}

interface Setter {
  readonly step: Step;
  readonly index: number;
  /** Mapped classes come before all others by rule, not by the order of a list. */
  readonly rank: "mapped" | "listed";
  readonly leaf: Leaf;
}

/** The pairs of classes whose order may decide a value, the weaker one first; those that win come first. */
function rivals(node: ResolvedNode, inventory: Inventory): readonly (readonly [Setter, Setter])[] {
  const found: [Setter, Setter][] = [];
  for (const group of settersOf(node, inventory.settings).values()) {
    if (group.length < 2) continue;
    const strongest = group.toReversed();
    const isFlat = group.every(({ leaf }) => leaf.path.length === strongest[0]?.leaf.path.length);
    for (const [at, winner] of strongest.entries()) {
      const others = winner.step.layer === "node" ? [] : strongest.slice(at + 1);
      for (const loser of others) {
        if (loser.rank !== winner.rank || sameText(loser.leaf.value, winner.leaf.value)) continue;
        if (!isAlong(loser.leaf.path, winner.leaf.path)) continue;
        const ancestors = ancestorsOf(winner.step.name, inventory, ancestries(inventory));
        if (!ancestors.has(loser.step.name)) found.push([loser, winner]);
      }
      // Above plain scalars nothing else counts.
      if (winner.leaf.value.kind === "scalar" && isFlat) break;
    }
  }
  return found;
}

/** Those that write a value, weakest first, by its path; with the values that may be inside a reference, by that of its key. */
function settersOf({ steps }: ResolvedNode, settings: Settings): ReadonlyMap<string, readonly Setter[]> {
  const mappedEnd = steps.findIndex((step) => step.layer === "automatic");
  const all: Setter[] = [];
  const open = new Set<string>();
  for (const [index, step] of steps.entries()) {
    if (step.layer !== "class" && step.layer !== "node") continue;
    const rank = index < mappedEnd ? "mapped" : "listed";
    for (const leaf of leavesOf(step.parameters, settings)) {
      all.push({ step, index, rank, leaf });
      if (leaf.value.kind === "template") open.add(leaf.id);
    }
  }
  const groups = new Map<string, Setter[]>();
  for (const setter of all) {
    const { id, above, replaces } = setter.leaf;
    const key = above.find((each) => open.has(each)) ?? id;
    const known = groups.get(key);
    if (known === undefined || (replaces && key === id)) groups.set(key, [setter]);
    else known.push(setter);
  }
  return groups;
}

/** So often one node is resolved with two layers exchanged; beyond that, references are taken to lead to equal values. */
const MOST_EXCHANGED = 200;

/** Tells the paths of scalars, at or below those that two classes write, that are others with the layers of the two exchanged. */
function exchangeIn(node: ResolvedNode, inventory: Inventory) {
  const known = new Map<string, Outcome>();
  const outcome = (slot: Slot, loser: Setter, winner: Setter): Outcome | undefined => {
    const key = `${loser.index} ${winner.index} ${slot}`;
    if (!known.has(key) && known.size < MOST_EXCHANGED) {
      const steps = node.steps.with(loser.index, winner.step).with(winner.index, loser.step);
      const answers = queryAnswers(inventory, node.reads.environment);
      const evaluation = { inventory, node: node.name, answers, rules: rulesOfNode(inventory, node) };
      known.set(key, outcomes([slot], steps, evaluation).get(slot));
    }
    return known.get(key);
  };
  return (loser: Setter, winner: Setter): readonly ParameterPath[] => {
    const [deepest] = [loser.leaf.path, winner.leaf.path].toSorted((one, other) => other.length - one.length);
    const [name = "", ...keys] = deepest ?? [];
    const before = valueAt(node.parameters, [name]);
    if (loser.leaf.value.kind === "scalar" && winner.leaf.value.kind === "scalar") {
      // Exchanged, the weaker one is the value, unless what is above both is it in either order.
      const isWinner = valueAt(node.parameters, winner.leaf.path)?.origin === winner.leaf.value.origin;
      return isWinner ? [winner.leaf.path] : [];
    }
    const after = outcome(slotOf("parameters", name), loser, winner);
    if (before === undefined || after === undefined || isFault(after)) return [];
    const [one, other] = [valueAt(before, keys), valueAt(after, keys)];
    return one === undefined || other === undefined ? [] : differingScalars(one, other, [name, ...keys]);
  };
}

/** The paths at which both values have scalars that differ; what is in lists joins, and is no such value. */
function differingScalars(one: Value, other: Value, path: ParameterPath): readonly ParameterPath[] {
  if (one.kind === "scalar" && other.kind === "scalar") return sameText(one, other) ? [] : [path];
  return mapEntries(one).flatMap(({ key, value }) => {
    const counterpart = mapMember(other, key);
    return counterpart === undefined ? [] : differingScalars(value, counterpart, [...path, key]);
  });
}

/** A scalar or template in the parameters of one layer. */
interface Leaf {
  /** The same text for equal paths. */
  readonly id: string;
  readonly path: readonly string[];
  /** The same of the paths that it is in, outermost first. */
  readonly above: readonly string[];
  readonly value: ScalarValue | TemplateValue;
  /** Whether its prefix makes it replace the values of earlier layers. */
  readonly replaces: boolean;
}

/** The leaves of a layer's parameters: most layers are shared by many nodes, and each is read under one set of settings. */
const leavesOf = kept("layers", (parameters: MapValue, settings: Settings): readonly Leaf[] => {
  const found: Leaf[] = [];
  for (const { path, value, prefixes } of writtenLeaves(parameters, settings)) {
    if (value.kind !== "scalar" && value.kind !== "template") continue;
    const above = path.slice(1).map((_, at) => JSON.stringify(path.slice(0, at + 1)));
    found.push({ id: JSON.stringify(path), path, above, value, replaces: replacesBelow({ prefixes }) });
  }
  return found;
});

function sameText(one: Value, other: Value): boolean {
  return isSameScalar(one, other) || (one.kind === "template" && other.kind === "template" && one.text === other.text);
}

const ancestries = kept("shared", (_: Inventory) => new Map<string, ReadonlySet<string>>());

/** The classes that a class includes; names made from references are ignored. */
function ancestorsOf(name: string, inventory: Inventory, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const done = known.get(name);
  if (done !== undefined) return done;
  const all = new Set<string>();
  known.set(name, all);
  for (const mention of inventory.class(name)?.classes ?? []) {
    if (mention.remove) continue;
    all.add(mention.name);
    for (const each of ancestorsOf(mention.name, inventory, known)) all.add(each);
  }
  return all;
}

function fragile([loser, winner]: readonly [Setter, Setter], path: ParameterPath, settings: Settings): Diagnostic {
  const [below, above] = [loser.step.name, winner.step.name];
  // Before a key that holds more than this value, it would take the rest away.
  const isAlone = path.length === winner.leaf.path.length;
  const orFirm = isAlone ? `, or write "~" before the key in ${above}` : "";
  const message = `${printPath(path)}: which of ${below} and ${above} wins depends only on the order of the class list`;
  return finding("order-fragile", winner.leaf.value.origin, message, {
    related: [{ span: loser.leaf.value.origin, caption: `overridden value: ${textOf(loser, settings)}` }],
    hint: `to make the order explicit, include ${below} in ${above}${orFirm}`,
    order: { below, above, path: printPath(path) },
  });
}

function textOf({ leaf: { path, value } }: Setter, { secrets }: Settings): string {
  const text = value.kind === "template" ? value.text : String(value.data);
  if (isSecretPath(["parameters", ...path], secrets) || looksEncrypted(text)) return SECRET_TEXT;
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text);
}
