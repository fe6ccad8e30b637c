import { clip } from "../../base/terminal-text.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { KeyMark } from "../marks/marks.ts";
import type { Position } from "../protocol/positions.ts";
import { valuesAt } from "./hover.ts";
import { PathLayers } from "./layers.ts";
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
    const fate = fateOf(question, mark);
    const labels = [
      ...(mark.value.kind === "scalar" && referring.has(mark.value.start) ? valueLabel(question, mark, fate) : []),
      ...lossLabel(question, fate),
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

/** The nodes that a file reaches, by what becomes of a value in it. */
interface Fate {
  readonly wins: readonly ResolvedNode[];
  readonly loses: readonly ResolvedNode[];
}

function fateOf({ state, path: file }: FileQuestion, { path }: KeyMark): Fate {
  const layersAt = new PathLayers(path, state.inventory.settings);
  const [wins, loses]: ResolvedNode[][] = [[], []];
  for (const node of state.nodesOf(file)) {
    const own = layersAt.of(node).filter(({ entry }) => entry.keyNode.origin.file.path === file);
    if (own.length > 0) (own.some((layer) => layer.wins) ? wins : loses)?.push(node);
  }
  return { wins: wins ?? [], loses: loses ?? [] };
}

/** What a text comes to on the nodes where it wins. */
function valueLabel(question: FileQuestion, { path }: KeyMark, { wins }: Fate): readonly string[] {
  const values = [...new Set(valuesAt(question, wins, path).map(({ text }) => text))];
  if (values.length === 0) return [];
  return [values.length === 1 ? `= ${values[0]}` : `= ${values.length} values`];
}

function lossLabel(question: FileQuestion, { loses }: Fate): readonly string[] {
  return loses.length === 0 ? [] : [`overridden on ${loses.length} of ${question.state.nodesOf(question.path).length}`];
}
