import { keptAt } from "../../base/made-once.ts";
import { compareTexts } from "../../base/text-order.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { GroupConflict, Inventory } from "../../model/inventory/inventory.ts";
import type { ChainChange, ChainEffect } from "../../model/results/lineage.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { startOf, type Value } from "../../model/values/value.ts";
import { work } from "../../speed/work.ts";
import { newOrderFault } from "../groups/node-groups.ts";
import { groupStructure } from "../groups/structure.ts";
import { readsOf } from "../node.ts";
import type { OrderReach } from "../orders/judge.ts";
import { isFault, type Outcome } from "../orders/outcome.ts";
import { hasSameOrder, type NodeProfile, profileOf } from "../policies/profile.ts";

type Chain = readonly string[];

/** With more groups, no chain of all of them is tried. */
const MOST_GROUPS = 4;
const MOST_LONG_CHAINS = 6;

/** What has a question: a node, or a group with what it passes on. */
export type ProfileOf = (inventory: Inventory, reach: OrderReach) => NodeProfile | undefined;

interface Question {
  readonly subject: ProfileOf;
  readonly paths: readonly ParameterPath[];
  readonly isMany: boolean;
}

/** What resolves the questions of nodes and groups of one inventory (rule G6). Each chain is tried once. */
export class Proposals {
  private readonly inventory: Inventory;
  private readonly tried = new Map<string, Inventory | string>();
  private readonly effects = new Map<string, ChainEffect>();
  private readonly known = new Map<string, Before | undefined>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** The most general chains that resolve a question, the most general first, each with all that it changes on nodes. */
  of(
    subject: ProfileOf,
    { pairs, groups, paths }: Pick<GroupConflict, "pairs" | "groups" | "paths">,
  ): readonly ChainEffect[] {
    const question = { subject, paths: paths.map(({ path }) => path), isMany: groups.length > MOST_GROUPS };
    const resolves = (chain: Chain): boolean => this.resolves(chain, question);
    const steps = highest(this.candidates(pairs).filter(resolves), (one, other) => this.isAbove(one, other));
    const chains = steps.length > 0 ? steps : this.longer(groups, resolves);
    const ranked = chains.map((chain) => ({ chain, reach: this.reach(chain), effect: this.effect(chain) }));
    return ranked
      .sort((one, other) => {
        const nodes = changedNodes(one.effect) - changedNodes(other.effect);
        return other.reach - one.reach || nodes || compareTexts(one.chain, other.chain);
      })
      .map(({ effect }) => effect);
  }

  /** What one more chain changes on all nodes. */
  effect(chain: Chain): ChainEffect {
    const key = chain.join("\0");
    return keptAt(this.effects, key, () => {
      const after = this.with(chain);
      return typeof after === "string"
        ? { chain, refused: after, changes: [] }
        : { chain, refused: undefined, changes: this.changes(after) };
    });
  }

  /** Every path that differs on a node whose groups are ordered anew, or on one that reads its exports. */
  private changes(after: Inventory): readonly ChainChange[] {
    const before = this.inventory;
    const same = new Set(before.nodeNames.filter((name) => hasSameOrder(before, after, name)));
    const changesOf = (name: string): readonly ChainChange[] => {
      const [old, now] = [this.before(name), profileOf(after, name)];
      return old === undefined || now === undefined ? [] : changesOn(name, old, now);
    };
    const own = new Map(before.nodeNames.map((name) => [name, same.has(name) ? [] : changesOf(name)]));
    const isExported = [...own.values()].flat().some(({ path: [section = "exports"] }) => section === "exports");
    const isAsking = (name: string): boolean => same.has(name) && readsOf(before, name).queries.length > 0;
    return [...own].flatMap(([name, changes]) => (isExported && isAsking(name) ? changesOf(name) : changes));
  }

  private before(name: string): Before | undefined {
    return keptAt(this.known, name, () => {
      const profile = profileOf(this.inventory, name);
      return profile && { isWhole: profile.isWhole, texts: profile.texts() };
    });
  }

  /** The inventory with a chain; a text says why it cannot be added. */
  private with(chain: Chain): Inventory | string {
    const key = chain.join("\0");
    return keptAt(this.tried, key, () => {
      work.chains += 1;
      const after = withChain(this.inventory, chain);
      return newOrderFault(this.inventory, after) ?? after;
    });
  }

  private resolves(chain: Chain, { subject, paths, isMany }: Question): boolean {
    const after = this.with(chain);
    if (typeof after === "string") return false;
    // Most chains leave a question of many groups open, and a few orders show that.
    const probed = isMany ? subject(after, "probes") : undefined;
    if (probed !== undefined && paths.some((path) => probed.isDifferent(path))) return false;
    const profile = subject(after, "all");
    if (profile === undefined || profile.fault !== undefined) return false;
    return paths.every((path) => !profile.isOpen(path) && !profile.failsAt(path));
  }

  /** Steps between the lines of two groups that matter. */
  private candidates(pairs: GroupConflict["pairs"]): readonly Chain[] {
    const found = new Map<string, Chain>();
    for (const [one, other] of pairs) {
      const [over, overOther] = [this.line(one), this.line(other)];
      for (const first of over) {
        for (const second of overOther) {
          if (overOther.has(first) || over.has(second)) continue;
          found.set(`${first}\0${second}`, [first, second]);
          found.set(`${second}\0${first}`, [second, first]);
        }
      }
    }
    return [...found.values()];
  }

  /** Chains of all groups of the question, none of which could be replaced by one above it. */
  private longer(groups: readonly string[], resolves: (chain: Chain) => boolean): readonly Chain[] {
    if (groups.length < 3 || groups.length > MOST_GROUPS) return [];
    const found = new Map<string, Chain>();
    for (const chain of permutations(groups)) {
      if (found.size === MOST_LONG_CHAINS) break;
      if (!resolves(chain)) continue;
      const raised = this.raised(chain, resolves);
      found.set(raised.join("\0"), raised);
    }
    return [...found.values()];
  }

  private raised(chain: Chain, resolves: (chain: Chain) => boolean): Chain {
    for (const [at, group] of chain.entries()) {
      for (const above of this.line(group)) {
        if (chain.includes(above)) continue;
        const higher = chain.with(at, above);
        if (resolves(higher)) return this.raised(higher, resolves);
      }
    }
    return chain;
  }

  private isAbove(one: Chain, other: Chain): boolean {
    return one.every((group, at) => this.line(other[at] ?? "").has(group));
  }

  /** How many groups are at or below the ends of a chain. */
  private reach(chain: Chain): number {
    const ids = [...this.inventory.groups.groups.keys()];
    return chain.reduce((sum, group) => sum + ids.filter((id) => this.line(id).has(group)).length, 0);
  }

  private line(id: string): ReadonlySet<string> {
    return groupStructure(this.inventory.groups).groups.get(id)?.ancestors ?? new Set([id]);
  }
}

function highest(chains: readonly Chain[], isAbove: (one: Chain, other: Chain) => boolean): readonly Chain[] {
  return chains.filter((chain) => !chains.some((other) => other !== chain && isAbove(other, chain)));
}

function* permutations(items: readonly string[]): Iterable<readonly string[]> {
  if (items.length === 0) yield [];
  for (const [at, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
  }
}

function changedNodes({ changes }: ChainEffect): number {
  return new Set(changes.map(({ node }) => node)).size;
}

interface Before extends Pick<NodeProfile, "isWhole"> {
  readonly texts: ReturnType<NodeProfile["texts"]>;
}

function changesOn(node: string, old: Before, now: NodeProfile): readonly ChainChange[] {
  const [was, is] = [old.texts, now.texts()];
  if (old.isWhole || now.isWhole)
    return was.get("")?.text === is.get("")?.text ? [] : [{ node, path: [], value: sureValue(now.at([])) }];
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key)?.text !== is.get(key)?.text);
  const all = paths.map((key) => (was.get(key) ?? is.get(key))?.path).filter((path) => path !== undefined);
  // A name with open paths below it is reported at these paths.
  const isAbove = (path: ParameterPath, other: ParameterPath) => other.length > path.length && isAlong(path, other);
  const differing = all.filter((path) => !all.some((other) => isAbove(path, other)));
  return differing.map((path) => ({ node, path, value: now.isOpen(path) ? undefined : sureValue(now.at(path)) }));
}

function sureValue(outcome: Outcome): Value | undefined {
  return outcome === undefined || isFault(outcome) ? undefined : outcome;
}

/** An inventory with one more chain in `order.yml`. */
export function withChain(inventory: Inventory, chain: readonly string[]): Inventory {
  const { groups } = inventory;
  const file = { path: "order.yml", blob: "", text: "" };
  const mentions = chain.map((name): NameMention => ({ name, remove: false, origin: startOf(file) }));
  return { ...inventory, groups: { ...groups, order: [...groups.order, mentions] } };
}
