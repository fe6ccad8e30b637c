import type { CauseEdit, CauseOwner } from "../../model/results/cause.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { listEdits } from "../changes/list-edits.ts";
import type { Identities } from "../identity.ts";

/** The edits of all nodes: each is one object, however many nodes it changes. */
export class SharedEdits {
  private readonly edits = new WeakMap<Value, WeakMap<Value, CauseEdit>>();
  private readonly references = new WeakMap<CauseEdit, Map<string, CauseEdit>>();
  private readonly identities: Identities;

  constructor(identities: Identities) {
    this.identities = identities;
  }

  /** The edit of a value at one place of a layer. */
  edited(owner: CauseOwner, old: Value, now: Value): CauseEdit {
    let known = this.edits.get(old);
    if (known === undefined) {
      known = new WeakMap();
      this.edits.set(old, known);
    }
    let edit = known.get(now);
    if (edit === undefined) {
      edit = { kind: "value-edited", in: owner, ...editedPlaces(old, now, this.identities) };
      known.set(now, edit);
    }
    return edit;
  }

  /** The known edit that equals the given one and has the same object as its cause; else the given one. */
  reference(edit: Extract<CauseEdit, { kind: "reference-changed" }>): CauseEdit {
    let known = this.references.get(edit.cause);
    if (known === undefined) {
      known = new Map();
      this.references.set(edit.cause, known);
    }
    const place = `${edit.in.layer} ${edit.in.name} ${edit.new?.file.path} ${edit.new?.start}`;
    const key = `${place}\n${edit.reference}\n${edit.path.join("\0")}`;
    const shared = known.get(key) ?? edit;
    known.set(key, shared);
    return shared;
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
