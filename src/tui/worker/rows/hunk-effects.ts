import { counted } from "../../../report/text/count.ts";
import { plainText, type Row } from "../../../report/text/row.ts";
import type { ChangeRow } from "./block-rows.ts";
import type { ChangeSet } from "./change-set.ts";

/** Lines of the older file, and of the newer one: the first and the last. */
type Ranges = readonly (readonly [first: number, last: number])[];

/** What the lines of a file do to nodes: of the edits that were made there, each effect, `6 nodes  ~ http:workers  8 → 16`. */
export function hunkEffects({ blocks, changes }: ChangeSet, file: string, ranges: Ranges): readonly Row[] {
  const isMade = ({ place, block }: ChangeRow): boolean => {
    const at = lineIn(place, file);
    if (at !== undefined) return isWithin(at, ranges);
    // Its edit is elsewhere than its value, as of a class that is listed.
    const { places = [] } = (block === undefined ? undefined : blocks[block]) ?? {};
    return places.some((each) => isWithin(lineIn(each, file) ?? Number.NaN, ranges));
  };
  return changes.filter(isMade).map(effectText);
}

/** The line of a place in a file; undefined for a place in another file. */
function lineIn(place: string, file: string): number | undefined {
  const [, name = "", line] = /^(.*):(\d+)$/.exec(place) ?? [];
  return name !== "" && (name === file || file.endsWith(`/${name}`)) ? Number(line) : undefined;
}

function isWithin(line: number, ranges: Ranges): boolean {
  return ranges.some(([first, last]) => first <= line && line <= last);
}

function effectText({ nodes, row }: ChangeRow): Row {
  return [plainText(`${counted(nodes.length, "node")}  `), ...row];
}
