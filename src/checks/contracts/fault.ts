import type { ContractFile, ContractPath, ValueContract } from "../../model/contracts/contract.ts";
import type { FoundContract } from "../../model/contracts/found-contract.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import type { DiagnosticCode, Severity } from "../../model/findings/codes.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { isMarker, maskedValue, SECRET_TEXT, type Secrets } from "../../model/secrets/secrets.ts";
import type { Span } from "../../model/values/origin.ts";
import { type NodeSection, printPath } from "../../model/values/parameter-path.ts";
import { shortText } from "../../model/values/short-text.ts";
import type { Value } from "../../model/values/value.ts";

/** A broken contract, before its path and its message are written out. */
export interface Fault {
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

/** The hint for a path that is missing. */
export function setHint({ section, text }: Pick<ContractPath, "section" | "text">): string | undefined {
  const places = PLACES[section];
  return places && `set ${text} ${places}`;
}

/** A contract as findings name it. */
export function foundContract({ of, path }: Pick<ValueContract, "of" | "path">): FoundContract {
  return { id: of.id, path: path.text, span: path.origin };
}

/** A fault of a node as a finding. A secret is not in its message. */
export function faultFinding(fault: Fault, secrets: Secrets): Diagnostic {
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
  { of, description }: { readonly of: ContractFile; readonly description?: string | undefined },
  span: Span,
): Related {
  return { span, caption: description === undefined ? `contract ${of.id}` : `contract ${of.id}: ${description}` };
}
