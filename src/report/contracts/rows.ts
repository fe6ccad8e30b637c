import { clip } from "../../base/terminal-text.ts";
import type { ListedContract } from "../../model/results/contracts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { entryOf, type MapEntry, type MapValue } from "../../model/values/value.ts";
import { inlineValue } from "../text/inline.ts";
import type { Row } from "../text/row.ts";
import { tableRows } from "../text/table.ts";

const COLUMNS = ["path", "says", "for", "nodes", "owner", "place", "description"];

/** Contracts, for people: one line each. */
export function contractRows(listed: readonly Masked<ListedContract>[]): readonly Row[] {
  const lines = listed.map(({ contract: { of, path, says }, nodes }) => {
    const { file, line } = placeOf(path.origin);
    const targets = of.targets.map(({ text }) => text).join(", ");
    return [
      path.text,
      saysText(says),
      targets,
      nodes,
      text(says, "owner"),
      `${file}:${line}`,
      text(says, "description"),
    ];
  });
  return tableRows(COLUMNS, lines);
}

/** What has a column of its own, or is for people. */
const ELSEWHERE: ReadonlySet<string> = new Set(["description", "owner", "example", "unit"]);
const WIDTH = 40;

function saysText({ entries }: MapValue): string {
  return entries.flatMap((entry) => (ELSEWHERE.has(entry.key) ? [] : partText(entry))).join(", ");
}

function partText({ key, value }: MapEntry): readonly string[] {
  if (value.kind === "scalar" && value.type === "bool") return value.data === true ? [key] : [];
  if (key === "type" && value.kind === "scalar") return [value.type === "null" ? "null" : String(value.data)];
  return [`${key} ${clip(inlineValue(value, WIDTH), WIDTH)}`];
}

function text(says: MapValue, key: string): string {
  const value = entryOf(says, key)?.value;
  return value?.kind === "scalar" && value.type === "text" ? String(value.data) : "";
}
