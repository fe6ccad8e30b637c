import type { CauseData } from "../../../src/model/documents/comparison.ts";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import type { Place } from "../../../src/model/values/place.ts";
import { causeData } from "../../../src/report/data/comparison.ts";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { type Files, Sides } from "../../support/side.ts";

/** `PATH: CAUSE` of each change on each first node; a file that is undefined is gone. */
export async function causes(
  before: Files,
  edits: Readonly<Record<string, string | undefined>>,
  { moved = false }: { readonly moved?: boolean } = {},
): Promise<readonly string[]> {
  const sides = new Sides();
  const after = Object.entries({ ...before, ...edits }).flatMap(([path, text]) => {
    return text === undefined ? [] : [[path, text] as const];
  });
  const states = [await sides.of(before), await sides.of(Object.fromEntries(after))] as const;
  const { changes } = await compareSides(...states, { causes: true, moved });
  return changes.map(({ change, nodes }) => {
    return `${nodes.join(",")} ${printPath(change.path)}: ${change.cause && causeText(causeData(change.cause))}`;
  });
}

/** `kind [name=value ...] in LAYER NAME FILE:LINE>FILE:LINE (cause) + also`. */
function causeText({ kind, in: owner, old, new: now, cause, also = [], ...rest }: CauseData): string {
  const names = Object.entries(rest).map(([key, value]) => ` ${key}=${String(value)}`);
  const places = [old, now].map((place) => (place === undefined ? "" : placeText(place)));
  const where = owner === undefined ? "" : ` in ${owner.layer} ${owner.name} ${places.join(">")}`;
  const inner = cause === undefined ? "" : ` (${causeText(cause)})`;
  return [`${kind}${names.join("")}${where}${inner}`, ...also.map(causeText)].join(" + ");
}

function placeText({ file, line }: Place): string {
  return `${file}:${line}`;
}
