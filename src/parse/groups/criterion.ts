import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import type { PatternFault } from "../../base/pattern/python-syntax.ts";
import { nearestHint } from "../../base/similar.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import {
  CRITERION_KINDS,
  criterionForm,
  FACT_OPS,
  GROUP_OPS,
  NODE_OPS,
  PROPERTY_OPS,
} from "../../model/forms/group-forms.ts";
import type { ComparisonOp, Criterion, CriterionTest, NameTest, PropertyTest } from "../../model/inventory/group.ts";
import { factPath, keyOf } from "../../model/inventory/group.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { given, readForm, textIn, unsupportedPattern } from "../forms/form.ts";

/** One criterion; undefined after `unknown-key`, `regex-unsupported` (not linear in time) or `bad-criterion`. */
export function readCriterion(value: Value, report: Report): Criterion | undefined {
  let isKnown = true;
  const form = readForm(value.kind === "map" ? value : undefined, {
    file: value.origin.file,
    what: "a criterion",
    keys: keyNames(criterionForm),
    report(diagnostic) {
      isKnown = false;
      report(diagnostic);
    },
  });
  if (!isKnown) return undefined;
  const test = value.kind === "map" ? criterionTest(form) : "it must be a mapping";
  if (!isFault(test)) return { ...test, origin: value.origin, text: shortForm(form) };
  if (typeof test === "string") {
    const criterion = ["the criterion", ...quotable(form)].join(" ");
    report(finding("bad-criterion", value.origin, `${criterion} cannot be read: ${test}`));
  } else report(unsupportedPattern(test, value.origin));
  return undefined;
}

/** What messages quote of an invalid criterion: a property only up to its `=`, if any, as the rest may be secret. */
function quotable(form: MapValue): readonly string[] {
  const kind = CRITERION_KINDS.find((key) => given(form, key) !== undefined);
  const subject = kind && given(form, kind);
  const text = subject && textIn(subject);
  if (kind === undefined || text === undefined || text === "") return [];
  const quoted = kind === "property" ? text.slice(0, text.indexOf("=") + 1) : text;
  return quoted === "" ? [] : [kind, quoted];
}

interface Parts {
  readonly subject: string;
  readonly subjectNode: Value;
  readonly op: string | undefined;
  readonly value: Value | undefined;
}

type Fault = string | PatternFault;

function isFault(test: Fault | object): test is Fault {
  return typeof test === "string" || "part" in test;
}

const readers: Readonly<
  Record<Exclude<(typeof CRITERION_KINDS)[number], "share">, (parts: Parts) => CriterionTest | Fault>
> = { fact: factTest, property: propertyTest, group: groupTest, nodeid: nodeTest };

function criterionTest(form: MapValue): CriterionTest | Fault {
  const [kind, second] = CRITERION_KINDS.filter((key) => given(form, key) !== undefined);
  if (kind === undefined) return `it needs one of ${CRITERION_KINDS.join(", ")}`;
  if (second !== undefined) return `it has both ${kind} and ${second}`;
  if (kind === "share") return shareTest(form);
  if (given(form, "of") !== undefined) return "of goes with share";
  const [subjectNode, op, value] = [given(form, kind), given(form, "op"), given(form, "value")];
  const subject = subjectNode === undefined ? undefined : textIn(subjectNode);
  const operator = op === undefined ? undefined : textIn(op);
  if (subjectNode === undefined || subject === undefined) return `${kind} must be text`;
  if (subject === "") return `${kind} is empty`;
  if (op !== undefined && operator === undefined) return "op must be text";
  if (value !== undefined && kind !== "fact") return `a criterion with ${kind} takes no value`;
  return readers[kind]({ subject, subjectNode, op: operator, value });
}

/** Rule G11 in docs/concepts/groups.md. */
function shareTest(form: MapValue): CriterionTest | Fault {
  const [share, of] = [given(form, "share"), given(form, "of")];
  const percent = share?.kind === "scalar" ? share.data : undefined;
  const key = of && textIn(of);
  if (typeof percent !== "number" || !(percent >= 0 && percent <= 100)) return "share must be a number from 0 to 100";
  if (key === undefined || key === "") return "share needs of: a text that draws the nodes";
  if (given(form, "op") !== undefined || given(form, "value") !== undefined) return "share takes no op and no value";
  return { kind: "share", percent, of: key };
}

function factTest({ subject, op, value }: Parts): CriterionTest | Fault {
  const path = factPath(subject);
  if (path === undefined) return `a key is missing in the path "${subject}"`;
  const known = chosen(op, FACT_OPS);
  if (!known.ok) return known.fault;
  if (known.op === "exists" || known.op === "notExists") {
    return value === undefined ? { kind: "fact", path, test: { op: known.op } } : `${known.op} takes no value`;
  }
  if (value === undefined) return `${known.op} needs a value`;
  return comparison(path, known.op, value);
}

function comparison(path: readonly string[], op: ComparisonOp, value: Value): CriterionTest | Fault {
  if (value.kind !== "scalar") return "value must be text, a number or a boolean";
  if (op !== "regex" && op !== "notRegex") return { kind: "fact", path, test: { op, value, pattern: undefined } };
  const source = textIn(value);
  const pattern = source === undefined ? "the pattern must be text" : compiled(source);
  return isFault(pattern) ? pattern : { kind: "fact", path, test: { op, value, pattern } };
}

function propertyTest({ subject, subjectNode, op }: Parts): CriterionTest | Fault {
  const known = chosen(op, PROPERTY_OPS);
  const test = known.ok ? propertyTestOf(subject, known.op) : known.fault;
  return isFault(test) ? test : { kind: "property", test, subject: subjectNode.origin };
}

function propertyTestOf(subject: string, op: (typeof PROPERTY_OPS)[number]): PropertyTest | Fault {
  switch (op) {
    case "eq":
    case "notEq": {
      const [name, value] = halves(subject, "=");
      if (value === undefined) return `${op} needs name=value`;
      if (name === "" || value === "") return `there is no text ${name === "" ? "before" : "after"} the =`;
      return { op, name: keyOf(name), value };
    }
    case "regex":
    case "notRegex": {
      const pattern = compiled(subject);
      return isFault(pattern) ? pattern : { op, pattern };
    }
    case "jsonSelect": {
      const [name, path] = halves(subject, ":");
      if (name === "" || path === undefined || path === "") return "jsonSelect needs name:path";
      return { op, name: keyOf(name), path };
    }
    case "hasKey":
    case "exists":
    case "notExists":
      return { op, name: keyOf(subject) };
  }
}

function groupTest({ subject, subjectNode, op }: Parts): CriterionTest | Fault {
  const known = chosen(op ?? "eq", GROUP_OPS);
  return known.ok ? { kind: "group", id: subject, idOrigin: subjectNode.origin } : known.fault;
}

function nodeTest({ subject, op }: Parts): CriterionTest | Fault {
  const known = chosen(op ?? "eq", NODE_OPS);
  const test = known.ok ? nameTest(subject, known.op) : known.fault;
  return isFault(test) ? test : { kind: "nodeid", test };
}

function nameTest(subject: string, op: NameTest["op"]): NameTest | Fault {
  if (op === "eq" || op === "notEq") return { op, name: subject };
  const pattern = compiled(subject);
  return isFault(pattern) ? pattern : { op, pattern };
}

type Chosen<Op> = { readonly ok: true; readonly op: Op } | { readonly ok: false; readonly fault: Fault };

function chosen<const Op extends string>(op: string | undefined, ops: readonly Op[]): Chosen<Op> {
  const found = ops.find((each) => each === op);
  if (found !== undefined) return { ok: true, op: found };
  if (op === undefined) return { ok: false, fault: "op is missing" };
  const advice = nearestHint(op, ops) ?? `use ${ops.join(", ")}`;
  return { ok: false, fault: `"${op}" is not an operator here; ${advice}` };
}

/** A pattern that must match the whole text, line ends included, or why it is invalid. */
function compiled(source: string): Pattern | Fault {
  const pattern = compilePattern(source, { dotAll: true });
  const isInvalid = isPatternFault(pattern) && pattern.kind === "invalid";
  return isInvalid ? "the pattern is not a regular expression" : pattern;
}

/** The text before and after the first occurrence of a character; the second is undefined if there is none. */
function halves(text: string, character: string): readonly [string, string | undefined] {
  const at = text.indexOf(character);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** `fact os.version eq "10"`: the value as written, so that text and numbers look different. */
function shortForm(form: MapValue): string {
  return keyNames(criterionForm)
    .flatMap((key) => {
      const value = given(form, key);
      if (value === undefined) return [];
      if (key === "op") return [textIn(value) ?? ""];
      if (key === "share") return [key, written(value), "%"];
      return key === "value" ? [written(value)] : [key, textIn(value) ?? ""];
    })
    .join(" ");
}

/** A value as written in its file, on one line. */
function written(value: Value): string {
  const { file, start, end } = value.origin;
  return file.text.slice(start, end).replace(/\s+/g, " ");
}
