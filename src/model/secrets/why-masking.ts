import type { Cause, CauseEdit, Change, ItemEdit } from "../results/change.ts";
import type { ChangeLayers, Evidence } from "../results/evidence.ts";
import type { ExplainedContribution } from "../results/explanation.ts";
import type { CauseLink, FileDelta, LayerSide, Why, WhyChange, WhyLayer } from "../results/why.ts";
import { printPath } from "../values/parameter-path.ts";
import type { SourceFile, Span, Value } from "../values/value.ts";
import { contributionMasking } from "./explanation-masking.ts";
import { hiddenStretches } from "./finding-masking.ts";
import { among, below, each, fields, hidden, type Masking, type MaskingPlace, together } from "./masking.ts";
import { isMarker } from "./secrets.ts";
import { textMasking } from "./text-masking.ts";

const KEY = /^\s*(?:- +|(?:"[^"]*"|[^\s"#:{[,][^"#:{[,]*):(?: +|$))*/;

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

const differenceMasking: Masking<WhyChange> = ({ chains, ...made }, place) => ({
  ...layeredMasking(made, place),
  chains: each(each(linkMasking))(chains, place),
});

function layeredMasking<Made extends Pick<WhyChange, "change" | "layers">>(made: Made, place: MaskingPlace): Made {
  const change = changeMasking(made.change, place);
  const isSecret = isMarker("after" in change ? change.after : change.before);
  return { ...made, change, layers: each(isSecret ? secretLayerMasking : layerMasking)(made.layers, place) };
}

/** Masks the layers behind the values of a comparison. */
export const evidenceMasking: Masking<Evidence> = fields<Evidence>({ layers: each<ChangeLayers>(layeredMasking) });

const linkMasking: Masking<CauseLink> = (link, place) => {
  const edit = causeEditMasking(link.edit, place);
  if (edit.kind !== "reference-changed") return { ...link, edit };
  return together("before", "after")({ ...link, edit }, { ...place, path: edit.path });
};

const layerMasking: Masking<WhyLayer> = ({ old, new: now, ...layer }, place) => ({
  ...layer,
  old: old && sideMasking(now)(old, place),
  new: now && sideMasking(old)(now, place),
});

function sideMasking(other: LayerSide | undefined): Masking<LayerSide> {
  const masked: Masking<ExplainedContribution> = (contribution, place) => {
    const same = (other?.contributions ?? []).filter(({ path }) => printPath(path) === printPath(contribution.path));
    const others = same.map(({ value }) => value);
    const value = among(others)(contribution.value, { ...place, path: contribution.path });
    return { ...contributionMasking(contribution, place), value };
  };
  return fields<LayerSide>({ contributions: each(masked) });
}

/** Hides the values of all layers if their result is a secret. */
const secretLayerMasking: Masking<WhyLayer> = (layer, place) => {
  const masked: Masking<ExplainedContribution> = (contribution) => {
    const { value } = contribution;
    return value.kind === "template" ? contribution : { ...contribution, value: hidden(value, place) };
  };
  const side = fields<LayerSide>({ contributions: each(masked) });
  return fields<WhyLayer>({ old: side, new: side })(layerMasking(layer, place), place);
};

function maskedEdit(edit: FileDelta, why: Why, place: MaskingPlace): FileDelta {
  const old = edit.old && maskedFile(edit.old, why.old, place);
  const now = edit.new && maskedFile(edit.new, why.new, place);
  if (old === undefined || now === undefined) return { ...edit, old, new: now };
  return { ...edit, old: hiddenAsIn(now, old), new: hiddenAsIn(old, now) };
}

/** A file that could not be read is hidden as its errors hide it, since its secrets are unknown. */
function maskedFile(file: SourceFile, { errors }: Why["old"], { secrets, written }: MaskingPlace): SourceFile {
  const isHere = (span: Span | undefined): boolean => span?.file.path === file.path && span.file.blob === file.blob;
  const unread = errors.flatMap(({ span }) => (isHere(span) ? (span?.file.hidden ?? []) : []));
  const all = [...hiddenStretches(file, secrets), ...written.filter(isHere), ...unread];
  return all.length === 0 ? file : { ...file, hidden: all.map(({ start, end }) => ({ start, end })) };
}

/**
 * A version of a file that also hides the values of keys, and the items, that the other one hides. Lines are matched by
 * their keys alone, so that rather too much is hidden than too little.
 */
export function hiddenAsIn(other: SourceFile, file: SourceFile): SourceFile {
  const theirs = linesOf(other);
  const known = new Set(theirs.map(({ text }) => text));
  const secrets = new Map<string, number>();
  for (const { key, secret } of theirs) secrets.set(key, Math.max(secret, secrets.get(key) ?? 0));
  const more = linesOf(file).filter(({ key, text, secret }) => !known.has(text) && secret < (secrets.get(key) ?? 0));
  if (more.length === 0) return file;
  return { ...file, hidden: [...(file.hidden ?? []), ...more.map(({ value, end }) => ({ start: value, end }))] };
}

interface Line {
  readonly text: string;
  /** The key with its indentation; of a line without one, that of the line it belongs to. */
  readonly key: string;
  /** Where the value starts, and where the line ends. */
  readonly value: number;
  readonly end: number;
  /** How many secrets it hides. */
  readonly secret: number;
}

function linesOf({ text, hidden = [] }: SourceFile): readonly Line[] {
  let start = 0;
  let key = "";
  return text.split("\n").map((line) => {
    const [label = ""] = KEY.exec(line) ?? [];
    if (label.trim() !== "") key = label.trimEnd();
    const [from, end] = [start, start + line.length];
    start = end + 1;
    const secret = hidden.filter((stretch) => stretch.start < end && stretch.end > from).length;
    return { text: line, key, value: from + label.length, end, secret };
  });
}

/** Masks why a value differs: the texts of criteria and queries. */
export const causeMasking: Masking<Cause> = (cause, place) => {
  const masked = causeEditMasking(cause, place);
  return cause.also === undefined ? masked : { ...masked, also: each(causeMasking)(cause.also, place) };
};

/** As {@link causeMasking}, without further causes. */
const causeEditMasking: Masking<CauseEdit> = (edit, place) => {
  if ("criterion" in edit && edit.criterion !== undefined) {
    return { ...edit, criterion: textMasking(edit.criterion, place) };
  }
  if (!("cause" in edit)) return edit;
  const cause = causeMasking(edit.cause, place);
  return edit.kind === "query-changed" ? { ...edit, query: textMasking(edit.query, place), cause } : { ...edit, cause };
};

const bothSides = together("before", "after");

/** Masks a change: it shows that a secret has changed, but not the edits inside. Its path is relative to the place. */
export const changeMasking: Masking<Change> = (change, place) => {
  const here = below(place, change.path);
  const masked = withCause(bothSides(change, here), place);
  if (masked.kind !== "changed") return masked;
  const { before, after, items } = masked;
  return { ...masked, items: isMarker(after) ? [] : items.map((edit) => editMasking({ before, after })(edit, here)) };
};

const withCause = fields<Change>({ cause: causeMasking });

/** Masks an edit of a list. Its items are as the masked lists have them. */
function editMasking(lists: { readonly before: Value; readonly after: Value }): Masking<ItemEdit> {
  return (edit, list) => {
    if (edit.kind === "added") return { ...edit, after: itemOf(lists.after, edit.newIndex) ?? edit.after };
    if (edit.kind === "removed") return { ...edit, before: itemOf(lists.before, edit.oldIndex) ?? edit.before };
    const item = below(list, [String(edit.newIndex)]);
    const masked = bothSides(edit, item);
    if (masked.kind === "moved") return masked;
    const changes = isMarker(masked.after) ? [] : masked.changes.map((each) => changeMasking(each, item));
    return { ...masked, changes };
  };
}

function itemOf(list: Value, index: number): Value | undefined {
  return list.kind === "list" ? list.items[index] : undefined;
}
