import type { CauseLink, FileEdit, LayerSide, Why, WhyChange, WhyLayer } from "../../model/results/why.ts";
import { encryptedStretches, secretStretches } from "../../model/secrets/hidden.ts";
import { isMarker, marker, masked, type Secrets } from "../../model/secrets/secrets.ts";
import type { SourceFile, Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { maskChange } from "./comparison.ts";
import { shownContribution } from "./explanation.ts";

/**
 * Why a value differs, as it may be shown: values without secrets, and files in which these are hidden. What is a secret
 * on one side is shown on neither; that it has changed is told.
 */
export function maskWhy(why: Why, secrets: Secrets): Why {
  const places: Span[] = [];
  const show = (value: Value, path: ParameterPath): Value => {
    const shown = masked(value, path, secrets);
    places.push(...markers(shown));
    return shown;
  };
  const side = (each: Why["old"]): Why["old"] => ({ ...each, value: each.value && show(each.value, why.path) });
  const shown = {
    ...why,
    old: side(why.old),
    new: side(why.new),
    changes: why.changes.map((change) => shownDifference(change, { secrets, places })),
    layers: why.layers.map((row) => shownLayer(row, { secrets, places })),
  };
  return { ...shown, edits: why.edits.map((edit) => hiddenEdit(edit, { why, secrets, places })) };
}

interface Masking {
  readonly secrets: Secrets;
  /** Where the values stand that were masked. */
  readonly places: Span[];
}

function shownDifference({ change, layers, chains }: WhyChange, masking: Masking): WhyChange {
  const { secrets, places } = masking;
  const shown = maskChange(change, secrets);
  const sides = ["before" in shown ? shown.before : undefined, "after" in shown ? shown.after : undefined];
  places.push(...sides.flatMap((value) => (value === undefined ? [] : markers(value))));
  const isSecret = sides.some(isMarker);
  return {
    change: shown,
    layers: layers.map((row) => shownLayer(row, masking, isSecret)),
    chains: chains.map((chain) => chain.map((link) => shownLink(link, masking))),
  };
}

/** `isSecret`: what the layers come to is one, so that none of them is shown. */
function shownLayer(row: WhyLayer, masking: Masking, isSecret = false): WhyLayer {
  const side = (each: LayerSide | undefined): LayerSide | undefined => {
    return each && { ...each, said: each.said.map((said) => shownSaid(said, masking, isSecret)) };
  };
  return { ...row, old: side(row.old), new: side(row.new) };
}

function shownSaid(
  said: LayerSide["said"][number],
  { secrets, places }: Masking,
  isSecret: boolean,
): LayerSide["said"][number] {
  const shown = shownContribution(said, secrets);
  const value = isSecret && said.value.kind !== "template" ? marker(said.value) : shown.value;
  places.push(...markers(value));
  return { ...shown, value };
}

function shownLink({ deed, before, after }: CauseLink, { secrets, places }: Masking): CauseLink {
  if (deed.kind !== "reference-changed") return { deed };
  const shown = [before, after].map((value) => value && masked(value, deed.path, secrets));
  const isSecret = shown.some(isMarker);
  const [old, now] = [before, after].map((value, at) => value && (isSecret ? marker(value) : shown[at]));
  for (const value of [old, now]) if (value !== undefined) places.push(...markers(value));
  return { deed, ...(old && { before: old }), ...(now && { after: now }) };
}

/** Where the values are written that were masked in a value: behind a reference, where that leads. */
function markers(value: Value): readonly Span[] {
  switch (value.kind) {
    case "scalar":
      return isMarker(value) ? [value.via?.target ?? value.origin] : [];
    case "list":
      return value.items.flatMap(markers);
    case "map":
      return value.entries.flatMap((entry) => markers(entry.value));
    case "template":
    case "set":
      return [];
  }
}

interface Hiding extends Masking {
  readonly why: Why;
}

function hiddenEdit(edit: FileEdit, hiding: Hiding): FileEdit {
  return {
    ...edit,
    old: edit.old && hidden(edit.old, "old", hiding),
    new: edit.new && hidden(edit.new, "new", hiding),
  };
}

/** A file that could not be read, so that nobody knows where its secrets are, is hidden as its errors hide it. */
function hidden(file: SourceFile, side: "old" | "new", { why, secrets, places }: Hiding): SourceFile {
  const isHere = (span: Span | undefined): boolean => span?.file.path === file.path && span.file.blob === file.blob;
  const unread = why[side].errors.flatMap(({ span }) => (isHere(span) ? (span?.file.hidden ?? []) : []));
  const all = [...secretStretches(file, secrets), ...encryptedStretches(file), ...places.filter(isHere), ...unread];
  return all.length === 0 ? file : { ...file, hidden: all.map(({ start, end }) => ({ start, end })) };
}
