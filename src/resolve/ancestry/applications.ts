import type { NameMention } from "../../model/inventory/definition.ts";

/**
 * A definition's own applications laid over those gathered so far (rules A1 to A4): its removals first, then its names,
 * each once, first place kept. `removesNothing` takes removals that removed nothing. Gives a new list.
 */
export function withApplications(
  gathered: readonly NameMention[],
  own: readonly NameMention[],
  removesNothing: (removal: NameMention) => void,
): readonly NameMention[] {
  let kept = gathered;
  let added: readonly NameMention[] = [];
  for (const mention of own) {
    if (!mention.remove) added = added.some(({ name }) => name === mention.name) ? added : [...added, mention];
    else if ([...kept, ...added].some(({ name }) => name === mention.name)) {
      kept = kept.filter(({ name }) => name !== mention.name);
      added = added.filter(({ name }) => name !== mention.name);
    } else removesNothing(mention);
  }
  return joinApplications(kept, added);
}

/** What an ancestor gathered, after what came before it; names that are there already stay where they are. */
export function joinApplications(
  before: readonly NameMention[],
  after: readonly NameMention[],
): readonly NameMention[] {
  const fresh = after.filter((mention) => !before.some(({ name }) => name === mention.name));
  return fresh.length === 0 ? before : [...before, ...fresh];
}
