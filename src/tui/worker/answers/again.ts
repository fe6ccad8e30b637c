import type { Questions } from "../protocol.ts";
import type { Work } from "../work.ts";

/** Nothing that was read is known any more. */
export async function* again(
  { areSecretsShown }: Questions["again"]["ask"],
  { repository }: Work,
): AsyncGenerator<object> {
  await repository.forget({ areSecretsShown });
  yield {};
}
