import { digest } from "../../base/digest.ts";
import {
  type ComparingRule,
  type ConditionRule,
  type ContractFile,
  type ContractPath,
  type ContractRule,
  type CountRule,
  keysOf,
  type PathValue,
  type ValueContract,
} from "../../model/contracts/contract.ts";
import type { FactPart, FoundKey, RuleFact } from "../../model/contracts/value-test.ts";
import type { DiagnosticCode, Severity } from "../../model/findings/codes.ts";
import { type Diagnostic, type FoundContract, finding, type Related } from "../../model/findings/diagnostic.ts";
import { SECRET_TEXT } from "../../model/secrets/masked.ts";
import { isMarker, maskedValue, type Secrets } from "../../model/secrets/secrets.ts";
import { jsonIdentity } from "../../model/values/json-form.ts";
import { type NodeSection, printPath } from "../../model/values/parameter-path.ts";
import { shortText } from "../../model/values/short-text.ts";
import type { Span, Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { type ValueAt, valuesOnPath } from "./path-values.ts";

/** Where a section can be set; absent for those that follow from other data. */
const PLACES: Partial<Record<NodeSection, string>> = {
  parameters: "in a class or group of the node, or in the node itself",
  exports: "in a class of the node, or in the node itself",
  applications: "in a class of the node, or in the node itself",
  classes: "in a class of the node, or in the node itself",
  environment: "in the node itself",
  facts: "in the node itself",
  variables: "in a directive that reaches the node",
};

/** The paths that one node lacks or must not have by rules: K22 and K23 of docs/concepts/contracts.md. Never fails. */
export function ruleFaults(data: NodeData, rules: readonly ContractRule[]): readonly ContractFault[] {
  return rules.flatMap((rule) => {
    if (rule.kind !== "requires" && rule.kind !== "forbids") return [];
    if (rule.per !== undefined && valuesOnPath(data, rule.per).length === 0) return [];
    const conditions = met(data, rule.when);
    if (conditions === undefined) return [];
    return rule.kind === "requires" ? lacking(data, rule, conditions[0]?.value) : forbidden(data, rule);
  });
}

/** What rules over several nodes need to know of one: rules K18 to K21 of docs/concepts/contracts.md. Never fails. */
export function ruleFacts(data: NodeData, rules: readonly ContractRule[], secrets: Secrets): readonly RuleFact[] {
  return rules.flatMap((rule) => {
    if ("when" in rule) return [];
    const parts = rule.per === undefined ? [] : valuesOnPath(data, rule.per);
    const [part] = parts;
    if (rule.per !== undefined && part === undefined) return [];
    const values = lookedAt(data, rule).map((each) => {
      return { at: each.at, span: each.value.origin, ...factPart(each, secrets) };
    });
    // A node that does not count matters only for a part that has no other.
    if (values.length === 0 && (rule.kind !== "count" || part === undefined)) return [];
    return [{ rule: rule.index, values, part: part && factPart(part, secrets) }];
  });
}

function lookedAt(data: NodeData, rule: ComparingRule | CountRule): readonly ValueAt[] {
  if (rule.kind === "count") return met(data, rule.values) ?? [];
  return valuesOnPath(data, rule.path).filter(({ value }) => value.kind !== "scalar" || value.type !== "null");
}

/** A value that meets each condition; undefined if one is not met. */
function met(data: NodeData, conditions: readonly PathValue[]): readonly ValueAt[] | undefined {
  const found = conditions.map(({ path, value }) => {
    const wanted = value && jsonIdentity(value);
    return valuesOnPath(data, path).find((each) => wanted === undefined || jsonIdentity(each.value) === wanted);
  });
  return found.every((each) => each !== undefined) ? found : undefined;
}

function lacking(data: NodeData, rule: ConditionRule, because: Value | undefined): readonly ContractFault[] {
  const where = rule.when.length === 0 ? "" : `, where ${conditionText(rule.when)}`;
  return rule.paths
    .filter((path) => valuesOnPath(data, path).length === 0)
    .map((path) => ({
      code: "contract-requires",
      severity: rule.level,
      contract: foundRule(rule, path),
      at: keysOf(path),
      span: because?.origin ?? rule.origin,
      says: (text) => `${text} is missing${where}`,
      hint: setHint(path),
      related: because === undefined ? [] : [contractRelated(rule, rule.origin)],
    }));
}

function forbidden(data: NodeData, rule: ConditionRule): readonly ContractFault[] {
  const where = rule.when.length === 0 ? "" : ` where ${conditionText(rule.when)}`;
  return rule.paths.flatMap((path) =>
    valuesOnPath(data, path).map(({ at, value }) => ({
      code: "contract-forbids",
      severity: rule.level,
      contract: foundRule(rule, path),
      at,
      span: value.origin,
      says: (text) => `${text} must not be set${where}`,
      related: [contractRelated(rule, rule.origin)],
    })),
  );
}

function factPart({ at, value }: ValueAt, secrets: Secrets): FactPart {
  const identity = jsonIdentity(value);
  return { identity: identity.length > LONGEST ? digest(identity) : identity, shown: shownValue(value, at, secrets) };
}

/** Identities are kept for each node; of longer ones the digest is. */
const LONGEST = 64;

/** A rule as findings name it, with the path that they are about. */
export function foundRule({ of, origin }: ContractRule, path?: ContractPath): FoundContract {
  return { id: of.id, span: origin, path: path?.text };
}

/** Conditions in words. */
export function conditionText(conditions: readonly PathValue[]): string {
  return conditions
    .map(({ path, value }) => (value === undefined ? `${path.text} is set` : `${path.text} is ${shortText(value)}`))
    .join(" and ");
}

/** Which nodes a rule with `per` compares with one another. */
export function perText({ per }: ContractRule): string {
  return per === undefined ? "" : ` with the same ${per.text}`;
}

/** A broken contract, before its path and its message are written out. */
export interface ContractFault {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly contract: FoundContract;
  /** The keys from where the fault was found to the value; from the node object on where it is reported. */
  readonly at: readonly FoundKey[];
  readonly span: Span;
  /** The value at fault, where the message names it. */
  readonly value?: Value;
  /** The message, from the path and the value in few words. */
  readonly says: (path: string, shown: string) => string;
  readonly hint?: string | undefined;
  readonly related?: readonly Related[];
}

/** The hint for a path that is missing. */
export function setHint({ section, text }: Pick<ContractPath, "section" | "text">): string | undefined {
  const places = PLACES[section];
  return places && `set ${text} ${places}`;
}

/** A contract as findings name it. */
export function foundContract({ of, path }: Pick<ValueContract, "of" | "path">): FoundContract {
  return { id: of.id, path: path.text, span: path.origin };
}

/** The parts of a fault that follow from the contract of values that it breaks. */
export function brokenBy(contract: ValueContract): Pick<ContractFault, "severity" | "contract" | "related"> {
  const related = [contractRelated(contract, contract.path.origin)];
  return { severity: contract.level, contract: foundContract(contract), related };
}

/** A fault of a node as a finding. A secret is not in its message. */
export function faultFinding(fault: ContractFault, secrets: Secrets): Diagnostic {
  const { code, severity, contract, at: path, span, value, says, hint, related = [] } = fault;
  const shown = value === undefined ? "" : shownValue(value, path, secrets);
  const text = printPath(path.map(String));
  const made = finding(code, span, says(text, shown), { hint: shown === SECRET_TEXT ? undefined : hint, related });
  return { ...made, severity, path, contract };
}

/** A value in few words; nothing of one that is a secret or holds one. */
export function shownValue(value: Value, path: readonly FoundKey[], secrets: Secrets): string {
  const masked = maskedValue(value, path.map(String), secrets);
  return isMarker(masked) ? SECRET_TEXT : shortText(masked);
}

/** The contract, as a place beside that of a value. */
export function contractRelated(
  { of, description }: { readonly of: ContractFile; readonly description: string | undefined },
  span: Span,
): Related {
  return { span, caption: description === undefined ? `contract ${of.id}` : `contract ${of.id}: ${description}` };
}
