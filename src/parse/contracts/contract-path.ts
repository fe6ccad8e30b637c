import type { ContractPath } from "../../model/contracts/contract.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import type { Span } from "../../model/values/origin.ts";
import { inSection, parseKeyPatterns } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";

/** The path that a text names, below `parameters` unless its first key is a section (rule K3 of docs/concepts/contracts.md); undefined after a fault. */
export function readContractPath(text: string, origin: Span, report: Report): ContractPath | undefined {
  const keys = parseKeyPatterns(text);
  if (typeof keys !== "string" && text !== "") return { text, ...inSection(keys), origin };
  reportBadValue({ origin }, typeof keys === "string" ? keys : "a path must name a key", report);
  return undefined;
}

/** A value that names a path; undefined after a fault. */
export function pathIn(value: Value, what: string, report: Report): ContractPath | undefined {
  const text = textIn(value);
  if (text !== undefined) return readContractPath(text, value.origin, report);
  reportBadValue(value, `${what} must be a path`, report);
  return undefined;
}
