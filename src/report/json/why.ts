import { valueJson } from "../../encoding/json.ts";
import {
  type CauseChain,
  type CauseLink,
  type FileEdit,
  isDifferent,
  type LayerSide,
  type Why,
  type WhyChange,
  type WhyLayer,
  type WhySide,
} from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { editHunks } from "../diff/file-hunks.ts";
import { causeData } from "./cause.ts";
import { bareMembers, failingData } from "./comparison.ts";
import { endJson, jsonList, jsonObject, member, placedJson, plainJson } from "./document.ts";

/** `heir why --json` (version 1, docs/reference/json.md). */
export function whyJson(why: Masked<Why>): string {
  const { path, old, new: now, changes, layers, edits } = why;
  return jsonObject([
    member("v", "1"),
    member("from", endJson(old.end)),
    member("to", endJson(now.end)),
    member("path", plainJson(path)),
    member("differs", plainJson(isDifferent(why))),
    member("old", sideJson(old)),
    member("new", sideJson(now)),
    member("changes", jsonList(changes, changeJson)),
    member("layers", jsonList(layers, layerJson)),
    member("edits", jsonList(edits, editJson)),
  ]);
}

function sideJson({ name, value, resolves, errors }: WhySide): string {
  return jsonObject([
    ...(name === undefined ? [] : [member("node", plainJson(name)), member("resolves", plainJson(resolves))]),
    ...(value === undefined
      ? []
      : [member("value", valueJson(value)), member("place", plainJson(placeOf(value.origin)))]),
    ...(errors.length === 0
      ? []
      : [member("failing", plainJson(failingData({ name: name ?? "", diagnostics: errors })))]),
  ]);
}

function changeJson({ change, layers, chains }: WhyChange): string {
  return jsonObject([
    ...bareMembers(change),
    member("layers", jsonList(layers, layerJson)),
    member("chains", jsonList(chains, chainJson)),
  ]);
}

function chainJson(chain: CauseChain): string {
  return jsonList(chain, linkJson);
}

function linkJson({ deed, before, after }: CauseLink): string {
  const { cause: _, ...own } = causeData(deed);
  return jsonObject([
    member("cause", plainJson(own)),
    ...(before === undefined ? [] : [member("old", placedJson(before))]),
    ...(after === undefined ? [] : [member("new", placedJson(after))]),
  ]);
}

function layerJson({ layer, name, old, new: now }: WhyLayer): string {
  return jsonObject([
    member("layer", plainJson(layer)),
    member("name", plainJson(name)),
    ...(old === undefined ? [] : [member("old", layerSideJson(old))]),
    ...(now === undefined ? [] : [member("new", layerSideJson(now))]),
  ]);
}

function layerSideJson({ position, contributions }: LayerSide): string {
  const contributionJson = ({ action, counts, value, path }: LayerSide["contributions"][number]): string =>
    jsonObject([
      member("action", plainJson(action)),
      member("counts", plainJson(counts)),
      member("value", valueJson(value)),
      member("path", plainJson(path)),
      member("place", plainJson(placeOf(value.origin))),
    ]);
  return jsonObject([member("position", String(position)), member("said", jsonList(contributions, contributionJson))]);
}

function editJson(edit: FileEdit): string {
  const { old, new: now, commits, uncommitted } = edit;
  const hunks = editHunks(edit)?.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return { old_start: oldStart, old_lines: oldLines, new_start: newStart, new_lines: newLines, lines };
  });
  return plainJson({
    ...(old !== undefined && { old: old.path }),
    ...(now !== undefined && { new: now.path }),
    commits: commits.map(({ id, author, date, subject, undone }) => ({ id, author, date, subject, undone })),
    uncommitted,
    ...(hunks !== undefined && { hunks }),
  });
}
