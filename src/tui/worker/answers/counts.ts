import { targetKey } from "../data.ts";
import type { Questions } from "../protocol.ts";
import type { Work } from "../work.ts";

/** How much each of some commits changes, one after the other. */
export async function* counts(
  { commits }: Questions["counts"]["ask"],
  { repository, signal }: Work,
): AsyncGenerator<Questions["counts"]["answer"]> {
  for (const target of commits) {
    yield { key: targetKey(target), counts: await repository.counts(target, { signal }) };
  }
}
