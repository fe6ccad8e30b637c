import { keptAt } from "../../base/made-once.ts";
import { compareText } from "../../base/text-order.ts";
import { type FoundProblem, isError } from "../../model/findings/diagnostic.ts";
import type { CauseEdit, EditPlaces } from "../../model/results/change.ts";
import type { Block, Edit, Effect, FailingNode } from "../../model/results/comparison.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { spanPlace } from "../../model/values/value.ts";
import { rootOf } from "../cause.ts";
import { editSubject } from "./grouping.ts";

/** Each reason to fail in the block whose edit it comes from, or in one of its own. */
export function withFailing(
  blocks: readonly Block[],
  failing: readonly FailingNode[],
  added: readonly string[],
): readonly Block[] {
  const result = [...blocks];
  const isNew = new Set(added);
  for (const { edit, reasons: found } of failedEdits(failing)) {
    const reasons = [...found.values()];
    const at = result.findIndex((block) => reasons.some((reason) => isBehind(block, reason, edit)));
    const block = result[at] ?? { edit: failingEdit(reasons, edit, isNew), nodes: [], failing: [], effects: [] };
    const reached = new Set([...block.nodes, ...reasons.flatMap((reason) => reason.nodes)]);
    const whole = { ...block, nodes: [...reached].sort(compareText), failing: [...block.failing, ...reasons] };
    if (at === -1) result.push(whole);
    else result[at] = whole;
  }
  return result;
}

interface RootEdit {
  readonly edit: CauseEdit;
  /** Of an edited value. */
  readonly path?: ParameterPath;
  readonly places: readonly EditPlaces[];
}

interface FailedEdit {
  readonly reasons: Map<string, FoundProblem & { readonly nodes: string[] }>;
  /** Undefined if no edit is found. */
  edit: RootEdit | undefined;
}

/** The reasons by the edit behind them, each first error once; what has no edit is apart, by its place. */
function failedEdits(failing: readonly FailingNode[]): Iterable<FailedEdit> {
  const found = new Map<string, FailedEdit>();
  for (const node of failing) {
    const { name, diagnostics } = node;
    const diagnostic = diagnostics.find(isError) ?? diagnostics[0];
    if (diagnostic === undefined) continue;
    const reasonKey = `${diagnostic.code}\n${diagnostic.message}`;
    const edit = rootEdit(node);
    const key = edit === undefined ? `${reasonKey}\n${spanPlace(diagnostic.span)}` : editKey(edit);
    const known = keptAt(found, key, (): FailedEdit => ({ edit, reasons: new Map() }));
    if (known.edit !== undefined && edit !== undefined) known.edit = together(known.edit, edit);
    keptAt(known.reasons, reasonKey, () => ({ diagnostic, nodes: [] })).nodes.push(name);
  }
  return found.values();
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
  const subject = path?.join("\0") ?? (editSubject(edit) || places.map(linesKey).join("\n"));
  return `${edit.kind}\n${subject}`;
}

function together(one: RootEdit, other: RootEdit): RootEdit {
  const known = new Set(one.places.map(linesKey));
  return { ...one, places: [...one.places, ...other.places.filter((place) => !known.has(linesKey(place)))] };
}

/** A text that is equal for edits of the same lines. */
export function linesKey({ old, new: now }: EditPlaces): string {
  return `${spanPlace(old)} ${spanPlace(now)}`;
}

function isBehind({ effects, edit }: Block, { nodes, diagnostic }: FoundProblem, root: RootEdit | undefined): boolean {
  const isIn = (effect: Effect): boolean => nodes.every((node) => effect.nodes.includes(node));
  if (effects.some((effect) => effect.kind === "conflict" && isIn(effect))) return true;
  const at = spanPlace(diagnostic.span);
  const own = new Set(root?.places.map(linesKey));
  return edit.places.some((place) => own.has(linesKey(place)) || (at !== "" && spanPlace(place.new) === at));
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
