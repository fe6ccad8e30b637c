import { clip, command } from "../../base/terminal-text.ts";
import type { Bringer, Unset } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, type Span } from "../../model/values/value.ts";
import { layerName } from "../text/layer-name.ts";
import { counted, emptyRow, inlineValue, plainText, type Row, rowColumns, segment } from "../text/row.ts";

/**
 * Why a node has no value at a path: definitions that would set one, and similar paths. The first line is left out if
 * the caller has printed it.
 */
export function* unsetRows(unset: Masked<Unset>, isHeaded: boolean): Iterable<Row> {
  const { node, path, there, bringers, near } = unset;
  const part = there.length > 1 ? `, only ${printPath(there)}` : "";
  const head = [segment("node", node), plainText("  "), segment("path", printPath(path))];
  if (!isHeaded) yield [...head, segment("muted", `  (not set${part})`)];
  const others = bringers.filter(({ kind }) => kind === "node");
  const layers = bringers.filter(({ kind }) => kind !== "node");
  yield emptyRow;
  if (layers.length === 0) yield [plainText("  no class or group that the node lacks sets it")];
  else yield [plainText("  would be set by")];
  yield* rowColumns(layers.map((bringer) => [...bringerCells(bringer, path), [plainText(absenceText(bringer, node))]]));
  if (others.length > 0) {
    yield emptyRow;
    yield [plainText("  other nodes set it themselves")];
    yield* rowColumns(others.slice(0, MOST).map((bringer) => bringerCells(bringer, path)));
    if (others.length > MOST) yield [segment("muted", `    and ${counted(others.length - MOST, "more node")}`)];
  }
  if (near.length > 0) {
    yield emptyRow;
    yield [plainText("  the node has "), segment("path", near.map(printPath).join(", "))];
  }
}

const MOST = 5;
const WIDTH = 40;

function bringerCells({ kind, name, value, path }: Bringer, asked: ParameterPath): readonly Row[] {
  const at = path.length < asked.length ? ` at ${printPath(path)}` : "";
  const shown = segment("value", `${clip(inlineValue(value, WIDTH), WIDTH)}${at}`);
  const place = segment("source", exactPlace(value.origin));
  return [[plainText(`    ${layerName({ layer: kind, name })}`)], [shown], [place]];
}

function absenceText({ name, absence }: Bringer, node: string): string {
  switch (absence.kind) {
    case "unlisted":
      return listedText(absence.places);
    case "removed":
      return `removed at ${exactPlace(absence.by)}`;
    case "not-held":
      return command(["heir", "groups"], [name], ["--why", node]);
    case "disabled":
      return "disabled";
    case "own":
      return "";
  }
}

function listedText(places: readonly Span[]): string {
  const [first, ...more] = places;
  if (first === undefined) return "listed nowhere";
  return `listed at ${exactPlace(first)}${more.length === 0 ? "" : ` and ${counted(more.length, "other place")}`}`;
}
