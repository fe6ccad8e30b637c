import type { CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { keptByText, keptForBoth } from "../../speed/kept.ts";
import { listEdits } from "../changes/list-match.ts";
import type { Identities } from "../identity.ts";

/** The edits of all nodes: each is one object, however many nodes it changes. */
export class SharedEdits {
  /** The edit of a value at one place of a layer. */
  readonly edited: (old: Value, now: Value, owner: CauseOwner) => CauseEdit;
  private readonly known = keptByText("shared", (_: CauseEdit, _place, edit: CauseEdit) => edit);

  constructor(identities: Identities) {
    this.edited = keptForBoth("shared", (old, now, owner) => {
      return { kind: "value-edited", in: owner, ...editedPlaces(old, now, identities) };
    });
  }

  /** The known edit that equals the given one and has the same object as its cause; else the given one. */
  reference(edit: Extract<CauseEdit, { kind: "reference-changed" }>): CauseEdit {
    const place = `${edit.in.layer} ${edit.in.name} ${edit.new?.file.path} ${edit.new?.start}`;
    return this.known(edit.cause, `${place}\n${edit.reference}\n${edit.path.join("\0")}`, edit);
  }
}

/** Of lists, the first added and the first removed item. */
function editedPlaces(old: Value, now: Value, identities: Identities): { readonly old: Span; readonly new: Span } {
  if (old.kind !== "list" || now.kind !== "list") return { old: old.origin, new: now.origin };
  const edits = listEdits(old.items, now.items, { identities, inside: () => [] });
  const removed = edits.flatMap((edit) => (edit.kind === "added" ? [] : [edit.before.origin]));
  const added = edits.flatMap((edit) => (edit.kind === "removed" ? [] : [edit.after.origin]));
  return { old: removed[0] ?? old.origin, new: added[0] ?? now.origin };
}
