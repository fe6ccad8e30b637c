import { counted } from "../../report/text/row.ts";
import type { FileMarks } from "../marks/marks.ts";
import type { Range } from "../protocol/positions.ts";
import { listedBy } from "./hover.ts";
import { type Asked, beginningOf, locationOf } from "./question.ts";
import { mentionsOf } from "./references.ts";

/** A line above a document that can be opened. */
export interface CodeLens {
  readonly range: Range;
  readonly command: { readonly title: string; readonly command: string; readonly arguments: readonly unknown[] };
}

/** What the state of the editor changes against a base; undefined where nothing can be compared. */
export interface LensEffect {
  readonly nodes: number;
  readonly values: number;
  readonly newlyFailing: number;
}

/** How many nodes a class or group has and where it is listed, and what all unsaved and uncommitted text changes. */
export async function codeLenses(
  asked: Asked & { readonly path: string },
  marks: FileMarks,
  effect: LensEffect | undefined,
): Promise<readonly CodeLens[]> {
  const { uri, range } = beginningOf(asked, asked.path);
  const changed = effect === undefined ? [] : changedText(effect);
  const previews = changed.map((title): CodeLens => {
    return { range, command: { title, command: "heir.preview", arguments: [asked.uri("").replace(/\/$/, "")] } };
  });
  const { defines } = marks;
  if (defines?.kind !== "class" && defines?.kind !== "group") return previews;
  const locations = (await mentionsOf(asked, defines.kind, defines.name)).map((span) => locationOf(asked, span));
  const listed = await listedBy(asked, defines.kind, defines.name);
  const nodes = asked.state.nodesWith(defines.kind, defines.name).length;
  const titles = [counted(nodes, "node"), ...(listed.length > 0 ? [`listed by ${listed.length}`] : [])];
  const shown = titles.map((title): CodeLens => {
    return { range, command: { title, command: "heir.references", arguments: [uri, range.start, locations] } };
  });
  return [...shown, ...previews];
}

function changedText({ nodes, values, newlyFailing }: LensEffect): readonly string[] {
  if (nodes === 0 && newlyFailing === 0) return [];
  const failing = newlyFailing === 0 ? "" : `, ${newlyFailing} newly ${newlyFailing === 1 ? "fails" : "fail"}`;
  return [`changes ${counted(nodes, "node")}, ${counted(values, "value")}${failing}`];
}
