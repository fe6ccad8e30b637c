import { isOnlyAt, madeFrom } from "../../../inspect/impact/feeding.ts";
import { type Diagnostic, findingSpans } from "../../../model/findings/diagnostic.ts";
import { conflictAt } from "../../../model/inventory/conflicts.ts";
import type { GroupConflict } from "../../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import { contentAfter, type FileEdit } from "../../../model/results/file-edit.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Span, Value } from "../../../model/values/value.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { editedSnapshot } from "../../../workspace/write/worktree-files.ts";
import { isClassOrder } from "../proof/claim.ts";
import type { Reach } from "./layers.ts";

/** What edits of files do to nodes, found by resolving with them. */
export interface EditEffect {
  /** Values at the path of all re-resolved nodes that resolve. */
  readonly values: ReadonlyMap<string, Value | undefined>;
  /** The questions that leave the path out of nodes. */
  readonly open: ReadonlyMap<string, GroupConflict>;
  /** Nodes that change in anything, or do not resolve now. */
  readonly changed: ReadonlySet<string>;
  /** Nodes that change in more than values at the path, below it, or made from it. */
  readonly beyond: ReadonlySet<string>;
  /** Why nodes do not resolve that did before: the place of the fault. */
  readonly failing: ReadonlyMap<string, Span | undefined>;
}

interface EffectOptions extends Abortable {
  readonly workspace: Workspace;
  readonly before: Snapshot;
  readonly path: ParameterPath;
  readonly reach: Reach;
}

/** Resolves the nodes that edits reach. Throws what reading the state throws. */
export async function editEffect(edits: readonly FileEdit[], options: EffectOptions): Promise<EditEffect> {
  const { workspace, before, path, reach, signal } = options;
  const after = editedSnapshot(before, new Map(edits.map((edit) => [edit.path, contentAfter(edit)])));
  const values = new Map<string, Value | undefined>();
  const open = new Map<string, GroupConflict>();
  const comparison = await workspace.compare(before, after, {
    signal,
    nodes: reach.of(edits.map((edit) => edit.path)),
    as: (old, now) => {
      const { name, conflicts } = now.node;
      values.set(name, now.at(path));
      const question = conflictAt(conflicts, path);
      if (question !== undefined) open.set(name, question);
      return old;
    },
  });
  const changes = comparison.changes.filter(({ change }) => !isClassOrder(change));
  const inventory = await workspace.load(after, { scope: "names", signal });
  const { newlyFailing, newlyResolving } = comparison.nodes;
  const edited = new Set(edits.map((edit) => edit.path));
  const failing = new Map(newlyFailing.map(({ name, diagnostics }) => [name, blocking(diagnostics, edited)]));
  const changed = new Set([...changes.flatMap(({ nodes }) => nodes), ...failing.keys(), ...newlyResolving]);
  const made = madeFrom(path, { inventory, changes });
  const beyond = changes.flatMap(({ change, nodes: changing }) => {
    return isOnlyAt(change, path) ? [] : changing.filter((node) => !made(change, node));
  });
  return { values, open, changed, beyond: new Set(beyond), failing };
}

/** The place of what prevents an edit: not that of the edit itself. An open question alone would leave out a part of the node. */
function blocking(diagnostics: readonly Diagnostic[], edited: ReadonlySet<string>): Span | undefined {
  const fault = diagnostics.find(({ code }) => code !== "group-conflict") ?? diagnostics[0];
  const spans = fault === undefined ? [] : findingSpans(fault);
  return spans.find(({ file }) => !edited.has(file.path)) ?? spans.at(-1);
}
