import type { DataValue } from "../../encoding/json.ts";
import type { CauseLink, FileDelta, LayerSide, Why, WhyChange, WhyLayer, WhySide } from "../../model/results/why.ts";
import { isDifferent } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { editHunks } from "../diff/file-hunks.ts";
import { causeData, changeData } from "./comparison.ts";
import { layerActionData } from "./explanation.ts";
import { failingData } from "./findings.ts";
import type {
  FileEditData,
  WhyChangeData,
  WhyData,
  WhyLayerData,
  WhyLayerSideData,
  WhyLinkData,
  WhySideData,
} from "./history-types.ts";
import { endData, placedData } from "./value.ts";

/** `heir why --json`: why a value differs, with places instead of spans. */
export function whyData(why: Masked<Why>): WhyData<DataValue> {
  const { path, old, new: now, changes, layers, edits } = why;
  return {
    v: 1,
    from: endData(old.end),
    to: endData(now.end),
    path,
    differs: isDifferent(why),
    old: sideData(old),
    new: sideData(now),
    changes: changes.map(whyChangeData),
    layers: layers.map(layerData),
    edits: edits.map(editData),
  };
}

function sideData({ name, value, resolves, errors }: WhySide): WhySideData<DataValue> {
  return {
    ...(name !== undefined && { node: name, resolves }),
    ...(value !== undefined && placedData(value)),
    ...(errors.length > 0 && { failing: failingData({ name: name ?? "", diagnostics: errors }) }),
  };
}

function whyChangeData({ change, layers, chains }: WhyChange): WhyChangeData<DataValue> {
  return { ...changeData(change), layers: layers.map(layerData), chains: chains.map((chain) => chain.map(linkData)) };
}

function linkData({ edit, before, after }: CauseLink): WhyLinkData<DataValue> {
  const { cause: _, ...own } = causeData(edit);
  return { cause: own, old: before && placedData(before), new: after && placedData(after) };
}

function layerData({ layer, name, old, new: now }: WhyLayer): WhyLayerData<DataValue> {
  return { layer, name, old: old && layerSideData(old), new: now && layerSideData(now) };
}

function layerSideData({ position, contributions }: LayerSide): WhyLayerSideData<DataValue> {
  return { position, said: contributions.map(layerActionData) };
}

function editData(edit: FileDelta): FileEditData {
  const { old, new: now, commits, uncommitted } = edit;
  const hunks = editHunks(edit)?.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return { old_start: oldStart, old_lines: oldLines, new_start: newStart, new_lines: newLines, lines };
  });
  return {
    old: old?.path,
    new: now?.path,
    commits: commits.map(({ id, author, date, subject, undone }) => ({ id, author, date, subject, undone })),
    uncommitted,
    hunks,
  };
}
