export type Severity = "error" | "warning" | "info";

interface CodeEntry {
  readonly severity: Severity;
  /** A second severity, which the page of the code in docs/checks gives to certain cases. */
  readonly also?: Severity;
  /** Looked for only on request: that takes longer, and needs all nodes. */
  readonly onRequest?: true;
  readonly title: string;
}

/** Every diagnostic code, listed once: a stable word, its severity, and what it means in one line. */
export const codes = {
  "yaml-syntax": { severity: "error", title: "a file is not valid YAML" },
  "yaml-limit": { severity: "error", title: "a file is nested, aliased or sized beyond what heir reads" },
  "yaml-duplicate-key": { severity: "warning", title: "a mapping has the same key twice; the last one counts" },
  "merge-marker": { severity: "error", title: "a file still holds git's conflict markers" },
  "section-type": { severity: "error", title: "a section of a node or class file has the wrong type" },
  "key-invalid": { severity: "error", title: "a key is empty or nothing but a prefix" },
  "class-not-found": { severity: "error", title: "a class is listed but has no file" },
  "class-skipped": { severity: "warning", title: "a missing class was skipped, as ignore_class_notfound asks" },
  "class-name-invalid": { severity: "error", title: "a class name holds a space or a slash" },
  "class-name-unresolved": { severity: "error", title: "a reference in a class name cannot be resolved" },
  "class-mapping": { severity: "error", title: "an entry of class_mappings cannot be read" },
  "class-cycle": { severity: "error", title: "classes include each other in a loop" },
  "removal-unsettled": { severity: "error", title: "removals of classes undo each other and never settle" },
  "remove-nothing": { severity: "warning", title: "a removal removes nothing" },
  "duplicate-name": { severity: "error", title: "two files define one node or one class" },
  "uri-overlap": { severity: "error", title: "the folders of nodes and classes overlap" },
  "path-not-found": { severity: "error", title: "a folder that the settings name does not exist" },
  "unresolved-reference": { severity: "error", title: "a reference has no target" },
  "overwritten-reference": { severity: "warning", title: "a reference without a target is overwritten later" },
  "reference-cycle": { severity: "error", title: "references lead back to themselves" },
  "reference-syntax": { severity: "error", title: "a reference is not closed or empty" },
  "reference-limit": { severity: "error", title: "references are nested or chained beyond what heir follows" },
  "query-failed": { severity: "error", title: "a node that an inventory query asks cannot answer" },
  "query-expression": { severity: "error", title: "an inventory query cannot be evaluated" },
  "merge-type": { severity: "error", title: "values of different kinds meet at one key" },
  "constant-changed": { severity: "error", title: "a constant is set again" },
  "yaml-1.1-surprise": { severity: "warning", title: "a scalar has a type in YAML 1.1 that people do not expect" },
  "prefix-as-text": { severity: "warning", title: "a prefix stands where it means nothing" },
  "container-in-text": { severity: "warning", title: "a list or mapping is put into text" },
  "order-fragile": { severity: "warning", title: "only the order of a list decides between two classes" },
  "allow-useless": { severity: "warning", title: "a comment allows a finding that is not there" },
  "dead-value": { severity: "info", onRequest: true, title: "no node sees a value of a class or group" },
  "class-unused": { severity: "info", onRequest: true, title: "no node gets a class" },
  "unknown-key": { severity: "warning", also: "error", title: "a key is not one that heir reads" },
  "bad-value": { severity: "error", also: "warning", title: "a value has the wrong type or is out of bounds" },
  "duplicate-id": { severity: "error", title: "two files have one id" },
  "bad-name": { severity: "error", title: "an id begins with ~ or holds a control character" },
  "bad-inherit-mode": { severity: "error", title: "an inherit mode is not three known letters" },
  "bad-property-name": { severity: "error", title: "the name of a property holds a sign that is not allowed" },
  "bad-criterion": { severity: "error", title: "a criterion of a group cannot be read" },
  "unknown-group": { severity: "error", title: "a group is named but has no file" },
  "missing-parent": { severity: "error", title: "a group has a parent that has no file" },
  "parent-cycle": { severity: "error", title: "groups are parents of each other in a loop" },
  "membership-cycle": { severity: "error", title: "whether a node is in a group depends on itself" },
  "not-in-parent": { severity: "error", title: "a node is put into a group but is not in a parent of it" },
  "order-cycle": { severity: "error", title: "the order of groups leads back to itself" },
  "order-contradiction": { severity: "error", title: "two edges order a pair of groups in both ways" },
  "group-conflict": { severity: "error", title: "groups that nothing orders give a property different values" },
  "latent-conflict": { severity: "warning", title: "groups disagree on a property, and a later layer hides it" },
  "type-change": { severity: "warning", title: "a property changes its type from one layer to the next" },
  "unknown-node": { severity: "warning", title: "a group lists a node that does not exist" },
  "group-empty": { severity: "warning", title: "a group can never hold a node" },
  "group-unknown-fact": { severity: "warning", title: "a criterion asks for a fact that no node has" },
  "provider-mismatch": { severity: "error", title: "a property is changed by someone who is not its provider" },
  "unknown-technique": { severity: "error", title: "a directive names a technique that has no file" },
  "unknown-directive": { severity: "error", title: "a rule names a directive that has no file" },
  "bad-target": { severity: "error", title: "a target of a rule cannot be read" },
  "technique-version-mix": { severity: "error", title: "a merged policy has directives of different versions" },
  "policy-mode-mix": { severity: "error", title: "a merged policy has directives of different policy modes" },
  "policy-tie": { severity: "warning", title: "only names decide between directives of one priority" },
  "rule-name-twice": { severity: "warning", title: "two rules have one name" },
  "missing-property": { severity: "error", title: "a directive asks for a property that the node does not have" },
  syntax: { severity: "error", title: "a variable of a directive cannot be read" },
  "ref-cycle": { severity: "error", title: "properties refer to each other in a loop" },
  "merge-undefined": { severity: "error", title: "both operands of a merge are undefined" },
  "bad-namespace": { severity: "error", title: "a namespace of properties.d has a name that is not allowed" },
  "too-shallow": { severity: "error", title: "a namespace of properties.d holds no object" },
  "json-syntax": { severity: "error", title: "a file of properties.d is not JSON" },
  "not-an-object": { severity: "error", title: "a file of properties.d holds no object" },
  "property-case-clash": { severity: "warning", title: "names of properties differ only in case" },
  "fileid-collision": { severity: "warning", title: "two files of properties.d share one file id" },
  "symlink-escape": { severity: "error", also: "warning", title: "a symbolic link leads out of the tree" },
  "file-unreadable": { severity: "error", also: "warning", title: "a file cannot be read" },
  unmerged: { severity: "error", title: "a path of the index holds more than one version" },
} as const;

export type DiagnosticCode = keyof typeof codes;

/** The second severity of a code that has one, else nothing. */
export type OtherSeverity<Code extends DiagnosticCode> = (typeof codes)[Code] extends {
  also: infer Other extends Severity;
}
  ? Other
  : never;

/** Whether findings of a code are looked for only on request. */
export function isOnRequest(code: DiagnosticCode): boolean {
  const entry: CodeEntry = codes[code];
  return entry.onRequest === true;
}

/** Whether a text is one of the codes. */
export function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(codes, text);
}
