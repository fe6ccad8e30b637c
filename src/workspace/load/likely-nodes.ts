import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ClassMention } from "../../model/inventory/mention.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";

/**
 * The nodes whose file, or a class of theirs, writes a parameter or an export of this name, before the others. Only a
 * guess, as it reads definitions and resolves nothing: groups, removals and names with references are left out.
 */
export function likelyFirst(inventory: Inventory, names: readonly string[], key: string): readonly string[] {
  const search = new WritersOf(inventory, key);
  const likely = new Set(names.filter((name) => search.isLikely(inventory.node(name))));
  return [...likely, ...names.filter((name) => !likely.has(name))];
}

class WritersOf {
  private readonly inventory: Inventory;
  private readonly key: string;
  private readonly prefixes: ReturnType<typeof prefixCharacters>;
  /** By class; false while a class is examined, so that a cycle ends. */
  private readonly classes = new Map<string, boolean>();

  constructor(inventory: Inventory, key: string) {
    this.inventory = inventory;
    this.key = key;
    this.prefixes = prefixCharacters(inventory.settings);
  }

  isLikely(definition: Definition | undefined): boolean {
    if (definition === undefined) return false;
    const { parameters, exports, own, classes } = definition;
    const maps = [parameters, exports, ...(own === undefined ? [] : [own.properties.values])];
    const writes = maps.some(({ entries }) => entries.some(({ key }) => bareKey(key, this.prefixes) === this.key));
    return writes || classes.some((mention) => this.isLikelyClass(mention));
  }

  private isLikelyClass({ name }: ClassMention): boolean {
    const known = this.classes.get(name);
    if (known !== undefined) return known;
    this.classes.set(name, false);
    const isLikely = this.isLikely(this.inventory.class(name));
    this.classes.set(name, isLikely);
    return isLikely;
  }
}
