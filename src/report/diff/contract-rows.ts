import type { Comparison } from "../../model/results/comparison.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import type { FoundProblem } from "../findings/problems.ts";
import { counted } from "../text/count.ts";
import { nodeSet } from "../text/node-set.ts";
import { plainText, type Row, segment } from "../text/row.ts";

/** The contracts that are newly broken, and those that are kept again; no rows where there are none. */
export function contractFindingRows(
  { findings }: Comparison,
  options: { readonly full?: boolean } = {},
): readonly Row[] {
  if (findings === undefined || findings.fresh.length + findings.gone.length === 0) return [];
  const { fresh, gone } = findings;
  const counts = [
    ...(fresh.length > 0 ? [`${fresh.length} newly broken`] : []),
    ...(gone.length > 0 ? [`${gone.length} kept again`] : []),
  ];
  return [
    [plainText(`contracts: ${counts.join(", ")}`)],
    ...fresh.flatMap((each) => findingRows(each, segment("error", "! "), options)),
    ...gone.flatMap((each) => findingRows(each, segment("added", "= "), options)),
  ];
}

function findingRows(
  { diagnostic, nodes }: FoundProblem,
  sign: Row[number],
  options: { readonly full?: boolean },
): readonly Row[] {
  const { code, message, span } = diagnostic;
  const place = span === undefined ? [] : [segment("muted", `${placeText(placeOf(span))}  `)];
  const names = nodes.length === 0 ? [] : [plainText(`${counted(nodes.length, "node")}: `), ...nodeSet(nodes, options)];
  return [
    [sign, segment("title", code), plainText(`: ${message}`)],
    [plainText("    "), ...place, ...names],
  ];
}
