import type { MergeStrategy } from "../../model/contracts/contract.ts";
import { type TypeShape, typeShape } from "../../model/contracts/keywords.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { booleanOf, given, readForm, reportBadValue, textAt, textIn } from "../forms/form.ts";

const STRATEGIES = ["replace", "append", "prepend", "unique"] as const;

/** Reads `merge` of a contract: rule K26 of docs/concepts/contracts.md. Undefined without one, and after a fault. */
export function readMergeStrategy(contract: MapValue, report: Report): MergeStrategy | undefined {
  const value = given(contract, "merge");
  const strategy = value && writtenStrategy(value, report);
  if (value === undefined) return undefined;
  const kind = kindOf(typeShape(textAt(contract, "type", () => {}) ?? ""));
  const isKeys = strategy?.strategy === "reclass";
  const isForLists = strategy !== undefined && !isKeys && strategy.strategy !== "replace";
  if (kind === "mapping" && isForLists) {
    reportBadValue(value, `${strategy.strategy} is for lists, and the type is a mapping`, report);
    return undefined;
  }
  if (kind === "list" && isKeys && strategy.knockout !== undefined) {
    reportBadValue(value, "knockout alone takes keys out of a mapping, and the type is a list", report);
    return undefined;
  }
  return strategy;
}

/** Whether all values of a type are lists, or mappings. */
function kindOf(shape: TypeShape): string | undefined {
  if (shape.kind !== "names") return shape.kind;
  return shape.names.length === 1 ? shape.names[0] : undefined;
}

function writtenStrategy(value: Value, report: Report): MergeStrategy | undefined {
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
  const isIdle = knockout !== undefined && known !== undefined && known !== "unique";
  if (!isIdle && knockout !== "") return { strategy, by, knockout, sort };
  reportBadValue(value, isIdle ? "knockout is for unique, by, or no strategy" : "knockout must be a sign", report);
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
