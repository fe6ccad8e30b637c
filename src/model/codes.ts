export type Severity = "error" | "warning" | "info";

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
  "unknown-key": { severity: "warning", title: "a key is not one that heir reads" },
  "bad-value": { severity: "error", title: "a setting has a value of the wrong type" },
  "symlink-escape": { severity: "error", title: "a symbolic link leads out of the tree" },
  "file-unreadable": { severity: "error", title: "a file cannot be read" },
  unmerged: { severity: "error", title: "a path of the index holds more than one version" },
} as const;

export type DiagnosticCode = keyof typeof codes;

/** Whether a text is one of the codes. */
export function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(codes, text);
}
