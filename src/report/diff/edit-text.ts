import type { Block, Edit } from "../../model/results/block.ts";
import type { EditPlaces } from "../../model/results/change.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import type { Span } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { counted } from "../text/row.ts";
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
  const texts = new Set(places.map(({ old, new: now }) => `${writtenText(old)} -> ${writtenText(now)}`));
  const [text = ""] = texts;
  const edit = texts.size === 1 && !text.includes("\n") ? text : "edited";
  const files = filesOf(places);
  return `fact ${fact} ${edit}${files > 1 ? ` in ${counted(files, "file")}` : ""}`;
}

function writtenText(span: Span | undefined): string {
  return span === undefined ? "(none)" : span.file.text.slice(span.start, span.end);
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
