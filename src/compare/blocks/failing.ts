import { compareText } from "../../base/text-order.ts";
import { type FoundProblem, isError } from "../../model/findings/diagnostic.ts";
import type { Block, Edit } from "../../model/results/block.ts";
import type { CauseEdit, EditPlaces } from "../../model/results/change.ts";
import type { FailingNode } from "../../model/results/comparison.ts";
import { spanPlace } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { rootOf } from "../causes/key.ts";
import { editSubject } from "./grouping.ts";

/** Each reason to fail in the block whose edit it comes from, or in one of its own. */
export function withFailing(
  blocks: readonly Block[],
  failing: readonly FailingNode[],
  added: readonly string[],
): readonly Block[] {
  const result = [...blocks];
  const isNew = new Set(added);
  for (const { reasons, edit } of failedEdits(failing)) {
    const at = result.findIndex((block) => reasons.some((reason) => isBehind(block, reason, edit)));
    const block = result[at] ?? { edit: failingEdit(reasons, edit, isNew), nodes: [], failing: [], effects: [] };
    const reached = new Set([...block.nodes, ...reasons.flatMap((reason) => reason.nodes)]);
    const whole = { ...block, nodes: [...reached].sort(compareText), failing: [...block.failing, ...reasons] };
    if (at === -1) result.push(whole);
    else result[at] = whole;
  }
  return result;
}

/** The edit behind reasons to fail. */
interface RootEdit {
  readonly edit: CauseEdit;
  /** Of an edited value. */
  readonly path?: ParameterPath;
  readonly places: readonly EditPlaces[];
}

interface FailedEdit {
  readonly reasons: readonly FoundProblem[];
  /** Undefined if no edit is found. */
  readonly edit: RootEdit | undefined;
}

/** The reasons by the edit behind them, each first error once; what has no edit is apart, by its place. */
function failedEdits(failing: readonly FailingNode[]): readonly FailedEdit[] {
  const found = new Map<
    string,
    { edit: RootEdit | undefined; reasons: Map<string, FoundProblem & { nodes: string[] }> }
  >();
  for (const node of failing) {
    const { name, diagnostics } = node;
    const diagnostic = diagnostics.find(isError) ?? diagnostics[0];
    if (diagnostic === undefined) continue;
    const reasonKey = `${diagnostic.code}\n${diagnostic.message}`;
    const edit = rootEdit(node);
    const key = edit === undefined ? `${reasonKey}\n${spanPlace(diagnostic.span)}` : editKey(edit);
    const known = found.get(key) ?? { edit, reasons: new Map() };
    if (known.edit !== undefined && edit !== undefined) known.edit = together(known.edit, edit);
    const reason = known.reasons.get(reasonKey) ?? { diagnostic, nodes: [] };
    reason.nodes.push(name);
    known.reasons.set(reasonKey, reason);
    found.set(key, known);
  }
  return [...found.values()].map(({ edit, reasons }) => ({ edit, reasons: [...reasons.values()] }));
}

function rootEdit({ edit: found }: FailingNode): RootEdit | undefined {
  if (found === undefined) return undefined;
  const { edit, path = found.path } = rootOf(found.cause);
  const places = "in" in edit ? [{ old: edit.old, new: edit.new }] : [];
  const isValue = edit.kind.startsWith("value-") && path !== undefined;
  return { edit, places, path: isValue ? path : undefined };
}

/** Edits of a value at one path are one, in whatever file; so are edits of the same name. Files are each for itself. */
function editKey({ edit, path, places }: RootEdit): string {
  const subject = path?.join("\0") ?? (editSubject(edit) || places.map(placeKey).join("\n"));
  return `${edit.kind}\n${subject}`;
}

function together(one: RootEdit, other: RootEdit): RootEdit {
  const known = new Set(one.places.map(placeKey));
  return { ...one, places: [...one.places, ...other.places.filter((place) => !known.has(placeKey(place)))] };
}

function placeKey({ old, new: now }: EditPlaces): string {
  return `${spanPlace(old)} ${spanPlace(now)}`;
}

function isBehind({ effects, edit }: Block, { nodes, diagnostic }: FoundProblem, root: RootEdit | undefined): boolean {
  if (effects.some((effect) => effect.kind === "conflict" && nodes.every((node) => effect.nodes.includes(node)))) {
    return true;
  }
  const { span } = diagnostic;
  const own = new Set(root?.places.map(placeKey));
  return edit.places.some(
    (place) =>
      own.has(placeKey(place)) ||
      (span !== undefined && place.new !== undefined && spanPlace(place.new) === spanPlace(span)),
  );
}

function failingEdit(reasons: readonly FoundProblem[], root: RootEdit | undefined, isNew: ReadonlySet<string>): Edit {
  if (root !== undefined) {
    const { edit, path, places } = root;
    return { kind: edit.kind, cause: edit, path, places, also: [] };
  }
  const [span] = reasons.flatMap(({ diagnostic }) => diagnostic.span ?? []);
  const kind = reasons.every(({ nodes }) => nodes.every((name) => isNew.has(name))) ? "node-added" : "unknown";
  return { kind, places: span === undefined ? [] : [{ new: span }], also: [] };
}
