import { didYouMean, similar } from "../../base/similar.ts";
import {
  type ContractFile,
  type ContractRule,
  type Contracts,
  type ContractTarget,
  type Expectation,
  pathFilterOf,
} from "../../model/contracts/contract.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { type Atom, atomsOf, readSelector, SelectorFault } from "../../model/selector/selector.ts";
import { entryOf, type MapValue, type SourceFile, textValue, type Value } from "../../model/values/value.ts";
import { type Files, formFiles } from "../forms/files.ts";
import { booleanOf, listOf, mappingOr, NotedReport, readForm, reportBadValue, textAt, textIn } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { readRule } from "./rule.ts";
import type { ContractReading, ReadContract } from "./value-contract.ts";
import { contractPathIn, namePattern, readLevel, readTests, readValueContract, TEST_KEYS } from "./value-contract.ts";

/** Reads contracts (K1 to K4); undefined without files. Never fails: faults are in `diagnostics`, and left out. */
export function readContracts(files: Files, known: KnownNames): Contracts | undefined {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const read: ReadContract[] = [];
  const rules: ContractRule[] = [];
  const expected: ReadExpectation[] = [];
  const forms = formFiles("contracts", files, report);
  if (forms.length === 0 && diagnostics.length === 0) return undefined;
  const all = forms.map(({ id, path, blob }) => {
    const { form, reading } = readFile(files.file(path, blob, report), { id, known, settings: files.settings, report });
    const { file } = reading.of;
    const values = mappingOr(entryOf(form, "values")?.value, { file, what: "values", report });
    read.push(...values.entries.flatMap((entry) => readValueContract(entry, reading) ?? []));
    for (const item of listOf(form, "rules", report)) {
      const rule = readRule(item, rules.length, reading);
      if (rule !== undefined) rules.push(rule);
    }
    expected.push(...listOf(form, "expect", report).flatMap((item) => readExpectation(item, reading) ?? []));
    return reading.of;
  });
  return {
    files: all,
    values: read.map(({ contract }) => contract),
    rules,
    expectations: expected.map(({ expectation }) => expectation),
    // The value at the path of a secret, and all inside it, is secret.
    secrets: read.flatMap(({ contract, secret }) => (secret ? [pathFilterOf(contract.path, true)] : [])),
    asksNodes: [...read, ...expected].some(({ asksNodes }) => asksNodes),
    diagnostics,
  };
}

const KEYS = ["description", "for", "level", "values", "rules", "expect"];

interface FileReading {
  readonly id: string;
  readonly known: KnownNames;
  readonly settings: Settings;
  readonly report: Report;
}

function readFile(
  file: SourceFile,
  { id, known, settings, report }: FileReading,
): { readonly form: MapValue; readonly reading: ContractReading } {
  const root = parseYaml(file, { syntax: plainSyntax, report });
  const form = readForm(root, { file, what: "a file of contracts", keys: KEYS, report });
  // Nobody reads it, but one that is no text is reported.
  textAt(form, "description", report);
  const of: ContractFile = { id, file, targets: targetsOf(form, known, report), root };
  return { form, reading: { of, level: readLevel(form, report) ?? "error", settings, report } };
}

function targetsOf(form: MapValue, known: KnownNames, report: Report): readonly ContractTarget[] {
  const value = entryOf(form, "for")?.value ?? textValue(ALL_NODES, form.origin);
  const items = value.kind === "list" ? value.items : [value];
  return items.flatMap((item) => readTarget(item, known, report) ?? []);
}

/** An expectation, and what only the whole of all contracts needs of it. */
interface ReadExpectation {
  readonly expectation: Expectation;
  readonly asksNodes: boolean;
}

const EXPECTATION_KEYS: readonly string[] = ["node", "path", "is", "absent", ...TEST_KEYS];

/** One entry of `expect` (rule K24 of docs/concepts/contracts.md). After a fault, which is reported, it is left out. */
function readExpectation(value: Value, reading: ContractReading): ReadExpectation | undefined {
  const noted = new NotedReport(reading.report);
  const { report } = noted;
  const form = readForm(value, { file: reading.of.file, what: "an expectation", keys: EXPECTATION_KEYS, report });
  const node = textAt(form, "node", report);
  const path = entryOf(form, "path")?.value;
  if (!noted.hasError && node === undefined) reportBadValue(value, "an expectation must name a node", report);
  if (!noted.hasError && path === undefined) reportBadValue(value, "an expectation must name a path", report);
  const keys = path && contractPathIn(path, "path", report);
  const wants = !noted.hasError ? wantsOf(form, value, report) : undefined;
  if (noted.hasError || node === undefined || keys === undefined || wants === undefined) return undefined;
  const { of, level } = reading;
  const common = { of, origin: value.origin, level, node, fits: namePattern(node), path: keys };
  return { expectation: { ...common, wants: wants.wants }, asksNodes: wants.asksNodes };
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
  if (ways.length !== 1)
    return reportBadValue(value, "an expectation has one of is, absent: true, and keywords of a contract", report);
  if (is !== undefined) return { wants: { kind: "is", value: is }, asksNodes: false };
  if (isAbsent) return { wants: { kind: "absent", said: only(form, ["absent"]) }, asksNodes: false };
  const { test, asksNodes } = readTests(form, report);
  return test && { wants: { kind: "fits", test, said: only(form, TEST_KEYS) }, asksNodes };
}

function only(form: MapValue, keys: readonly string[]): MapValue {
  return { ...form, entries: form.entries.filter(({ key }) => keys.includes(key)) };
}

/** The names that exist, to recognise mistakes in targets. */
export interface KnownNames {
  isClass(name: string): boolean;
  isGroup(id: string): boolean;
  readonly classes: Iterable<string>;
  readonly groups: Iterable<string>;
}

/** What `for` says about all nodes. */
const ALL_NODES = "special:all";

/** One target of `for` (rule K2 of docs/concepts/contracts.md); undefined after a fault. */
function readTarget(value: Value, known: KnownNames, report: Report): ContractTarget | undefined {
  const text = textIn(value) ?? "";
  const { origin } = value;
  const bad = (fault: string, hint: string) => {
    report(finding("bad-target", origin, `the target cannot be read: ${fault}`, { hint }));
    return undefined;
  };
  const selector = readSelector(text === ALL_NODES ? "all" : text);
  if (selector instanceof SelectorFault) return bad(selector.message, selector.hint ?? TARGETS);
  const atoms = atomsOf(selector);
  const ofValue = atoms.find(({ of }) => of === "has");
  if (ofValue !== undefined)
    return bad(`${ofValue.text} asks for a value, which contracts can make: has: is not for contracts`, RULES);
  const unknown = atoms.filter((atom) => !isKnown(atom, known));
  for (const { of, name } of unknown) {
    const [code, names] =
      of === "class" ? (["unknown-class", known.classes] as const) : (["unknown-group", known.groups] as const);
    report(finding(code, origin, `there is no ${of} ${name}`, { hint: didYouMean(similar(name, names), name) }));
  }
  return unknown.length > 0 ? undefined : { selector, text, origin };
}

/** A pattern may wait for classes or groups to come. */
function isKnown({ of, name }: Atom, known: KnownNames): boolean {
  if (/[*?[]/.test(name)) return true;
  return of === "class" ? known.isClass(name) : of !== "group" || known.isGroup(name);
}

const TARGETS = "a target is special:all or a selector: a node, class:NAME, group:ID, fact:PATH=VALUE, and, or, not";

const RULES = "use a rule with `when`";
