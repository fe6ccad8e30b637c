import { wildcard } from "../../base/glob.ts";
import type {
  ContractFile,
  ContractPath,
  Deprecation,
  LayerPattern,
  MergeStrategy,
  ValueContract,
} from "../../model/contracts/contract.ts";
import { isShortKeyword, type TypeShape, typeShape } from "../../model/contracts/keywords.ts";
import type { ValueTest } from "../../model/contracts/value-test.ts";
import type { Severity } from "../../model/findings/codes.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { inSection, type KeyPattern, parseKeyPatterns } from "../../model/values/path-filter.ts";
import { hasSentinel, splitTemplate, templatesIn } from "../../model/values/template.ts";
import { entryOf, isPlain, type MapEntry, type MapValue, type Span, type Value } from "../../model/values/value.ts";
import { booleanOf, given, listOf, NotedReport, readForm, reportBadValue, textAt, textIn } from "../forms/form.ts";
import { SHORT_KEYWORDS } from "./assertions.ts";
import { compileSchema } from "./compile-schema.ts";
import { allTests } from "./schema-reading.ts";
import { type ReadType, readType } from "./type-text.ts";

/** The keys that say what a value may be: rule K6 of docs/concepts/contracts.md. */
export const TEST_KEYS: readonly string[] = ["type", "schema", ...Object.keys(SHORT_KEYWORDS)];

const KEYS: readonly string[] = [
  ...TEST_KEYS,
  ...["required", "closed", "description", "example", "owner", "deprecated", "unit", "secret"],
  ...["default", "set_in", "final", "merge", "level"],
];

export interface ContractReading {
  readonly of: ContractFile;
  readonly level: Severity;
  readonly settings: Settings;
  readonly report: Report;
}

/** A contract, and what only the whole of all contracts needs of it. */
export interface ReadContract {
  readonly contract: ValueContract;
  readonly secret: boolean;
  readonly asksNodes: boolean;
}

/** One entry of `values`. After a fault, which is reported, it is left out (rule K4 of docs/concepts/contracts.md). */
export function readValueContract(
  { key, keyNode, value }: MapEntry,
  reading: ContractReading,
): ReadContract | undefined {
  const noted = new NotedReport(reading.report);
  const { report } = noted;
  const says = readForm(value, { file: reading.of.file, what: "a contract", keys: KEYS, report });
  const path = readContractPath(key, keyNode.origin, report);
  const tests = readTests(says, report);
  const ownLevel = readLevel(says, report);
  const is = (name: string): boolean => booleanOf(says, name, report) === true;
  const [required, closed, final, secret] = [is("required"), is("closed"), is("final"), is("secret")];
  for (const text of ["description", "owner", "unit"]) textAt(says, text, report);
  const layers = listOf(says, "set_in", report).flatMap((item) => readLayer(item, report) ?? []);
  const setIn = given(says, "set_in") === undefined ? undefined : layers;
  const fallback = readDefault(says, reading.settings, report);
  const strategy = readMergeStrategy(says, report);
  const deprecated = readDeprecation(given(says, "deprecated"), report);
  if (path !== undefined && (required || fallback !== undefined)) {
    checkLastKey(path.keys, entryOf(says, required ? "required" : "default")?.value ?? value, report);
  }
  if (path !== undefined) checkSection(path, says, report);
  if (noted.hasError || path === undefined) return undefined;
  return {
    contract: {
      of: reading.of,
      path,
      level: ownLevel ?? reading.level,
      ownLevel,
      test: tests.test,
      required,
      closed,
      final,
      deprecated,
      setIn,
      merge: strategy,
      fallback,
      description: textAt(says, "description", () => {}),
      says,
    },
    secret,
    asksNodes: tests.asksNodes,
  };
}

/** The tests of a form that may have a type, a schema and keywords: all must hold. */
export function readTests(
  form: MapValue,
  report: Report,
): { readonly test: ValueTest | undefined; readonly asksNodes: boolean } {
  const tests: ValueTest[] = [];
  const [type, schema] = [given(form, "type"), entryOf(form, "schema")?.value];
  const read = type && readTypeOf(type, report);
  if (read !== undefined) tests.push(read.test);
  for (const { key, value } of form.entries) {
    if (!isShortKeyword(key)) continue;
    const test = SHORT_KEYWORDS[key](value, { report, part: () => () => true, target: () => undefined }, form);
    if (test !== undefined) tests.push(test);
  }
  if (schema !== undefined) tests.push(compileSchema(schema, report));
  return { test: tests.length === 0 ? undefined : allTests(tests), asksNodes: read?.asksNodes ?? false };
}

function readTypeOf(value: Value, report: Report): Extract<ReadType, { readonly kind: "type" }> | undefined {
  // A bare `null` is read as null, and so is the type of that name where nothing else is written.
  const text = textIn(value);
  const read = readType(typeShape(text ?? ""));
  if (read.kind === "type" && text !== undefined) return read;
  const { message, hint } =
    read.kind === "fault" && text !== undefined ? read : { message: "type must be text", hint: undefined };
  report(finding("bad-value", value.origin, message, { hint }));
  return undefined;
}

/** Rule K35: a value as definitions have it, without inventory queries. */
function readDefault(says: MapValue, settings: Settings, report: Report): Value | undefined {
  const written = entryOf(says, "default")?.value;
  const value = written && templatesOf(written, settings);
  if (written === undefined || value === undefined) return undefined;
  const parts = templatesIn(value, true).flatMap((template) => template.parts);
  if (parts.some(({ kind }) => kind === "query")) reportBadValue(written, "a default has no inventory query", report);
  return value;
}

/** Rule K13 of docs/concepts/contracts.md: `true`, a text, or a mapping. */
function readDeprecation(value: Value | undefined, report: Report): Deprecation | undefined {
  if (value === undefined) return undefined;
  const note = textIn(value);
  if (note !== undefined) return { since: undefined, use: undefined, note };
  if (value.kind === "scalar" && typeof value.data === "boolean") {
    return value.data ? { since: undefined, use: undefined, note: undefined } : undefined;
  }
  if (value.kind !== "map")
    return reportBadValue(value, "deprecated must be true, text, or a mapping of since, use and note", report);
  const form = readForm(value, { file: value.origin.file, what: "deprecated", keys: ["since", "use", "note"], report });
  const since = given(form, "since");
  const written =
    since?.kind === "scalar" && since.type === "date" ? String(since.data) : textAt(form, "since", report);
  return { since: written, use: textAt(form, "use", report), note: textAt(form, "note", report) };
}

const OF_MERGING: readonly string[] = ["default", "merge", "final", "set_in", "deprecated"];

/** What acts on merging is for what is merged. */
function checkSection({ section }: ContractPath, says: MapValue, report: Report): void {
  if (section === "parameters" || section === "exports") return;
  for (const { key, keyNode } of says.entries) {
    if (OF_MERGING.includes(key)) reportBadValue(keyNode, `${key} has no effect on ${section}`, report);
  }
}

/** Rule K8 of docs/concepts/contracts.md: what is asked for has a name. */
function checkLastKey(keys: readonly KeyPattern[], value: Value, report: Report): void {
  if (keys.at(-1)?.kind === "key" && keys.every(({ kind }) => kind !== "any")) return;
  reportBadValue(value, "the last key of the path must be written out, and there must be no ** in it", report);
}

/** A value of a contract as node and class files would have it: its texts may hold references, its keys no prefix. */
function templatesOf(value: Value, settings: Settings): Value {
  switch (value.kind) {
    case "scalar": {
      const text = value.type === "text" ? String(value.data) : "";
      if (!hasSentinel(text, settings)) return value;
      return { kind: "template", text, parts: splitTemplate(text, settings), origin: value.origin };
    }
    case "list": {
      const items = value.items.map((item) => templatesOf(item, settings));
      return { ...value, items, plain: items.every(isPlain) };
    }
    case "map": {
      const entries = value.entries.map((entry): MapEntry => {
        const { key, keyNode } = entry;
        return { key, keyNode, value: templatesOf(entry.value, settings) };
      });
      return { ...value, entries, plain: entries.every((entry) => isPlain(entry.value)) };
    }
    case "set":
    case "template":
      return value;
  }
}

const LEVELS: readonly Severity[] = ["error", "warning", "info"];

/** The severity at `level`; undefined if it is absent, or after a fault. */
export function readLevel(form: MapValue, report: Report): Severity | undefined {
  const value = given(form, "level");
  if (value === undefined) return undefined;
  const level = LEVELS.find((each) => each === textIn(value));
  if (level === undefined) reportBadValue(value, "level must be error, warning or info", report);
  return level;
}

/** The path that a text names, below `parameters` unless its first key is a section (rule K3 of docs/concepts/contracts.md); undefined after a fault. */
export function readContractPath(text: string, origin: Span, report: Report): ContractPath | undefined {
  const keys = parseKeyPatterns(text);
  if (typeof keys !== "string" && text !== "") return { text, ...inSection(keys), origin };
  return reportBadValue({ origin }, typeof keys === "string" ? keys : "a path must name a key", report);
}

/** A value that names a path; undefined after a fault. */
export function contractPathIn(value: Value, what: string, report: Report): ContractPath | undefined {
  const text = textIn(value);
  if (text !== undefined) return readContractPath(text, value.origin, report);
  return reportBadValue(value, `${what} must be a path`, report);
}

const STRATEGIES = ["replace", "append", "prepend", "unique"] as const;
const STRATEGY_FAULT =
  "merge must be replace, append, prepend, unique, {by: KEY}, or a mapping of strategy, knockout and sort";

/** Reads `merge` of a contract: rule K26 of docs/concepts/contracts.md. Undefined without one, and after a fault. */
function readMergeStrategy(contract: MapValue, report: Report): MergeStrategy | undefined {
  const value = given(contract, "merge");
  const strategy = value && writtenStrategy(value, report);
  if (value === undefined) return undefined;
  const kind = kindOf(typeShape(textAt(contract, "type", () => {}) ?? ""));
  const isKeys = strategy?.strategy === "reclass";
  const isForLists = strategy !== undefined && !isKeys && strategy.strategy !== "replace";
  if (kind === "mapping" && isForLists)
    return reportBadValue(value, `${strategy.strategy} is for lists, and the type is a mapping`, report);
  if (kind === "list" && isKeys && strategy.knockout !== undefined)
    return reportBadValue(value, "knockout alone takes keys out of a mapping, and the type is a list", report);
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
  if (value.kind !== "map") return reportBadValue(value, STRATEGY_FAULT, report);
  const noted = new NotedReport(report);
  const { file } = value.origin;
  const keys = ["strategy", "by", "knockout"];
  const form = readForm(value, { file, what: "merge", keys: [...keys, "sort"], report: noted.report });
  const [written, by, knockout] = keys.map((key) => textAt(form, key, noted.report));
  const sort = booleanOf(form, "sort", noted.report) ?? false;
  if (noted.hasError) return undefined;
  return strategyOf(entryOf(form, "strategy")?.value ?? value, { name: written, by, knockout, sort }, report);
}

function strategyOf(
  value: Value,
  { name, by, knockout, sort }: Omit<MergeStrategy, "strategy"> & { readonly name: string | undefined },
  report: Report,
): MergeStrategy | undefined {
  const known = STRATEGIES.find((each) => each === name);
  const isBy = by !== undefined && (name === undefined || name === "by");
  if ((name !== undefined && known === undefined && !isBy) || (known !== undefined && by !== undefined))
    return reportBadValue(value, STRATEGY_FAULT, report);
  const strategy = isBy ? "by" : (known ?? "reclass");
  const isIdle = knockout !== undefined && known !== undefined && known !== "unique";
  if (!isIdle && knockout !== "") return { strategy, by, knockout, sort };
  const fault = isIdle ? "knockout is for unique, by, or no strategy" : "knockout must be a sign";
  return reportBadValue(value, fault, report);
}

/** One layer of `set_in` (rule K15 of docs/concepts/contracts.md); undefined after a fault. */
function readLayer(value: Value, report: Report): LayerPattern | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const [, layer, name] = /^(global|group|class|node)(?::(.+))?$/s.exec(text) ?? [];
  if (layer === "global" && name === undefined) return { text, origin, layer };
  if (layer === "group" || layer === "class" || layer === "node") {
    return { text, origin, layer, ...(name !== undefined && { name, fits: namePattern(name) }) };
  }
  return reportBadValue(value, "a layer is global, group, class, node, group:ID, class:NAME or node:NAME", report);
}

/** A name in which `*` is any text. */
export function namePattern(name: string): (text: string) => boolean {
  return name.includes("*") ? wildcard(name) : (text) => text === name;
}
