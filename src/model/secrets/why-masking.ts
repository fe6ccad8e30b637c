import type { ExplainedContribution } from "../results/explanation.ts";
import type { CauseLink, FileEdit, LayerSide, Why, WhyChange, WhyLayer } from "../results/why.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import { changeMasking } from "./change-masking.ts";
import { contributionMasking } from "./explanation-masking.ts";
import { hiddenStretches } from "./finding-masking.ts";
import { each, fields, hidden, type Masking, type MaskingPlace, together } from "./masking.ts";
import { isMarker } from "./secrets.ts";

/** Masks why a value differs: its values, and their places in the edited files. */
export const whyMasking: Masking<Why> = (why, place) => {
  const { old, new: now } = why;
  const values = together("old", "new")({ old: old.value, new: now.value }, { ...place, path: why.path });
  const masked = {
    ...why,
    old: { ...old, value: values.old },
    new: { ...now, value: values.new },
    changes: each(differenceMasking)(why.changes, place),
    layers: each(layerMasking)(why.layers, place),
  };
  return { ...masked, edits: why.edits.map((edit) => maskedEdit(edit, why, place)) };
};

const differenceMasking: Masking<WhyChange> = ({ change, layers, chains }, place) => {
  const masked = changeMasking(change, place);
  const isSecret = isMarker("after" in masked ? masked.after : masked.before);
  return {
    change: masked,
    layers: each(isSecret ? secretLayerMasking : layerMasking)(layers, place),
    chains: each(each(linkMasking))(chains, place),
  };
};

const linkMasking: Masking<CauseLink> = (link, place) => {
  if (link.edit.kind !== "reference-changed") return link;
  return together("before", "after")(link, { ...place, path: link.edit.path });
};

const layerMasking = layersMasking(contributionMasking);

/** Hides the values of all layers if their result is a secret. */
const secretLayerMasking = layersMasking((said, place) => {
  const masked = contributionMasking(said, place);
  return said.value.kind === "template" ? masked : { ...masked, value: hidden(said.value, place) };
});

function layersMasking(masking: Masking<ExplainedContribution>): Masking<WhyLayer> {
  const side = fields<LayerSide>({ contributions: each(masking) });
  return fields<WhyLayer>({ old: side, new: side });
}

function maskedEdit(edit: FileEdit, why: Why, place: MaskingPlace): FileEdit {
  const { old, new: now } = edit;
  return {
    ...edit,
    old: old && maskedFile(old, why.old, place),
    new: now && maskedFile(now, why.new, place),
  };
}

/** A file that could not be read is hidden as its errors hide it, since its secrets are unknown. */
function maskedFile(file: SourceFile, { errors }: Why["old"], { secrets, written }: MaskingPlace): SourceFile {
  const isHere = (span: Span | undefined): boolean => span?.file.path === file.path && span.file.blob === file.blob;
  const unread = errors.flatMap(({ span }) => (isHere(span) ? (span?.file.hidden ?? []) : []));
  const all = [...hiddenStretches(file, secrets), ...written.filter(isHere), ...unread];
  return all.length === 0 ? file : { ...file, hidden: all.map(({ start, end }) => ({ start, end })) };
}
