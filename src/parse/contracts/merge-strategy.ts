import type { MergeStrategy } from "../../model/contracts/contract.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import type { Value } from "../../model/values/value.ts";
import { entryOf } from "../../model/values/value.ts";
import { booleanOf, readForm, reportBadValue, textAt, textIn } from "../forms/form.ts";

const STRATEGIES = ["replace", "append", "prepend", "unique"] as const;

/** Reads `merge`: rule K26 of docs/concepts/contracts.md. Undefined after a fault. */
export function readMergeStrategy(value: Value, report: Report): MergeStrategy | undefined {
  const name = textIn(value);
  if (name !== undefined) return strategyOf(value, { name, by: undefined, knockout: undefined, sort: false }, report);
  if (value.kind !== "map") return fault(value, report);
  let isFine = true;
  const noting: Report = (diagnostic) => {
    isFine = false;
    report(diagnostic);
  };
  const form = readForm(value, {
    file: value.origin.file,
    what: "merge",
    keys: ["strategy", "by", "knockout", "sort"],
    report: noting,
  });
  const [written, by, knockout] = ["strategy", "by", "knockout"].map((key) => textAt(form, key, noting));
  const sort = booleanOf(form, "sort", noting) ?? false;
  return isFine
    ? strategyOf(entryOf(form, "strategy")?.value ?? value, { name: written, by, knockout, sort }, report)
    : undefined;
}

function strategyOf(
  value: Value,
  { name, by, knockout, sort }: Omit<MergeStrategy, "strategy"> & { readonly name: string | undefined },
  report: Report,
): MergeStrategy | undefined {
  const known = STRATEGIES.find((each) => each === name);
  const isBy = by !== undefined && (name === undefined || name === "by");
  if ((name !== undefined && known === undefined && !isBy) || (known !== undefined && by !== undefined))
    return fault(value, report);
  const strategy = isBy ? "by" : (known ?? "reclass");
  const isIdle = knockout !== undefined && strategy !== "unique" && strategy !== "by";
  if (!isIdle && knockout !== "") return { strategy, by, knockout, sort };
  reportBadValue(value, isIdle ? "knockout needs unique or by" : "knockout must be a sign", report);
  return undefined;
}

function fault(value: Value, report: Report): undefined {
  reportBadValue(
    value,
    "merge must be replace, append, prepend, unique, {by: KEY}, or a mapping of strategy, knockout and sort",
    report,
  );
  return undefined;
}
