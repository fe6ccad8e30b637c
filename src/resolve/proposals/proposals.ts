import { compareTexts } from "../../base/text-order.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { GroupConflict } from "../../model/inventory/resolved.ts";
import type { ChainChange, ChainEffect } from "../../model/results/lineage.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { groupStructure } from "../groups/structure.ts";
import { isFault, type Outcome } from "../orders/outcome.ts";
import { hasSameOrder, profileOf } from "../policies/profile.ts";
import { work } from "../work.ts";
import { newOrderFault, withChain } from "./with-chain.ts";

type Chain = readonly string[];

/** With more groups, no chain of all of them is tried. */
const MOST_GROUPS = 4;
const MOST_LONG_CHAINS = 6;

/**
 * What resolves the questions of nodes of one inventory (rule G6 in docs/concepts/groups.md). Each chain is tried once.
 */
export class Proposals {
  private readonly inventory: Inventory;
  private readonly tried = new Map<string, Inventory | string>();
  private readonly effects = new Map<string, ChainEffect>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** The most general chains that resolve a question of a node, the most general first, each with all that it changes. */
  of(
    node: string,
    { pairs, groups, paths }: Pick<GroupConflict, "pairs" | "groups" | "paths">,
  ): readonly ChainEffect[] {
    const asked = paths.map(({ path }) => path);
    const resolves = (chain: Chain): boolean => this.resolves(chain, node, asked);
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
    let found = this.effects.get(key);
    if (found === undefined) {
      const after = this.with(chain);
      found =
        typeof after === "string"
          ? { chain, refused: after, changes: [] }
          : { chain, refused: undefined, changes: changesBetween(this.inventory, after) };
      this.effects.set(key, found);
    }
    return found;
  }

  /** The inventory with a chain; a text says why it cannot be added. */
  private with(chain: Chain): Inventory | string {
    const key = chain.join("\0");
    let found = this.tried.get(key);
    if (found === undefined) {
      work.chains += 1;
      const after = withChain(this.inventory, chain);
      found = newOrderFault(this.inventory, after) ?? after;
      this.tried.set(key, found);
    }
    return found;
  }

  private resolves(chain: Chain, node: string, paths: readonly ParameterPath[]): boolean {
    const after = this.with(chain);
    if (typeof after === "string") return false;
    const profile = profileOf(after, node);
    if (profile === undefined || profile.fault !== undefined) return false;
    return paths.every((path) => !profile.isOpen(path) && (path.length === 0 || !isFault(profile.at(path))));
  }

  /** Steps between the lines of two groups that matter. */
  private candidates(pairs: GroupConflict["pairs"]): readonly Chain[] {
    const found = new Map<string, Chain>();
    for (const [one, other] of pairs) {
      const [over, overOther] = [this.line(one), this.line(other)];
      for (const first of over) {
        for (const second of overOther) {
          if (overOther.has(first) || over.has(second)) continue;
          for (const chain of [
            [first, second],
            [second, first],
          ])
            found.set(chain.join("\0"), chain);
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

/** Every path that differs on a node whose groups are ordered anew. */
function changesBetween(before: Inventory, after: Inventory): readonly ChainChange[] {
  return before.nodeNames.flatMap((name) =>
    hasSameOrder(before, after, name) ? [] : nodeChanges(before, after, name),
  );
}

function nodeChanges(before: Inventory, after: Inventory, node: string): readonly ChainChange[] {
  const [old, now] = [profileOf(before, node), profileOf(after, node)];
  if (old === undefined || now === undefined) return [];
  const [was, is] = [old.texts(), now.texts()];
  if (old.isWhole || now.isWhole)
    return was.get("")?.text === is.get("")?.text ? [] : [{ node, path: [], value: sureValue(now.at([])) }];
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key)?.text !== is.get(key)?.text);
  const all = paths.flatMap((key): readonly ParameterPath[] => {
    const path = was.get(key)?.path ?? is.get(key)?.path;
    return path === undefined ? [] : [path];
  });
  // A name with open paths below it is reported at these paths.
  const told = all.filter(
    (path) => !all.some((other) => other.length > path.length && path.every((each, at) => each === other[at])),
  );
  return told.map((path) => ({ node, path, value: now.isOpen(path) ? undefined : sureValue(now.at(path)) }));
}

function sureValue(outcome: Outcome): Value | undefined {
  return outcome === undefined || isFault(outcome) ? undefined : outcome;
}
