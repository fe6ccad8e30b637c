import type { NodeState } from "./node-state.ts";
import type { HistoryStep } from "./step.ts";

/** Which nodes ever read a file or missed a class: only few of all nodes must be checked for a step. */
export class NodeReaders {
  private readonly files = new Map<string, Set<string>>();
  private readonly missed = new Map<string, Set<string>>();
  /** Nodes that any step may change: they ask others, or nobody knows what they read. */
  private readonly asking = new Set<string>();

  add({ name, reads, asks }: NodeState): void {
    if (reads === undefined || asks) this.asking.add(name);
    if (reads === undefined) return;
    for (const path of reads.files.keys()) put(this.files, path, name);
    for (const missing of reads.missed) put(this.missed, missing, name);
  }

  /** Names of the nodes that a step may change, and perhaps of some others. */
  of({ paths, newClasses, runtimeNodes }: HistoryStep): readonly string[] {
    const names = new Set([...this.asking, ...runtimeNodes]);
    for (const path of paths) for (const name of this.files.get(path) ?? []) names.add(name);
    for (const missing of newClasses) for (const name of this.missed.get(missing) ?? []) names.add(name);
    return [...names];
  }
}

function put(index: Map<string, Set<string>>, key: string, name: string): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set([name]));
  else known.add(name);
}
