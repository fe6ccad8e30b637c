export type Severity = "error" | "warning" | "info";

interface CodeEntry {
  readonly severity: Severity;
  /** Other severities for certain cases, which the page of the code names. */
  readonly also?: readonly Severity[];
  /** Checked only on request, because it takes longer and needs all nodes. */
  readonly onRequest?: true;
  /** It takes nothing away: the node resolves all the same, so a team may lower its severity or allow one. */
  readonly keepsValues?: true;
  /** Something of the inventory was not read: what is behind it is unknown, so no first baseline excuses it. */
  readonly unread?: true;
}

/** Every code of a finding and its severity. Codes are stable words; the page of a code in docs/checks explains it. */
export const codes = {
  "yaml-syntax": { severity: "error" },
  "yaml-limit": { severity: "error" },
  "yaml-duplicate-key": { severity: "warning" },
  "merge-marker": { severity: "error" },
  "section-type": { severity: "error" },
  "key-invalid": { severity: "error" },
  "class-not-found": { severity: "error" },
  "class-skipped": { severity: "warning" },
  "class-name-invalid": { severity: "error" },
  "class-name-unresolved": { severity: "error" },
  "class-mapping": { severity: "error" },
  "regex-unsupported": { severity: "error" },
  "class-cycle": { severity: "error" },
  "removal-unsettled": { severity: "error" },
  "remove-nothing": { severity: "warning" },
  "class-repeated": { severity: "info" },
  "duplicate-name": { severity: "error" },
  "name-twin": { severity: "warning", also: ["info", "error"] },
  "uri-overlap": { severity: "error" },
  "path-not-found": { severity: "error" },
  "unresolved-reference": { severity: "error" },
  "overwritten-reference": { severity: "warning" },
  "reference-cycle": { severity: "error" },
  "reference-syntax": { severity: "error" },
  "reference-limit": { severity: "error" },
  "query-failed": { severity: "error" },
  "query-expression": { severity: "error" },
  "merge-type": { severity: "error" },
  "constant-changed": { severity: "error" },
  "yaml-1.1-surprise": { severity: "warning" },
  "prefix-as-text": { severity: "warning" },
  "container-in-text": { severity: "warning" },
  "order-fragile": { severity: "info" },
  "secret-in-clear": { severity: "warning" },
  "allow-useless": { severity: "warning" },
  "line-ends": { severity: "warning", also: ["info"] },
  "line-ended": { severity: "error", keepsValues: true },
  "bad-end": { severity: "error", keepsValues: true },
  "dead-value": { severity: "info", onRequest: true },
  "class-unused": { severity: "info", onRequest: true },
  "value-repeated": { severity: "info", onRequest: true },
  "merge-driver-missing": { severity: "info", onRequest: true },
  "unknown-key": { severity: "warning", also: ["error"] },
  "bad-value": { severity: "error", also: ["warning"] },
  "duplicate-id": { severity: "error" },
  "bad-name": { severity: "error" },
  "ansible-group-name": { severity: "error" },
  "bad-inherit-mode": { severity: "error" },
  "bad-property-name": { severity: "error" },
  "bad-criterion": { severity: "error" },
  "query-limit": { severity: "error" },
  "unknown-group": { severity: "error" },
  "missing-parent": { severity: "error" },
  "parent-cycle": { severity: "error" },
  "membership-cycle": { severity: "error" },
  "not-in-parent": { severity: "error" },
  "order-cycle": { severity: "error" },
  "order-contradiction": { severity: "error" },
  "group-conflict": { severity: "error" },
  "order-limit": { severity: "error" },
  "latent-conflict": { severity: "warning" },
  "type-change": { severity: "warning" },
  "unknown-node": { severity: "warning" },
  "group-empty": { severity: "warning" },
  "group-unknown-fact": { severity: "warning" },
  "criterion-unset": { severity: "info" },
  "provider-mismatch": { severity: "error" },
  "nodes-lost": { severity: "error", also: ["warning"] },
  "inventory-lost": { severity: "error" },
  "semantic-conflict": { severity: "error", also: ["warning"] },
  "proof-false": { severity: "error" },
  "proof-stale": { severity: "warning" },
  "reach-exceeded": { severity: "error" },
  "policy-weakened": { severity: "error", also: ["warning"] },
  "baseline-stale": { severity: "info" },
  "unknown-technique": { severity: "error" },
  "unknown-directive": { severity: "error" },
  "bad-target": { severity: "error" },
  "technique-version-mix": { severity: "error" },
  "policy-mode-mix": { severity: "error" },
  "policy-tie": { severity: "warning" },
  "rule-name-twice": { severity: "warning" },
  "missing-property": { severity: "error" },
  syntax: { severity: "error" },
  "ref-cycle": { severity: "error" },
  "merge-undefined": { severity: "error" },
  "bad-namespace": { severity: "error" },
  "too-shallow": { severity: "error" },
  "json-syntax": { severity: "error" },
  "not-an-object": { severity: "error" },
  "property-case-clash": { severity: "warning" },
  "fileid-collision": { severity: "warning" },
  "symlink-escape": { severity: "error", also: ["warning"], unread: true },
  "file-unreadable": { severity: "error", also: ["warning"], unread: true },
  "submodule-missing": { severity: "error", also: ["warning"], unread: true },
  "name-refused": { severity: "error", unread: true },
  "encrypted-file": { severity: "error", unread: true },
  "lfs-pointer": { severity: "error", unread: true },
  "filtered-file": { severity: "error", unread: true },
  "name-not-utf8": { severity: "error" },
  unmerged: { severity: "error" },
  "unknown-class": { severity: "error" },
  "contract-type": { severity: "error", keepsValues: true },
  "contract-required": { severity: "error", keepsValues: true },
  "contract-unknown-key": { severity: "error", keepsValues: true },
  "contract-set-in": { severity: "error", keepsValues: true },
  "contract-final": { severity: "error", keepsValues: true },
  "contract-clash": { severity: "error", keepsValues: true },
  "contract-deprecated": { severity: "warning" },
  "contract-unique": { severity: "error", keepsValues: true },
  "contract-same": { severity: "error", keepsValues: true },
  "contract-count": { severity: "error", keepsValues: true },
  "contract-requires": { severity: "error", keepsValues: true },
  "contract-forbids": { severity: "error", keepsValues: true },
  "contract-unused": { severity: "info", onRequest: true },
  "expectation-failed": { severity: "error", keepsValues: true },
} as const;

export type DiagnosticCode = keyof typeof codes;

/** The other severities of a code; never for a code with one severity. */
export type OtherSeverity<Code extends DiagnosticCode> = (typeof codes)[Code] extends {
  also: readonly (infer Other extends Severity)[];
}
  ? Other
  : never;

const entries: Readonly<Record<DiagnosticCode, CodeEntry>> = codes;

/** The severities of a code, the usual one first. */
export function severitiesOf(code: DiagnosticCode): readonly Severity[] {
  const { severity, also = [] } = entries[code];
  return [severity, ...also];
}

/** Whether a code is checked only on request. */
export function isOnRequest(code: DiagnosticCode): boolean {
  return entries[code].onRequest === true;
}

/** Whether a finding takes nothing away, so that its severity is a matter of choice. */
export function keepsValues(code: DiagnosticCode): boolean {
  return entries[code].keepsValues === true;
}

/** Whether something was not read, for another reason than what the data say (rule J9 in docs/concepts/gates.md). */
export function isUnread(code: DiagnosticCode): boolean {
  return entries[code].unread === true;
}

/** Whether a text is one of the codes. */
export function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(codes, text);
}

export const allCodes: readonly DiagnosticCode[] = Object.keys(codes).filter(isCode);
