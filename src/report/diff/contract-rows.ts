import type { Severity } from "../../model/findings/codes.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import type { FoundProblem } from "../findings/problems.ts";
import { counted, nodeSet, plainText, type Row, segment } from "../text/row.ts";

/**
 * The contracts that are newly broken, and those that are kept again; no rows where there are none. A finding that is no
 * error breaks no contract: it is new or gone.
 */
export function contractFindingRows(
  { findings }: Comparison,
  options: { readonly full?: boolean } = {},
): readonly Row[] {
  if (findings === undefined || findings.fresh.length + findings.gone.length === 0) return [];
  const { fresh, gone } = findings;
  const counts = [
    ...countTexts(fresh, {
      errors: (count) => `${count} newly broken`,
      others: (count, word) => counted(count, `new ${word}`),
    }),
    ...countTexts(gone, {
      errors: (count) => `${count} kept again`,
      others: (count, word) => `${counted(count, word)} gone`,
    }),
  ];
  return [
    [plainText(`contracts: ${counts.join(", ")}`)],
    ...fresh.flatMap((each) => findingRows(each, segment(SIGN_TONES[each.diagnostic.severity], "! "), options)),
    ...gone.flatMap((each) => findingRows(each, segment("added", "= "), options)),
  ];
}

const SIGN_TONES = { error: "error", warning: "warning", info: "muted" } as const;

interface CountWords {
  errors(count: number): string;
  others(count: number, word: string): string;
}

function countTexts(findings: readonly FoundProblem[], { errors, others }: CountWords): readonly string[] {
  const count = (severity: Severity) => findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  const [broken, warnings, infos] = [count("error"), count("warning"), count("info")];
  return [
    ...(broken > 0 ? [errors(broken)] : []),
    ...(warnings > 0 ? [others(warnings, "warning")] : []),
    ...(infos > 0 ? [others(infos, "info")] : []),
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
