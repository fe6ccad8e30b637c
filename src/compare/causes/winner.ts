import { MERGE_MODES } from "../../model/inventory/merge-mode.ts";
import type { CauseDeed, CauseOwner } from "../../model/results/cause.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { listEdits } from "../changes/list-edits.ts";
import type { Identities } from "../identity.ts";
import { contributionOf, type WrittenContribution } from "./edits.ts";
import type { CauseSide } from "./side.ts";

/**
 * What the layer says that a scalar comes from, known by the scalar's origin, so that no other layer needs to be looked
 * at. Undefined where others may have a part in it.
 */
export function winnerOf(
  side: CauseSide,
  path: ParameterPath,
  value: Value | undefined,
): WrittenContribution | undefined {
  if (value?.kind !== "scalar") return undefined;
  const { origin } = value;
  for (const step of side.node.steps) {
    if (step.layer === "automatic" || step.parameters.origin.file !== origin.file) continue;
    const said = contributionOf(step, path, side.inventory.settings);
    if (said === undefined || said.depth !== path.length - 1 || said.value.origin !== origin) continue;
    return said.mode === undefined || !MERGE_MODES[said.mode.text].keepsBelow ? said : undefined;
  }
  return undefined;
}

/** Deeds that many nodes share: each is one object, however many nodes it touches. */
export class SharedDeeds {
  private readonly edits = new WeakMap<Value, WeakMap<Value, CauseDeed>>();
  private readonly references = new WeakMap<CauseDeed, Map<string, CauseDeed>>();
  private readonly identities: Identities;

  constructor(identities: Identities) {
    this.identities = identities;
  }

  /** A layer says another value at one place. */
  edited(owner: CauseOwner, old: Value, now: Value): CauseDeed {
    let known = this.edits.get(old);
    if (known === undefined) {
      known = new WeakMap();
      this.edits.set(old, known);
    }
    let deed = known.get(now);
    if (deed === undefined) {
      deed = { kind: "value-edited", in: owner, ...editedPlaces(old, now, this.identities) };
      known.set(now, deed);
    }
    return deed;
  }

  /** The deed that equals the one given, if its cause is the same object. */
  reference(deed: Extract<CauseDeed, { kind: "reference-changed" }>): CauseDeed {
    let known = this.references.get(deed.cause);
    if (known === undefined) {
      known = new Map();
      this.references.set(deed.cause, known);
    }
    const place = `${deed.in.layer} ${deed.in.name} ${deed.new?.file.path} ${deed.new?.start}`;
    const key = `${place}\n${deed.reference}\n${deed.path.join("\0")}`;
    const shared = known.get(key) ?? deed;
    known.set(key, shared);
    return shared;
  }
}

/** Of lists the first item that came and the first that went. */
function editedPlaces(old: Value, now: Value, identities: Identities): { readonly old: Span; readonly new: Span } {
  if (old.kind !== "list" || now.kind !== "list") return { old: old.origin, new: now.origin };
  const edits = listEdits(old.items, now.items, { identities, inside: () => [] });
  const gone = edits.flatMap((edit) => (edit.kind === "added" ? [] : [edit.before.origin]));
  const come = edits.flatMap((edit) => (edit.kind === "removed" ? [] : [edit.after.origin]));
  return { old: gone[0] ?? old.origin, new: come[0] ?? now.origin };
}
