import { grouped } from "../../../base/text-order.ts";
import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import type { Span } from "../../../model/values/value.ts";
import { type Outline, outlineEntries } from "../../../parse/yaml/outline.ts";
import type { EditableFiles, EditedState } from "../../../workspace/write/worktree-files.ts";
import { entryRemoved, itemsRemoved } from "../layer/list-items.ts";
import { type EditPlan, firstProved } from "../plan.ts";
import { DraftedFiles } from "../text/drafted-text.ts";
import { isAround, type Replacement, SourceText } from "../text/source-text.ts";

/** Findings that have a fix: what adds nothing goes. The first ones are fixed unless others are named. */
export const fixableCodes = [
  "remove-nothing",
  "class-repeated",
  "dead-value",
  "class-unused",
  "value-repeated",
] as const;

/** Fixed without being named: a dead value or an unused class may be meant for the next node. */
export const fixedCodes: readonly DiagnosticCode[] = ["remove-nothing", "class-repeated"];

export interface Fix {
  readonly finding: MaskedDiagnostic;
  readonly file: string;
  readonly takes: Taken;
}

type Taken =
  | { readonly kind: "file" }
  | { readonly kind: "item"; readonly key: string; readonly index: number }
  | { readonly kind: "entry"; readonly keys: readonly string[] };

/** The fixes of findings; none for a finding whose place is no entry that can be taken out. */
export function fixesOf(findings: Iterable<MaskedDiagnostic>): readonly Fix[] {
  return [...findings].flatMap((finding) => {
    const { span, code } = finding;
    if (span === undefined) return [];
    const takes: Taken | undefined = code === "class-unused" ? { kind: "file" } : takenAt(span, code);
    return takes === undefined ? [] : [{ finding, file: span.file.path, takes }];
  });
}

function takenAt(span: Span, code: string): Taken | undefined {
  const { root } = new SourceText(span.file.path, Buffer.from(span.file.text));
  if (code === "dead-value" || code === "value-repeated") {
    const keys = keysAt(root, span.start);
    // A property goes with its mode.
    const isLong = keys?.length === 3 && keys[0] === "properties" && keys[2] === "value";
    return keys && { kind: "entry", keys: isLong ? keys.slice(0, 2) : keys };
  }
  for (const { name, value } of outlineEntries(root)) {
    const index = value.kind === "list" ? value.items.findIndex(isAround(span.start)) : -1;
    if (index !== -1 && name !== undefined) return { kind: "item", key: name, index };
  }
  return undefined;
}

/** The keys that lead to the value at an offset. */
function keysAt(outline: Outline | undefined, offset: number): readonly string[] | undefined {
  const isHere = isAround(offset);
  for (const { name, value } of outlineEntries(outline)) {
    if (name === undefined || !(value.start === offset || isHere(value))) continue;
    return [name, ...(value.start === offset && value.kind !== "map" ? [] : (keysAt(value, offset) ?? []))];
  }
  return undefined;
}

/** The edits of several fixes, and those that cannot be written. Throws HeirError for files that are never edited. */
async function fixed(fixes: readonly Fix[], files: EditableFiles) {
  const drafts = new DraftedFiles(files);
  const left: Fix[] = [];
  const deleted = new Set(fixes.flatMap(({ file, takes }) => (takes.kind === "file" ? [file] : [])));
  for (const path of deleted) await drafts.delete(path);
  const others = fixes.filter(({ file }) => !deleted.has(file));
  // The items of a list go at once: their places are counted before any is gone.
  const lists = grouped(others, ({ file, takes }) => (takes.kind === "item" ? `${file}\0${takes.key}` : undefined));
  const entries = (lists.get(undefined) ?? []).map((fix) => [fix]);
  const ofLists = [...lists].flatMap(([list, some]) => (list === undefined ? [] : [some]));
  for (const some of [...ofLists, ...entries]) {
    const isFixed = await drafts.change(some[0]?.file ?? "", (now) => changesOf(some, now));
    if (!isFixed) left.push(...some);
  }
  return { edits: drafts.edits(), left };
}

/** The changes of the fixes of one list, or of one entry. */
function changesOf(some: readonly Fix[], now: SourceText): readonly Replacement[] | undefined {
  const items = some.flatMap(({ takes }) => (takes.kind === "item" ? [takes] : []));
  const [entry] = some.flatMap(({ takes }) => (takes.kind === "entry" ? [takes] : []));
  if (entry !== undefined) return entryRemoved(now, entry.keys);
  return itemsRemoved(now, items[0]?.key ?? "", new Set(items.map(({ index }) => index)));
}

interface FixScope extends EditedState {
  readonly allowUnresolved: boolean;
}

/**
 * The fixes that change nothing, as one edit, and those that would change a value or cannot be written (rule X14 of
 * docs/concepts/edits.md). All are proved together; if that fails, they are tried one after the other. Throws HeirError for
 * files that are never edited, and what reading the state throws.
 */
export async function plannedFixes(fixes: readonly Fix[], scope: FixScope) {
  const written = (some: readonly Fix[]) => fixed(some, scope.files);
  const all = await written(fixes);
  const ready = fixes.filter((fix) => !all.left.includes(fix));
  if (await isProved(all.edits, scope)) return { plan: planOf(all.edits, scope), fixes: ready, left: all.left };
  const kept: Fix[] = [];
  const left = [...all.left];
  for (const fix of ready) {
    const { edits } = await written([...kept, fix]);
    if (await isProved(edits, scope)) kept.push(fix);
    else left.push(fix);
  }
  return { plan: planOf((await written(kept)).edits, scope), fixes: kept, left };
}

async function isProved(edits: readonly FileEdit[], scope: FixScope): Promise<boolean> {
  const { workspace, signal, allowUnresolved } = scope;
  const { proof } = await firstProved(workspace, [planOf(edits, scope)], { signal, allowUnresolved });
  return proof.holds;
}

function planOf(files: readonly FileEdit[], { snapshot }: FixScope): EditPlan {
  return { verb: "fix", claim: { kind: "same" }, snapshot, files };
}
