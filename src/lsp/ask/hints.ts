import { clip } from "../../base/terminal-text.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { KeyMark } from "../marks/marks.ts";
import type { Position } from "../protocol/positions.ts";
import { fatesOf, hoverValues, type NodeFate } from "./hover.ts";
import type { Question } from "./question.ts";

/** A note behind a value. */
export interface InlayHint {
  readonly position: Position;
  readonly label: string;
  readonly paddingLeft: true;
}

type FileQuestion = Omit<Question, "offset">;

const LONGEST = 60;

/** What values come to, and on how many nodes they lose, for a part of a document. */
export function inlayHints(question: FileQuestion, within: Stretch): readonly InlayHint[] {
  const { marks, positions } = question;
  const text = positions.of(marks.file);
  const referring = new Set(marks.marks.flatMap((mark) => (mark.kind === "reference" ? [mark.scalar.start] : [])));
  return marks.marks.flatMap((mark): readonly InlayHint[] => {
    if (mark.kind !== "key" || !isShown(mark, within)) return [];
    const fates = [...fatesOf(question, mark.merged)];
    const labels = [
      ...(mark.value.kind === "scalar" && referring.has(mark.value.start) ? valueLabel(question, mark, fates) : []),
      ...lossLabel(question, fates),
    ];
    const position = text.position(mark.value.end);
    return labels.map((label) => ({ position, label: clip(label, LONGEST), paddingLeft: true }));
  });
}

/** A value of one line, or at least one that ends where it can be seen. */
function isShown({ value }: KeyMark, { start, end }: Stretch): boolean {
  if (value.end < start || value.end > end || value.start === value.end) return false;
  return value.kind === "scalar" || (value.kind === "list" && value.flow);
}

/** What a text comes to on the nodes where it wins. */
function valueLabel(question: FileQuestion, { path }: KeyMark, fates: readonly NodeFate[]): readonly string[] {
  const wins = fates.flatMap(({ node, fate }) => (fate.kind === "wins" ? [node] : []));
  const values = [...new Set(hoverValues(question, wins, path).map(({ text }) => text))];
  if (values.length === 0) return [];
  return [values.length === 1 ? `= ${values[0]}` : `= ${values.length} values`];
}

function lossLabel({ state, path }: FileQuestion, fates: readonly NodeFate[]): readonly string[] {
  const lost = fates.filter(({ fate }) => fate.kind === "overridden").length;
  return lost === 0 ? [] : [`overridden on ${lost} of ${state.nodesOf(path).length}`];
}
