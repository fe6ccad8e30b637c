import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { VariableMerge } from "../../model/inventory/policy.ts";
import type { RuntimeEntry } from "../../model/inventory/runtime.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { MapEntry } from "../../model/values/value.ts";

/** Entries of one namespace whose keys differ only in case. */
export interface SameKeys {
  readonly namespace: string;
  readonly entries: readonly (readonly [string, RuntimeEntry])[];
}

/** A namespace that the agent does not take. */
export function badNamespace({ key, keyNode }: MapEntry): Diagnostic {
  return finding("bad-namespace", keyNode.origin, `"${key}" is not the name of a namespace`, {
    hint: "use letters, digits and underscores, with a letter or digit first",
  });
}

/** A namespace without keys. */
export function tooShallow({ key, value }: MapEntry): Diagnostic {
  return finding("too-shallow", value.origin, `the namespace ${key} must hold an object of keys`, {
    hint: `if ${key} is a key, put it below a namespace: {"properties": {"${key}": ...}}`,
  });
}

/** Keys that are equal for an agent on Windows. */
export function caseClash({ namespace, entries }: SameKeys): Diagnostic {
  const [first, ...others] = entries;
  const keys = entries.map(([key]) => key).join(", ");
  return finding(
    "property-case-clash",
    first?.[1].keyOrigin,
    `${keys} differ only in case: on Windows they are one key of node.${namespace}`,
    {
      related: others.map(([key, { keyOrigin }]) => ({ span: keyOrigin, caption: `${key} is set here` })),
      hint: "rename all but one of them",
    },
  );
}

/** A file with its debug variable. */
interface Copied {
  readonly file: SourceFile;
  readonly variable: string;
}

/** Two files whose debug variables have the same name. */
export function sameFileId(first: Copied, second: Copied): Diagnostic {
  return finding(
    "fileid-collision",
    { file: second.file, start: 0, end: 0 },
    `${first.file.path} and ${second.file.path} share the variable ${second.variable}`,
    {
      related: [{ span: { file: first.file, start: 0, end: 0 }, caption: "its copy is replaced" }],
      hint: "rename one of them; the properties themselves are not affected",
    },
  );
}

/** A merge without any operand. */
export function mergeUndefined({ name, first, second, origin }: VariableMerge): Diagnostic {
  return finding(
    "merge-undefined",
    origin,
    `${name} cannot be merged: neither ${first.text} nor ${second.text} is defined`,
    { hint: "one of them is enough: set it for the node or in its properties.d" },
  );
}

/** A merge of two values that are neither both objects nor both lists. */
export function mergeKinds({ name, first, second, origin }: VariableMerge): Diagnostic {
  return finding(
    "merge-type",
    origin,
    `${name} cannot be merged: ${first.text} and ${second.text} are neither two objects nor two lists`,
    { hint: "make both of them objects, or both lists" },
  );
}
