import type { Work } from "../work.ts";

/** Names of the branches, the newest first. */
export async function* branches(_ask: object, { repository, signal }: Work): AsyncGenerator<readonly string[]> {
  yield (await repository.history()).branches({ signal });
}
