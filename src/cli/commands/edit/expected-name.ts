import { EmptyScope } from "../../../model/findings/empty-scope.ts";
import { HeirError } from "../../../model/findings/failure.ts";

/** A claim or an edit of nothing is always an error: there is no --allow-empty. Throws what it gets, as a HeirError. */
export function alwaysAnError(error: unknown): never {
  if (!(error instanceof EmptyScope)) throw error;
  throw new HeirError("usage", error.message, error.hint);
}
