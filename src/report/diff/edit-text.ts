import type { StructuredPatchHunk } from "diff";
import type { EditPlaces } from "../../model/results/change.ts";
import type { Block, Edit } from "../../model/results/comparison.ts";
import type { FileDelta } from "../../model/results/why.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { SourceFile, Span } from "../../model/values/value.ts";
import { shownLine, spanLines, writtenIn } from "../text/frame.ts";
import { counted } from "../text/row.ts";
import { lineHunks } from "../text/text-diff.ts";
import { causeText, ownerText } from "./cause.ts";

/** The edit of a block in words: `ntp:server edited in class dc.par1`, `class a renamed to b`. */
export function editText({ edit, nodes, failing, effects }: Block): string {
  const { kind, renamed, cause } = edit;
  if (renamed !== undefined) return `${kind.slice(0, -"-renamed".length)} ${renamed.from} renamed to ${renamed.to}`;
  if (kind === "parameter-renamed") {
    const [effect] = effects.filter((each) => each.kind === "renamed");
    if (effect?.toPath !== undefined)
      return `${printPath(effect.path)} renamed to ${effect.toPath.at(-1)}${whereText(edit, nodes)}`;
  }
  if (kind === "node-added" || kind === "node-removed") {
    return `${counted(nodes.length, "node")} ${kind.slice("node-".length)}`;
  }
  if (cause === undefined) return `${counted(nodes.length, "node")} ${stateText(failing.length > 0, nodes.length)}`;
  if (edit.path === undefined && cause.kind === "value-edited") return `${ownerText(cause.in, nodes)} edited`;
  if (edit.path === undefined) return factText(edit) ?? causeText(cause, nodes, filesOf(edit.places));
  const paths = new Set(effects.flatMap((each) => (each.derivedFrom === undefined ? [printPath(each.path)] : [])));
  const subject = paths.size > 1 ? counted(paths.size, "value") : printPath(edit.path);
  const kinds = new Set(effects.map((effect) => effect.kind));
  const one = kinds.size > 1 && paths.size > 1 ? "edited" : kind.slice("value-".length);
  const done = kind === "unknown" ? "changed" : one;
  const different = paths.size <= 1 && (edit.values ?? 1) > 1 ? `: ${edit.values} different values` : "";
  return `${subject} ${done}${whereText(edit, nodes)}${different}`;
}

/** The edited fact behind a group that nodes join or leave, if all places have the same: `os.version "12" -> "13"`. */
function factText({ cause, places }: Edit): string | undefined {
  if (cause?.kind !== "group-joined" && cause?.kind !== "group-left") return undefined;
  const [, fact] = /^fact (\S+) /.exec(cause.criterion ?? "") ?? [];
  const isShown = cause.criterion !== undefined && !cause.criterion.includes(SECRET_TEXT);
  if (fact === undefined || !isShown || cause.in.layer !== "node") return undefined;
  const texts = new Set(places.map(({ old, new: now }) => `${textOrNone(old)} -> ${textOrNone(now)}`));
  const [text = ""] = texts;
  const edit = texts.size === 1 && !text.includes("\n") ? text : "edited";
  const files = filesOf(places);
  return `fact ${fact} ${edit}${files > 1 ? ` in ${counted(files, "file")}` : ""}`;
}

function textOrNone(span: Span | undefined): string {
  return span === undefined ? "(none)" : writtenIn(span);
}

function stateText(isFailing: boolean, count: number): string {
  if (!isFailing) return "newly resolving";
  return count === 1 ? "no longer resolves" : "no longer resolve";
}

function whereText({ places, cause }: Edit, nodes: readonly string[]): string {
  const files = filesOf(places);
  if (files > 1) return ` in ${counted(files, "file")}`;
  return cause !== undefined && "in" in cause ? ` in ${ownerText(cause.in, nodes)}` : "";
}

function filesOf(places: readonly EditPlaces[]): number {
  return new Set(places.map(({ old, new: now }) => (now ?? old)?.file.path)).size;
}

/**
 * The hunks of an edited file that contain a place of the causes, or all hunks if none does, as `diff -u` counts their
 * lines; undefined for texts that differ too much. Hidden parts are removed only after lines are compared, so that a
 * changed secret is still shown as a change. Never fails.
 */
export function editHunks(edit: FileDelta): readonly StructuredPatchHunk[] | undefined {
  const hunks = lineHunks(edit.old?.text ?? "", edit.new?.text ?? "");
  if (hunks === undefined) return undefined;
  const named = hunks.filter((hunk) => edit.spans.some((place) => holds(hunk, place)));
  return (named.length > 0 ? named : hunks).map((hunk) => shownHunk(hunk, edit));
}

function holds(hunk: StructuredPatchHunk, { side, span }: FileDelta["spans"][number]): boolean {
  const [start, count] = side === "old" ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  const [first, last] = spanLines(span);
  return first < start + count && last >= start;
}

function shownHunk(hunk: StructuredPatchHunk, edit: FileDelta): StructuredPatchHunk {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  let [old, now] = [oldStart, newStart];
  const lines = hunk.lines.map((line) => {
    const sign = line.charAt(0);
    if (sign === "\\") return line;
    const text = sign === "-" ? lineOf(edit.old, old) : lineOf(edit.new, now);
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    return sign + text;
  });
  // If there are no lines, the line before is counted, as git and diff do.
  const [oldFrom, newFrom] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
  return { oldStart: oldFrom, oldLines, newStart: newFrom, newLines, lines };
}

function lineOf(file: SourceFile | undefined, line: number): string {
  return file === undefined ? "" : shownLine(file, line);
}
