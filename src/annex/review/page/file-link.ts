import type { EditPlaces } from "../../../model/results/change.ts";
import type { Evidence, EvidenceSide } from "../../../model/results/evidence.ts";
import { placeOf } from "../../../model/values/value.ts";
import { linkTo, type Pair } from "./data.ts";

/** Addresses on both sides, `{file}` and `{line}` left in, `{rev}` filled in, the folder added; empty for no commit. */
export function sideLinks(link: string | undefined, sides: Evidence["sides"]): Pair<string> {
  return [sideLink(link, sides.old), sideLink(link, sides.new)];
}

function sideLink(link: string | undefined, { commit, folder }: EvidenceSide): string {
  if (link === undefined || (commit === undefined && link.includes("{rev}"))) return "";
  const above = folder === "" ? "" : `${folder.split("/").map(encodeURIComponent).join("/")}/`;
  return link.replaceAll("{rev}", commit ?? "").replaceAll("{file}", `${above}{file}`);
}

/** The address of the later side of a place, else of the earlier one; undefined without links. */
export function placeLink({ old, new: now }: EditPlaces, [before, after]: Pair<string>): string | undefined {
  const [span, link] = now === undefined ? [old, before] : [now, after];
  if (span === undefined || link === "") return undefined;
  const { file, line } = placeOf(span);
  return linkTo(link, file, line);
}
