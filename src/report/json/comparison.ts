import type { Change, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import type { Comparison, FailingNode } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { causeData } from "./cause.ts";
import { endJson, jsonList, jsonObject, member, placedJson, plainJson } from "./document.ts";

/**
 * `heir diff --json`: one document, in pieces, one change on each line:
 * `{"v":1,"from","to","changes":[{"kind","path","old","new","nodes","cause","items"}],"nodes":{...},"looked_at":{...}}`.
 *
 * `old` and `new` are `{"value","place"}`, absent where there is none; `items` is there for lists only.
 */
export function* comparisonJson(comparison: Masked<Comparison>): Generator<string> {
  yield `{"v":1,"from":${endJson(comparison.from)},"to":${endJson(comparison.to)},"changes":[`;
  let separator = "\n";
  for (const change of comparison.changes) {
    yield separator + changeJson(change);
    separator = ",\n";
  }
  yield `\n],"nodes":${nodesJson(comparison)},"looked_at":${lookedAtJson(comparison)}}\n`;
}

/**
 * `heir diff --jsonl`: the same on lines of their own: first `{"v":1,"from","to"}`, then a line for each change, last
 * `{"nodes","looked_at"}`. A reader that meets no last line knows that the output was cut.
 */
export function* comparisonJsonLines(comparison: Masked<Comparison>): Generator<string> {
  yield `{"v":1,"from":${endJson(comparison.from)},"to":${endJson(comparison.to)}}\n`;
  for (const change of comparison.changes) yield `${changeJson(change)}\n`;
  yield `{"nodes":${nodesJson(comparison)},"looked_at":${lookedAtJson(comparison)}}\n`;
}

/** One folded change as compact JSON. */
export function changeJson({ change, nodes }: FoldedChange): string {
  const items =
    change.kind === "changed" && change.items.length > 0 ? [member("items", jsonList(change.items, editJson))] : [];
  const cause = change.cause === undefined ? [] : [member("cause", plainJson(causeData(change.cause)))];
  return jsonObject([...changeMembers(change), member("nodes", plainJson(nodes)), ...cause, ...items]);
}

function changeMembers(change: Change): readonly string[] {
  const old = change.kind === "added" ? [] : [member("old", placedJson(change.before))];
  const now = change.kind === "removed" ? [] : [member("new", placedJson(change.after))];
  return [member("kind", JSON.stringify(change.kind)), member("path", plainJson(change.path)), ...old, ...now];
}

/** Indexes count from 0 in the list they belong to. */
function editJson(edit: ItemEdit): string {
  const members = [member("kind", JSON.stringify(edit.kind))];
  if (edit.kind !== "added") members.push(member("old_index", String(edit.oldIndex)));
  if (edit.kind !== "removed") members.push(member("new_index", String(edit.newIndex)));
  if (edit.kind !== "added") members.push(member("old", placedJson(edit.before)));
  if (edit.kind !== "removed") members.push(member("new", placedJson(edit.after)));
  if (edit.kind === "changed") {
    members.push(member("moved", String(edit.moved)));
    if (edit.key !== undefined) members.push(member("key", plainJson(edit.key)));
    members.push(member("changes", jsonList(edit.changes, insideJson)));
  }
  return jsonObject(members);
}

function insideJson(change: Change): string {
  return jsonObject(bareMembers(change));
}

/** A change without its cause and its nodes. */
export function bareMembers(change: Change): readonly string[] {
  const items =
    change.kind === "changed" && change.items.length > 0 ? [member("items", jsonList(change.items, editJson))] : [];
  return [...changeMembers(change), ...items];
}

/** Nodes that differ as a whole. */
export function nodesJson({ nodes }: Pick<Comparison, "nodes">): string {
  const failing = nodes.newlyFailing.map(failingData);
  return plainJson({
    added: nodes.added,
    removed: nodes.removed,
    renamed: nodes.renamed,
    newly_failing: failing,
    newly_resolving: nodes.newlyResolving,
    still_failing: nodes.stillFailing,
  });
}

/** A node that fails, with its errors. */
export function failingData({ name, diagnostics }: FailingNode): object {
  const errors = diagnostics.map(({ code, severity, message, span }) => ({
    code,
    severity,
    message,
    ...(span !== undefined && { place: placeOf(span) }),
  }));
  return { name, errors };
}

function lookedAtJson({ lookedAt }: Comparison): string {
  return plainJson({ nodes: lookedAt.nodes, resolved_again: lookedAt.resolvedAgain, files: lookedAt.files });
}
