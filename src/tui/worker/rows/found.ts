import { addTo } from "../../../base/grouped.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { rawText } from "../../../report/values/form.ts";
import type { SearchMatch, SearchPattern } from "../../../report/values/search.ts";
import type { FittingValue } from "../../../workspace/scope/path-test.ts";
import { linePlace } from "./node-tree.ts";

/** The most rows of a kind that are passed on; more are only counted. */
const MOST = 50;
const LONGEST = 200;

/** Matches as rows: values below the path of which a key fits, others alone. */
export function foundRows(matches: readonly SearchMatch[], { fits }: Pick<SearchPattern, "fits">) {
  const ofPath = new Map<string, SearchMatch[]>();
  const others: SearchMatch[] = [];
  for (const match of matches) {
    const path = printPath(match.path);
    if (!fits(path)) others.push(match);
    else addTo(ofPath, path, match);
  }
  const paths = [...ofPath].slice(0, MOST).map(([path, members]) => {
    const nodes = new Set(members.flatMap((member) => member.nodes));
    return { path, nodes: nodes.size, node: members[0]?.nodes[0] ?? "", values: members.slice(0, MOST).map(valueRow) };
  });
  const values = others.slice(0, MOST).map(valueRow);
  return { paths, values, counts: { paths: ofPath.size, values: others.length } };
}

/** A value that nodes have from the same place, and what finds these nodes as `heir nodes --with` reads it. */
function valueRow({ path, value, nodes }: SearchMatch) {
  const [node = ""] = nodes;
  const written = printPath(path);
  const text = value.kind === "scalar" ? rawText(value, false)?.replace(/\n$/, "") : undefined;
  const test = text === undefined ? written : `${written}=${text}`;
  return { path: written, value: shortText(value), nodes: nodes.length, node, place: linePlace(value), test };
}

export type FoundNode = ReturnType<typeof foundNode>;

/** A node that fits a test of a path. */
export function foundNode(node: string, { path, value }: FittingValue) {
  const shown =
    value === undefined ? { value: "(secret)", place: "" } : { value: shortText(value), place: linePlace(value) };
  return { node, path: printPath(path), ...shown };
}

function shortText(value: Value): string {
  const text = inlineValue(value, LONGEST);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
