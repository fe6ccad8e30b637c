import { clip } from "../../base/terminal-text.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { KeyMark } from "../marks/marks.ts";
import type { Position } from "../protocol/positions.ts";
import { valuesAt } from "./hover.ts";
import { layersAt } from "./layers.ts";
import type { Question } from "./question.ts";

/** A note behind a value. */
export interface InlayHint {
  readonly position: Position;
  readonly label: string;
  readonly paddingLeft: true;
}

const LONGEST = 60;

/** What values come to, and on how many nodes they lose, for a part of a document. */
export function inlayHints(question: Omit<Question, "offset">, within: Stretch): readonly InlayHint[] {
  const { marks, positions } = question;
  const text = positions.of(marks.file);
  const referring = new Set(marks.marks.flatMap((mark) => (mark.kind === "reference" ? [mark.scalar.start] : [])));
  return marks.marks.flatMap((mark): readonly InlayHint[] => {
    if (mark.kind !== "key" || !isShown(mark, within)) return [];
    const labels = [
      ...(mark.value.kind === "scalar" && referring.has(mark.value.start) ? valueLabel(question, mark) : []),
      ...lossLabel(question, mark),
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
function valueLabel(question: Omit<Question, "offset">, { path }: KeyMark): readonly string[] {
  const nodes = question.state.nodesOf(question.path).filter((node) => isWinner(question, node, path));
  const values = [...new Set(valuesAt(question, nodes, path).map(({ text }) => text))];
  if (values.length === 0) return [];
  return [values.length === 1 ? `= ${values[0]}` : `= ${values.length} values`];
}

function lossLabel(question: Omit<Question, "offset">, { path }: KeyMark): readonly string[] {
  const nodes = question.state.nodesOf(question.path);
  const losing = nodes.filter((node) => isSet(question, node, path) && !isWinner(question, node, path));
  return losing.length === 0 ? [] : [`overridden on ${losing.length} of ${nodes.length}`];
}

type Node = ReturnType<Question["state"]["nodesOf"]>[number];

function ownLayers({ state, path: file }: Omit<Question, "offset">, node: Node, path: readonly string[]) {
  const layers = layersAt(node, path, state.inventory.settings);
  return layers.filter(({ entry }) => entry.keyNode.origin.file.path === file);
}

function isSet(question: Omit<Question, "offset">, node: Node, path: readonly string[]): boolean {
  return ownLayers(question, node, path).length > 0;
}

function isWinner(question: Omit<Question, "offset">, node: Node, path: readonly string[]): boolean {
  return ownLayers(question, node, path).some(({ wins }) => wins);
}
