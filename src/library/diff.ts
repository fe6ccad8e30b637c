import type { Change as FoundChange, ItemEdit as FoundEdit } from "../model/results/change.ts";
import type { Comparison, ComparisonEnd } from "../model/results/comparison.ts";
import type { Masked } from "../model/secrets/masked.ts";
import { placeOf } from "../model/values/origin.ts";
import type { Value } from "../model/values/value.ts";
import { causeData } from "../report/json/cause.ts";
import { plainValue } from "./plain.ts";
import type { ChangedValue, Diff, DiffEnd, DiffError, NodeChanges, PlainItemEdit, ValueChange } from "./types.ts";

/** A comparison as plain data: the shape of `heir diff --json`. */
export function plainComparison(comparison: Masked<Comparison>): Diff {
  const { lookedAt } = comparison;
  return {
    v: 1,
    from: plainEnd(comparison.from),
    to: plainEnd(comparison.to),
    changes: comparison.changes.map(({ change, nodes }) => {
      const cause = causeData(change.cause ?? { kind: "unknown" });
      return { ...plainChange(change), nodes: [...nodes], cause };
    }),
    nodes: plainNodes(comparison),
    looked_at: { nodes: lookedAt.nodes, resolved_again: lookedAt.resolvedAgain, files: [...lookedAt.files] },
  };
}

function plainEnd({ title, id, subject }: ComparisonEnd): DiffEnd {
  return { title, id, ...(subject !== undefined && { subject }) };
}

function plainChange(change: FoundChange): ValueChange {
  const path = [...change.path];
  switch (change.kind) {
    case "added":
      return { kind: change.kind, path, new: side(change.after) };
    case "removed":
      return { kind: change.kind, path, old: side(change.before) };
    case "moved":
      return { kind: change.kind, path, old: side(change.before), new: side(change.after) };
    case "changed": {
      const items = change.items.map(plainEdit);
      const sides = { old: side(change.before), new: side(change.after) };
      return { kind: change.kind, path, ...sides, ...(items.length > 0 && { items }) };
    }
  }
}

function plainEdit(edit: FoundEdit): PlainItemEdit {
  switch (edit.kind) {
    case "added":
      return { kind: edit.kind, new_index: edit.newIndex, new: side(edit.after) };
    case "removed":
      return { kind: edit.kind, old_index: edit.oldIndex, old: side(edit.before) };
    case "moved":
      return { kind: edit.kind, ...bothSides(edit) };
    case "changed": {
      const { moved, key } = edit;
      const changes = edit.changes.map(plainChange);
      return { kind: edit.kind, ...bothSides(edit), moved, ...(key !== undefined && { key }), changes };
    }
  }
}

function bothSides(edit: Extract<FoundEdit, { kind: "moved" | "changed" }>): {
  readonly old_index: number;
  readonly new_index: number;
  readonly old: ChangedValue;
  readonly new: ChangedValue;
} {
  return { old_index: edit.oldIndex, new_index: edit.newIndex, old: side(edit.before), new: side(edit.after) };
}

function side(value: Value): ChangedValue {
  return { value: plainValue(value), place: placeOf(value.origin) };
}

function plainNodes({ nodes }: Comparison): NodeChanges {
  return {
    added: [...nodes.added],
    removed: [...nodes.removed],
    renamed: nodes.renamed.map(({ from, to }) => ({ from, to })),
    newly_failing: nodes.newlyFailing.map(({ name, diagnostics }) => ({ name, errors: diagnostics.map(plainError) })),
    newly_resolving: [...nodes.newlyResolving],
    still_failing: [...nodes.stillFailing],
  };
}

function plainError({
  code,
  severity,
  message,
  span,
}: Comparison["nodes"]["newlyFailing"][number]["diagnostics"][number]): DiffError {
  return { code, severity, message, ...(span !== undefined && { place: placeOf(span) }) };
}
