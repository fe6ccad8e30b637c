import { clip } from "../../base/terminal-text.ts";
import type { HowUsed, Use, Uses, UsesTarget } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { counted, inlineValue, nameList, plainText, type Row, rowColumns, segment } from "../text/row.ts";

/** The uses of something, for people: by kind of use, then the nodes that are affected. */
export function* usesRows({ target, uses, nodes, total }: Masked<Uses>, full: boolean): Iterable<Row> {
  yield [segment("muted", target.kind === "path" ? "" : `${target.kind} `), segment("node", titleOf(target))];
  for (const how of Object.keys(HEADS) as readonly HowUsed[]) {
    const some = uses.filter((use) => use.how === how);
    if (some.length === 0) continue;
    yield [plainText(`  ${HEADS[how]}`)];
    yield* rowColumns(some.map((use) => useCells(use, target)));
  }
  if (uses.length === 0) yield [plainText("  nothing names it")];
  if (target.kind === "node") return;
  const reach: Row = [plainText(`  reaches ${nodes.length} of ${counted(total, "node")}`)];
  yield nodes.length === 0 ? reach : [...reach, plainText(": "), ...nameList(nodes, { full })];
}

function titleOf(target: UsesTarget): string {
  if (target.kind !== "path") return target.kind === "settings" ? "" : target.name;
  return target.file === undefined ? printPath(target.path) : `${printPath(target.path)} as defined in ${target.file}`;
}

/** In the order in which they are shown. */
const HEADS: Readonly<Record<HowUsed, string>> = {
  lists: "included by",
  removes: "removed by",
  parent: "parent of",
  names: "named by",
  criterion: "tested by",
  orders: "ordered by",
  targets: "target of",
  sets: "set by",
  reads: "read by",
};

const WIDTH = 60;

function useCells({ how, by, text, value, path, origin }: Use, target: UsesTarget): readonly Row[] {
  const source: Row = [segment("source", placeText(placeOf(origin)))];
  const user: Row = [plainText(by.kind === "global" ? `    ${by.name}` : `    ${by.kind} ${by.name}`)];
  if (value !== undefined) {
    const isAbove = target.kind === "path" && path.length < target.path.length;
    const at = isAbove ? ` at ${printPath(path)}` : "";
    return [user, [segment("value", clip(inlineValue(value, WIDTH), WIDTH)), plainText(at)], source];
  }
  if (how === "reads") return [user, [segment("path", printPath(path))], [segment("value", text)], source];
  return how === "criterion" || how === "sets" || by.kind === "settings"
    ? [user, [plainText(text)], source]
    : [user, source];
}
