import { compareTexts, grouped } from "../../../base/text-order.ts";
import type { DataValue } from "../../../encoding/json.ts";
import type { NameMention } from "../../../model/inventory/definition.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { exactPlace, type MapValue, mappingOf } from "../../../model/values/value.ts";
import { placedData } from "../../data/explanation.ts";
import { counted, emptyRow, inlineValue, nodeSet, plainText, type Row, segment } from "../../text/row.ts";
import type { Shared, SharedValues } from "./shared-values.ts";

/** A path at which more than half of some nodes agree, and others do not. */
interface Outlier {
  readonly path: ParameterPath;
  /** What most have; without a value where most have nothing. */
  readonly majority: Side;
  /** What the others have instead, the most frequent first. */
  readonly others: readonly Side[];
}

interface Side {
  readonly value?: Shared["value"];
  readonly nodes: readonly string[];
}

export const OUTLIER_PARTS = ["parameters", "exports", "applications", "classes"];

/** These parts of a node, each name as a key that is true. */
export function outlierParts({ parameters, exports, applications, classes, definition }: ResolvedNode): MapValue {
  const named = (names: readonly NameMention[]): MapValue =>
    mappingOf(
      names.map(({ name, origin }) => [name, { kind: "scalar", type: "bool", data: true, origin }, origin]),
      parameters.origin,
    );
  const parts = { parameters, exports, applications: named(applications), classes: named(classes) };
  return mappingOf(Object.entries(parts), { file: definition.file, start: 0, end: 0 });
}

/** Where some of the nodes differ from most of them: rule B5 of docs/concepts/side-by-side.md. */
export function outliersOf(shared: SharedValues, nodes: readonly string[]) {
  const outliers: Outlier[] = [];
  let noMajority = 0;
  for (const [printed, { path }] of shared.known()) {
    const sides: Side[] = [...shared.at(printed)];
    const having = new Set(sides.flatMap((side) => side.nodes));
    if (having.size < nodes.length) sides.push({ nodes: nodes.filter((name) => !having.has(name)) });
    if (sides.length < 2) continue;
    const majority = sides.find((side) => side.nodes.length * 2 > nodes.length);
    if (majority === undefined) noMajority += 1;
    else outliers.push({ path, majority, others: sides.filter((side) => side !== majority) });
  }
  // Of paths with several values, none of them on more than half of the nodes, only the number is said.
  return { outliers: outliers.sort((one, other) => compareTexts(one.path, other.path)), noMajority };
}

/** `heir diff --outliers --json`. */
export function outliersData<LookedAt>({ outliers, noMajority }: ReturnType<typeof outliersOf>, lookedAt: LookedAt) {
  const listed = outliers.map(({ path, majority, others }) => ({
    path,
    majority: { ...sideData(majority, false), nodes: majority.nodes.length },
    others: others.map((side) => ({ ...sideData(side, true), nodes: side.nodes })),
  }));
  return { v: 1, outliers: listed, no_majority: noMajority, looked_at: lookedAt } as const;
}

function sideData({ value }: Side, hasPlace: boolean): { readonly absent: true } | { readonly value: DataValue } {
  if (value === undefined) return { absent: true };
  const { value: data, place } = placedData(value);
  return { value: data, ...(hasPlace && { place }) };
}

/** For people: paths with the same outliers together, with what most have instead. */
export function outlierRows({ outliers, noMajority }: ReturnType<typeof outliersOf>, total: number): readonly Row[] {
  const groups = grouped(outliers, (each) => each.others.map(({ nodes }) => nodes.join(" ")).join("\n"));
  const rows = [...groups.values()].flatMap((some): readonly Row[] => {
    const names = some[0]?.others.flatMap(({ nodes }) => nodes) ?? [];
    const title = [segment("title", `${counted(names.length, "node")}: `), ...nodeSet(names)];
    return [title, ...some.flatMap(pathRows), emptyRow];
  });
  const none = noMajority === 0 ? "" : `; on ${counted(noMajority, "path")} no value has more than half`;
  const found = outliers.length === 0 ? "no outlier" : counted(outliers.length, "path");
  return [...rows, [segment("muted", `${found}, ${counted(total, "node")} compared${none}`)]];
}

function pathRows({ path, majority, others }: Outlier): readonly Row[] {
  return others.map(({ value, nodes }) => {
    const where = value === undefined ? "" : `  ${exactPlace(value.origin)}`;
    const who = others.length > 1 ? [plainText("  "), ...nodeSet(nodes)] : [];
    const most = segment("muted", `  (${majority.nodes.length} have ${inlineValue(majority.value)})${where}`);
    return [plainText("    "), segment("path", printPath(path)), plainText(`  ${inlineValue(value)}`), ...who, most];
  });
}
