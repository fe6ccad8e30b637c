import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { ResolvedNode, Step } from "../model/inventory/resolved.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { looksEncrypted } from "../model/secrets/encrypted.ts";
import { isSecretPath, SECRET_TEXT } from "../model/secrets/secrets.ts";
import { replacesBelow } from "../model/values/key-prefix.ts";
import { printPath } from "../model/values/parameter-path.ts";
import type { MapValue, ScalarValue, TemplateValue, Value } from "../model/values/value.ts";
import { writtenLeaves } from "../written/written.ts";

/**
 * Values of one node that only the order of a class list decides: two classes that do not include each other set one
 * path to different scalars, and the later one wins. Not reported: values that a prefix replaces, and values that a
 * layer including both classes sets again. Never fails.
 */
export function orderFragile(node: ResolvedNode, inventory: Inventory): readonly Diagnostic[] {
  const setters = new Map<string, Setter[]>();
  const { settings } = inventory;
  const mappedEnd = node.steps.findIndex((step) => step.layer === "automatic");
  for (const [index, step] of node.steps.entries()) {
    if (step.layer !== "class" && step.layer !== "node") continue;
    const rank = index < mappedEnd ? "mapped" : "listed";
    for (const leaf of leavesOf(step.parameters, settings)) {
      const known = setters.get(leaf.id);
      if (known === undefined || leaf.replaces) setters.set(leaf.id, [{ step, rank, leaf }]);
      else known.push({ step, rank, leaf });
    }
  }
  const found: Diagnostic[] = [];
  for (const group of setters.values()) {
    if (group.length < 2) continue;
    const [winner, ...earlier] = group.toReversed();
    if (winner === undefined || winner.step.layer === "node") continue;
    for (const loser of earlier) {
      if (sameText(loser.leaf.value, winner.leaf.value) || loser.rank !== winner.rank) continue;
      if (includes(winner.step.name, loser.step.name, inventory)) continue;
      found.push(fragile(loser, winner, settings));
      break;
    }
  }
  return found;
}

interface Setter {
  readonly step: Step;
  /** Mapped classes come before all others by rule, not by the order of a list. */
  readonly rank: "mapped" | "listed";
  readonly leaf: Leaf;
}

/** A scalar or template in the parameters of one layer. */
interface Leaf {
  /** The same text for equal paths. */
  readonly id: string;
  readonly path: readonly string[];
  readonly value: ScalarValue | TemplateValue;
  /** Whether its prefix makes it replace the values of earlier layers. */
  readonly replaces: boolean;
}

const leaves = new WeakMap<Settings, WeakMap<MapValue, readonly Leaf[]>>();

/** The leaves of a layer's parameters, cached since most layers are shared by many nodes. */
function leavesOf(parameters: MapValue, settings: Settings): readonly Leaf[] {
  let ofSettings = leaves.get(settings);
  if (ofSettings === undefined) {
    ofSettings = new WeakMap();
    leaves.set(settings, ofSettings);
  }
  let known = ofSettings.get(parameters);
  if (known === undefined) {
    known = leavesIn(parameters, settings);
    ofSettings.set(parameters, known);
  }
  return known;
}

function leavesIn(parameters: MapValue, settings: Settings): readonly Leaf[] {
  const found: Leaf[] = [];
  for (const { path, value, prefixes } of writtenLeaves(parameters, settings)) {
    if (value.kind !== "scalar" && value.kind !== "template") continue;
    found.push({ id: JSON.stringify(path), path, value, replaces: replacesBelow({ prefixes }) });
  }
  return found;
}

function sameText(one: Value, other: Value): boolean {
  if (one.kind === "scalar" && other.kind === "scalar") return one.type === other.type && one.data === other.data;
  return one.kind === "template" && other.kind === "template" && one.text === other.text;
}

const ancestries = new WeakMap<Inventory, Map<string, ReadonlySet<string>>>();

/** Whether a class has another among its ancestors; names made from references are ignored. */
function includes(name: string, ancestor: string, inventory: Inventory): boolean {
  let known = ancestries.get(inventory);
  if (known === undefined) {
    known = new Map();
    ancestries.set(inventory, known);
  }
  return ancestorsOf(name, inventory, known).has(ancestor);
}

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

function fragile(loser: Setter, winner: Setter, settings: Settings): Diagnostic {
  const [below, above] = [loser.step.name, winner.step.name];
  return finding(
    "order-fragile",
    winner.leaf.value.origin,
    `${printPath(winner.leaf.path)}: which of ${below} and ${above} wins depends only on the order of the class list`,
    {
      related: [{ span: loser.leaf.value.origin, caption: `overridden value: ${textOf(loser, settings)}` }],
      hint: `to make the order explicit, include ${below} in ${above}, or write "~" before the key in ${above}`,
    },
  );
}

function textOf({ leaf: { path, value } }: Setter, { secrets }: Settings): string {
  const text = value.kind === "template" ? value.text : String(value.data);
  if (isSecretPath(["parameters", ...path], secrets) || looksEncrypted(text)) return SECRET_TEXT;
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text);
}
