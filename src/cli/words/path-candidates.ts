import { printKeys, splitKeys } from "../../model/values/parameter-path.ts";
import type { CandidateSources, CompletionCandidate } from "./candidate-sources.ts";

/** The paths that go one key on from what is typed: `ntp:` where there are keys below, else `ntp`. */
export async function pathCandidates(
  typed: string,
  sources: Pick<CandidateSources, "keys">,
): Promise<readonly CompletionCandidate[]> {
  const { before, keys } = cutLastKey(typed);
  const found = await sources.keys(keys);
  return found.map(({ key, isOpen }) => ({
    value: `${before}${printKeys([...keys, key].slice(-1))}${isOpen ? ":" : ""}`,
  }));
}

/** The same for `PATH=VALUE`, with the values that nodes have there. */
export async function valuedPathCandidates(
  typed: string,
  sources: Pick<CandidateSources, "keys" | "values">,
): Promise<readonly CompletionCandidate[]> {
  const end = typed.indexOf("=");
  if (end === -1) return pathCandidates(typed, sources);
  const keys = splitKeys(typed.slice(0, end), ":");
  if (typeof keys === "string") return [];
  const values = await sources.values(keys.map(({ text }) => text));
  return values.map((value) => ({ value: `${typed.slice(0, end)}=${value}` }));
}

interface TypedPath {
  /** What stands before the last key. */
  readonly before: string;
  readonly keys: readonly string[];
}

function cutLastKey(typed: string): TypedPath {
  for (let end = typed.lastIndexOf(":"); end !== -1; end = end === 0 ? -1 : typed.lastIndexOf(":", end - 1)) {
    const keys = splitKeys(typed.slice(0, end), ":");
    if (typeof keys !== "string") return { before: typed.slice(0, end + 1), keys: keys.map(({ text }) => text) };
  }
  return { before: "", keys: [] };
}
