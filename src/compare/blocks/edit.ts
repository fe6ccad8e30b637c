import { compareText } from "../../base/text-order.ts";
import type { Edit, Effect } from "../../model/results/block.ts";
import type { CauseEdit, EditPlaces } from "../../model/results/change.ts";
import type { KeptKey } from "../../model/results/comparison.ts";
import { type Span, spanPlace } from "../../model/values/origin.ts";
import { isSamePath } from "../../model/values/parameter-path.ts";
import { rootOf } from "../causes/key.ts";
import type { Identities } from "../identity.ts";
import { deltaKey } from "./effects.ts";
import type { EditGroup } from "./grouping.ts";
import type { RootedChange } from "./rooted-change.ts";

export interface EditContext {
  readonly identities: Identities;
  /** Those of the changes of the group. */
  readonly effects: readonly Effect[];
  readonly kept: readonly KeptKey[];
}

/** What was done, from the changes that have it as their cause. */
export function editOf({ changes, renamed }: EditGroup, { identities, effects, kept }: EditContext): Edit {
  const direct = changes.filter(({ derivedFrom }) => derivedFrom === undefined);
  const all = direct.length > 0 ? direct : changes;
  // A group that an edited fact brings says more than the fact.
  const first = all.find(({ change }) => change.path[0] !== "facts") ?? all[0];
  if (first === undefined) throw new Error("an edit without changes");
  const places = uniquePlaces(changes);
  const also = alsoOf(changes);
  if (renamed !== undefined) {
    const { kind, from, to } = renamed;
    return { kind: `${kind}-renamed`, renamed: { from, to }, places: [renamed.places, ...places], also };
  }
  const rename = effects.find((effect) => effect.kind === "renamed");
  const edited = { cause: first.edit, ...editedValue(direct, first, identities), places, also };
  if (rename === undefined) return { kind: first.edit.kind, ...edited };
  return { kind: "parameter-renamed", ...edited, kept: keptBy(rename, kept) };
}

function keptBy({ path, toPath = [], nodes }: Effect, kept: readonly KeptKey[]): readonly KeptKey[] {
  const own = kept.filter(({ from, to, node }) => {
    return isSamePath(from, path) && isSamePath(to, toPath) && nodes.includes(node);
  });
  return own.toSorted((one, other) => compareText(one.node, other.node));
}

/** The path of an edited value, and both sides where all changes agree on them. */
function editedValue(
  direct: readonly RootedChange[],
  first: RootedChange,
  identities: Identities,
): Pick<Edit, "path" | "from" | "to" | "values"> {
  if (!/^(?:value-|unknown)/.test(first.edit.kind)) return {};
  const path = first.editedPath;
  if (direct.length === 0) return { path };
  const { change } = first;
  const own = direct.filter((each) => isSamePath(each.editedPath, path));
  const values = new Set(own.map((each) => deltaKey(each.change, identities))).size;
  if (values > 1) return { path, values };
  return {
    path,
    from: change.kind !== "added" ? change.before : undefined,
    to: change.kind !== "removed" ? change.after : undefined,
  };
}

function uniquePlaces(changes: readonly RootedChange[]): readonly EditPlaces[] {
  const found = new Map<string, EditPlaces>();
  for (const { places = [] } of changes) {
    for (const place of places) found.set(`${spanPlace(place.old)} ${spanPlace(place.new)}`, place);
  }
  return [...found.values()].sort((left, right) => {
    const [one, other] = [left.new ?? left.old, right.new ?? right.old];
    return compareText(one?.file.path ?? "", other?.file.path ?? "") || (one?.start ?? 0) - (other?.start ?? 0);
  });
}

function alsoOf(changes: readonly RootedChange[]): readonly CauseEdit[] {
  const own = new Set(changes.flatMap(({ places = [] }) => places.map((place) => startOf(place.new ?? place.old))));
  const found = new Map<string, CauseEdit>();
  for (const { change } of changes) {
    for (const cause of change.cause?.also ?? []) {
      const { edit } = rootOf(cause);
      const place = "in" in edit ? startOf(edit.new ?? edit.old) : edit.kind;
      if (!own.has(place)) found.set(place, edit);
    }
  }
  return [...found.values()];
}

function startOf(span: Span | undefined): string {
  return span === undefined ? "" : `${span.file.path} ${span.start}`;
}
