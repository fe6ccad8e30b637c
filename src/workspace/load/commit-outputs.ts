import { outputKey } from "../../cache/outputs.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { States } from "../workspace.ts";
import { isByCommit } from "./listing.ts";

type OutputStates = Pick<States, "outputs" | "source" | "foreignFolders">;

/** The key of what follows from commits and the user's settings of git; `kind` and `from` are those of `outputKey`. */
export function commitOutputKey({ source }: Pick<States, "source">, kind: string, from: readonly unknown[]): string {
  return outputKey(kind, [process.version, [...source.settings], ...from]);
}

/** Caches what follows from some states, if their commits alone say what these are. */
export function keepCommitOutput(
  { outputs, foreignFolders }: OutputStates,
  key: string,
  { output, of }: { readonly output: Uint8Array; readonly of: readonly Snapshot[] },
): void {
  const isByCommits = foreignFolders.length === 0 && of.every((state) => isByCommit(state) && outputs.takes(state));
  if (isByCommits) outputs.put(key, output);
}
