import { type NameSetMember, nameSet } from "../../base/name-set.ts";
import { type Segment, segment } from "./row.ts";

/** A set is not longer than this many characters. */
const LONGEST = 200;

/**
 * Names in ClusterShell's notation: whole members up to 200 characters, then the number of names that are left out; all
 * of them with `full` (rules V9 and V11 of docs/concepts/review.md).
 */
export function nodeSet(names: readonly string[], options: { readonly full?: boolean } = {}): readonly Segment[] {
  const members = nameSet(names);
  const shown = options.full === true ? members : fitting(members);
  const text = shown.map(({ text: member }) => member).join(",");
  const left = names.length - shown.reduce((count, { size }) => count + size, 0);
  return [segment("node", text), ...(left > 0 ? [segment("muted", ` and ${left} more`)] : [])];
}

function fitting(members: readonly NameSetMember[]): readonly NameSetMember[] {
  let length = 0;
  const end = members.findIndex(({ text }) => {
    length += text.length + 1;
    return length > LONGEST;
  });
  return end === -1 ? members : members.slice(0, Math.max(1, end));
}
