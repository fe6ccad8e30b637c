import { HeirError } from "../model/findings/failure.ts";
import type { Source } from "./open.ts";
import { memorySnapshot } from "./snapshot/parts.ts";

/** Files as text or bytes, by path. States but the work tree throw HeirError. `nodes` and `classes` always exist. */
export function memorySource(files: Iterable<readonly [string, string | Uint8Array]>): Source {
  const all = new Map<string, string | Uint8Array>([["nodes/.gitkeep", ""], ["classes/.gitkeep", ""], ...files]);
  const snapshot = memorySnapshot(all);
  const noHistory = (): never => {
    throw new HeirError("usage", "an inventory in memory has only one state", "leave out the revision");
  };
  const none = async () => noHistory();
  return {
    top: "memory",
    git: undefined,
    inMemory: true,
    program: undefined,
    settings: new Map(),
    all: { commit: none, index: none, tree: none, worktree: async () => [snapshot] },
    resolve: none,
    refNames: async () => [],
    isUnborn: async () => false,
    commit: none,
    tree: none,
    mergeBase: none,
    state: async ({ kind }) => (kind === "worktree" ? snapshot : noHistory()),
    hasInventory: async () => false,
    treeAt: none,
    history: noHistory,
    lines: async () => new Map(),
    committedText: async () => undefined,
    close: async () => {},
  };
}
