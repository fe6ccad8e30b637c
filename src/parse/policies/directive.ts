import type { Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import {
  DEFAULT_PRIORITY,
  directiveForm,
  LOWEST_PRIORITY,
  OPERAND,
  POLICY_MODES,
} from "../../model/forms/policy-forms.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { Directive, MergeOperand, Variable, VariableMerge } from "../../model/inventory/policy.ts";
import type { SourceFile, Span } from "../../model/values/origin.ts";
import type { MapEntry, MapValue, Value } from "../../model/values/value.ts";
import { booleanOf, given, mappingOr, reportBadValue, textAt, textIn } from "../forms/form.ts";
import { choiceOf, type PolicyRoot, policyRoot } from "./root.ts";

/**
 * A directive from its file. Never fails: faults are reported, and unreadable keys have their default.
 *
 * Text in `sets` stays as written until it is expanded for a node.
 */
export function parseDirective(id: string, file: SourceFile, report: Report): Directive {
  const root = policyRoot(file, { what: "a directive", keys: KEYS, report });
  const { map } = root;
  const origin = (key: string): Span => given(map, key)?.origin ?? { file, start: 0, end: 0 };
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    technique: techniqueMention(root, file, report),
    version: textAt(map, "version", report),
    versionOrigin: origin("version"),
    priority: priority(map, report),
    priorityOrigin: origin("priority"),
    enabled: booleanOf(map, "enabled", report) ?? true,
    policyMode: choiceOf(map, { key: "policyMode", words: POLICY_MODES, report }) ?? "enforce",
    policyModeOrigin: origin("policyMode"),
    sets: mappingOr(given(map, "sets"), { file, what: "sets", report }).entries.map(variable),
    merges: mappingOr(given(map, "merges"), { file, what: "merges", report }).entries.flatMap((entry) => {
      return variableMerge(entry, report) ?? [];
    }),
  };
}

const KEYS = keyNames(directiveForm);

function techniqueMention({ map, isFaulty }: PolicyRoot, file: SourceFile, report: Report): NameMention | undefined {
  const name = textAt(map, "technique", report);
  const value = given(map, "technique");
  if (name !== undefined && name !== "" && value !== undefined) return { name, remove: false, origin: value.origin };
  if (isFaulty || (value !== undefined && name === undefined)) return undefined;
  const place = { origin: value?.origin ?? { file, start: 0, end: 0 } };
  reportBadValue(place, "a directive must name its technique", report);
  return undefined;
}

function priority(map: MapValue, report: Report): number {
  const value = given(map, "priority");
  if (value === undefined) return DEFAULT_PRIORITY;
  const number = value.kind === "scalar" && value.type === "int" ? Number(value.data) : Number.NaN;
  if (number >= 0 && number <= LOWEST_PRIORITY) return number;
  reportBadValue(value, `priority must be a whole number from 0 to ${LOWEST_PRIORITY}`, report);
  return DEFAULT_PRIORITY;
}

function variable({ key, keyNode, value }: MapEntry): Variable {
  return { name: key, keyNode, value };
}

function variableMerge({ key, keyNode, value }: MapEntry, report: Report): VariableMerge | undefined {
  if (value.kind !== "list" || value.items.length !== 2) {
    reportBadValue(value, "a variable of merges must be a list of two operands", report);
    return undefined;
  }
  const [first, second] = value.items.map((item) => mergeOperand(item, report));
  if (first === undefined || second === undefined) return undefined;
  return { name: key, first, second, origin: keyNode.origin };
}

/** An operand of a merge, `node.NAMESPACE[KEY]...`; anything else is reported as `bad-value`. */
function mergeOperand(value: Value, report: Report): MergeOperand | undefined {
  const text = textIn(value);
  const [, namespace, brackets] = OPERAND.exec(text ?? "") ?? [];
  if (text === undefined || namespace === undefined || brackets === undefined) {
    reportBadValue(value, "an operand of a merge must be written node.NAMESPACE[KEY]", report);
    return undefined;
  }
  return { text, namespace, keys: brackets.slice(1, -1).split("]["), origin: value.origin };
}
