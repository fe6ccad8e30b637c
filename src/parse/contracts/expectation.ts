import type { Expectation } from "../../model/contracts/contract.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { booleanOf, readForm, reportBadValue, textAt } from "../forms/form.ts";
import { namePattern } from "./names.ts";
import { type ContractReading, contractPathIn, readTests, TEST_KEYS } from "./value-contract.ts";

/** An expectation, and what only the whole of all contracts needs of it. */
export interface ReadExpectation {
  readonly expectation: Expectation;
  readonly asksNodes: boolean;
}

const KEYS: readonly string[] = ["node", "path", "is", "absent", ...TEST_KEYS];

/** One entry of `expect` (rule K24 of docs/concepts/contracts.md). After a fault, which is reported, it is left out. */
export function readExpectation(value: Value, reading: ContractReading): ReadExpectation | undefined {
  let isFine = true;
  const report: Report = (diagnostic) => {
    isFine &&= diagnostic.severity !== "error";
    reading.report(diagnostic);
  };
  const form = readForm(value, { file: reading.of.file, what: "an expectation", keys: KEYS, report });
  const node = textAt(form, "node", report);
  const path = entryOf(form, "path")?.value;
  if (isFine && node === undefined) reportBadValue(value, "an expectation must name a node", report);
  if (isFine && path === undefined) reportBadValue(value, "an expectation must name a path", report);
  const keys = path && contractPathIn(path, "path", report);
  const wants = isFine ? wantsOf(form, value, report) : undefined;
  if (!isFine || node === undefined || keys === undefined || wants === undefined) return undefined;
  const { of, level } = reading;
  const expectation = {
    of,
    origin: value.origin,
    level,
    node,
    fits: namePattern(node),
    path: keys,
    wants: wants.wants,
  };
  return { expectation, asksNodes: wants.asksNodes };
}

interface Wants {
  readonly wants: Expectation["wants"];
  readonly asksNodes: boolean;
}

function wantsOf(form: MapValue, value: Value, report: Report): Wants | undefined {
  const is = entryOf(form, "is")?.value;
  const isAbsent = booleanOf(form, "absent", report) === true;
  const isTyped = form.entries.some(({ key }) => TEST_KEYS.includes(key));
  const ways = [is !== undefined, isAbsent, isTyped].filter((each) => each);
  if (ways.length !== 1) {
    reportBadValue(value, "an expectation has one of is, absent: true, and keywords of a contract", report);
    return undefined;
  }
  if (is !== undefined) return { wants: { kind: "is", value: is }, asksNodes: false };
  if (isAbsent) return { wants: { kind: "absent", said: only(form, ["absent"]) }, asksNodes: false };
  const { test, asksNodes } = readTests(form, report);
  return test && { wants: { kind: "fits", test, said: only(form, TEST_KEYS) }, asksNodes };
}

/** The entries of a mapping with certain keys. */
function only(form: MapValue, keys: readonly string[]): MapValue {
  return { ...form, entries: form.entries.filter(({ key }) => keys.includes(key)) };
}
