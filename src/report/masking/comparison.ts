import type { MergeComparison, MergedValue } from "../../model/results/branch-merge.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { isMarker, marker, masked, type Secrets } from "../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";

/**
 * A comparison as it may be shown. Every form of output is made from this, text and machine alike, so that a secret is
 * masked everywhere; that it has changed is told.
 */
export function maskComparison(comparison: Comparison, secrets: Secrets): Comparison {
  return {
    ...comparison,
    changes: comparison.changes.map((folded) => ({ ...folded, change: maskChange(folded.change, secrets) })),
  };
}

/** A merge as it may be shown; a value that is a secret in one of its states is one in all. */
export function maskMerge(comparison: MergeComparison, secrets: Secrets): MergeComparison {
  const values = comparison.values.map((value) => ({ ...value, values: shownStates(value, secrets) }));
  return { ...comparison, values };
}

function shownStates({ path, values }: MergedValue, secrets: Secrets): MergedValue["values"] {
  const { base, ours, theirs, merged: result } = values;
  const show = commonMask([base, ours, theirs, result], path, secrets);
  return {
    base: base && show(base),
    ours: ours && show(ours),
    theirs: theirs && show(theirs),
    merged: result && show(result),
  };
}

/** How values of one path may be shown: what is a secret in one state is shown in none. */
function commonMask(
  values: readonly (Value | undefined)[],
  path: ParameterPath,
  secrets: Secrets,
): (value: Value) => Value {
  const show = (value: Value): Value => masked(value, path, secrets);
  return values.some((value) => value !== undefined && isMarker(show(value))) ? marker : show;
}

/** One change as it may be shown; `at` is where its path begins. */
export function maskChange(change: Change, secrets: Secrets, at: ParameterPath = []): Change {
  const path = [...at, ...change.path];
  switch (change.kind) {
    case "added":
      return { ...change, after: masked(change.after, path, secrets) };
    case "removed":
      return { ...change, before: masked(change.before, path, secrets) };
    case "moved":
      return { ...change, ...shownSides(change, path, secrets) };
    case "changed": {
      const sides = shownSides(change, path, secrets);
      const items = isMarker(sides.after) ? [] : change.items.map((edit) => shownEdit(edit, path, secrets));
      return { ...change, ...sides, items };
    }
  }
}

interface Sides {
  readonly before: Value;
  readonly after: Value;
}

function shownSides({ before, after }: Sides, path: ParameterPath, secrets: Secrets): Sides {
  const show = commonMask([before, after], path, secrets);
  return { before: show(before), after: show(after) };
}

function shownEdit(edit: ItemEdit, list: ParameterPath, secrets: Secrets): ItemEdit {
  switch (edit.kind) {
    case "added":
      return { ...edit, after: masked(edit.after, [...list, String(edit.newIndex)], secrets) };
    case "removed":
      return { ...edit, before: masked(edit.before, [...list, String(edit.oldIndex)], secrets) };
    case "moved":
      return { ...edit, ...shownSides(edit, [...list, String(edit.newIndex)], secrets) };
    case "changed": {
      const path = [...list, String(edit.newIndex)];
      const sides = shownSides(edit, path, secrets);
      const changes = isMarker(sides.after) ? [] : edit.changes.map((change) => maskChange(change, secrets, path));
      return { ...edit, ...sides, changes };
    }
  }
}
