import { plainText, type Segment, segment } from "./row.ts";

const FEW = 4;

/** Names in one line: all of them if they are few or `full` is set, else the first and the last. */
export function nameList(names: readonly string[], options: { readonly full?: boolean } = {}): readonly Segment[] {
  const first = names[0];
  const last = names.at(-1);
  if (first === undefined || last === undefined) return [];
  if (names.length > FEW && options.full !== true) {
    return [segment("node", first), segment("muted", " … "), segment("node", last)];
  }
  return names.flatMap((name, index) => {
    return index === 0 ? [segment("node", name)] : [plainText(", "), segment("node", name)];
  });
}
