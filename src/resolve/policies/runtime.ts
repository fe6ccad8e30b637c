import { keptAt } from "../../base/made-once.ts";
import { grouped } from "../../base/text-order.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type {
  MergeOperand,
  Namespace,
  ParsedRuntimeFile,
  RuntimeEntry,
  RuntimeError,
  RuntimeProperties,
  VariableMerge,
} from "../../model/inventory/policy.ts";
import { isMap, type MapEntry, type MapValue, type SourceFile, startOf, type Value } from "../../model/values/value.ts";
import { mapEntries, valueUnder } from "../../model/values/value-at.ts";

export interface RuntimeSource {
  readonly node: string;
  /** The node's resolved properties. */
  readonly resolved: ReadonlyMap<string, Value>;
  /** The files of `properties.d/NODE/`, in the order in which they are read. */
  readonly files: readonly ParsedRuntimeFile[];
  /** The merges of the node's policies, in the order of values. */
  readonly merges: readonly VariableMerge[];
}

/** A fault, and the namespace or variable that it leaves out. */
interface NamedFault {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/**
 * The values that a node's agent has at run time: the resolved properties as the namespace `properties`, then each file
 * over those before it, then the merges. A key of a namespace is replaced as a whole, never merged; namespaces never
 * mix. Never fails: files and namespaces with faults are left out and reported; the others count.
 */
export function runtimeProperties({ node, resolved, files, merges }: RuntimeSource): RuntimeProperties {
  const namespaces = new Map<string, Map<string, RuntimeEntry>>();
  const own = [...resolved].map(([key, value]) => [key, { value, keyOrigin: value.origin, file: undefined }] as const);
  if (own.length > 0) namespaces.set("properties", new Map(own));
  const faults = files.flatMap((file) => addFile(file, namespaces));
  const { merged, faults: mergeFaults } = mergedVariables(merges, namespaces);
  const all = [...faults, ...mergeFaults];
  const collisions = sameKeys(namespaces);
  const variables = files.map((each) => ({ ...each, variable: `properties.property_${fileId(each.pathOnNode)}` }));
  return {
    node,
    namespaces,
    files: variables.map(({ file, variable }) => ({ path: file.path, variable })),
    merged,
    errors: all.flatMap(runtimeError),
    caseCollisions: collisions.map(({ namespace, entries }) => ({ namespace, keys: entries.map(([key]) => key) })),
    diagnostics: [
      ...all.map(({ diagnostic }) => diagnostic),
      ...variables.flatMap((each, index) => {
        const first = variables.slice(0, index).find(({ variable }) => variable === each.variable);
        return first === undefined ? [] : [sameFileId(first, each)];
      }),
      ...collisions.map(caseClash),
    ],
  };
}

/** Merges the namespaces of a file over those before it, and returns their faults. */
function addFile(
  { file, content, diagnostics }: ParsedRuntimeFile,
  namespaces: Map<string, Map<string, RuntimeEntry>>,
): readonly NamedFault[] {
  const faults = diagnostics.map((diagnostic) => ({ name: "", diagnostic }));
  for (const entry of content?.entries ?? []) {
    const fault = namespaceFault(entry);
    if (fault !== undefined) faults.push({ name: entry.key, diagnostic: fault });
    else {
      const namespace = keptAt(namespaces, entry.key, () => new Map<string, RuntimeEntry>());
      for (const { key, keyNode, value } of mapEntries(entry.value))
        namespace.set(key, { value, keyOrigin: keyNode.origin, file: file.path });
    }
  }
  return faults;
}

const NAMESPACE = /^[A-Za-z0-9][A-Za-z0-9_]*$/;

function namespaceFault({ key, keyNode, value }: MapEntry): Diagnostic | undefined {
  if (!NAMESPACE.test(key)) {
    const hint = "use letters, digits and underscores, with a letter or digit first";
    return finding("bad-namespace", keyNode.origin, `"${key}" is not the name of a namespace`, { hint });
  }
  if (isMap(value)) return undefined;
  const hint = `if ${key} is a key, put it below a namespace: {"properties": {"${key}": ...}}`;
  return finding("too-shallow", value.origin, `the namespace ${key} must hold an object of keys`, { hint });
}

function runtimeError({ name, diagnostic }: NamedFault): readonly RuntimeError[] {
  const { severity, code, span } = diagnostic;
  return severity === "error" && span !== undefined ? [{ file: span.file.path, code, name }] : [];
}

/** Keys of one namespace that are equal if case is ignored. */
function sameKeys(namespaces: ReadonlyMap<string, Namespace>): readonly SameKeys[] {
  return [...namespaces].flatMap(([namespace, keys]) => {
    const byLowerCase = grouped(keys, (entry) => entry[0].toLowerCase());
    return [...byLowerCase.values()].filter(({ length }) => length > 1).map((entries) => ({ namespace, entries }));
  });
}

/** A path as part of a variable name. The agent replaces bytes, so a non-ASCII letter becomes several characters. */
function fileId(path: string): string {
  return path.replace(/[^A-Za-z0-9_]/gu, (character) => "_".repeat(new TextEncoder().encode(character).length));
}

/** The variables that merges make, as `variable_dict_merge_tolerant` does; of one variable the last merge counts. */
function mergedVariables(
  merges: readonly VariableMerge[],
  namespaces: ReadonlyMap<string, Namespace>,
): { readonly merged: ReadonlyMap<string, Value>; readonly faults: readonly NamedFault[] } {
  const merged = new Map<string, Value>();
  const faults = merges.flatMap((merge) => {
    const result = tolerantMerge(merge, namespaces);
    if ("code" in result) {
      merged.delete(merge.name);
      return [{ name: merge.name, diagnostic: result }];
    }
    merged.set(merge.name, result);
    return [];
  });
  return { merged, faults };
}

/** The second operand merged over the first on the first level only, lists joined; undefined operands do not count. */
function tolerantMerge(merge: VariableMerge, namespaces: ReadonlyMap<string, Namespace>): Value | Diagnostic {
  const [first, second] = [operand(merge.first, namespaces), operand(merge.second, namespaces)];
  if (first === undefined || second === undefined) return first ?? second ?? mergeUndefined(merge);
  if (first.kind === "list" && second.kind === "list") {
    return { ...first, items: [...first.items, ...second.items], origin: merge.origin };
  }
  if (isMap(first) && isMap(second)) return overlaid(first, second, merge);
  return mergeKinds(merge);
}

function operand({ namespace, keys }: MergeOperand, namespaces: ReadonlyMap<string, Namespace>): Value | undefined {
  const [key = "", ...deeper] = keys;
  let value = namespaces.get(namespace)?.get(key)?.value;
  for (const next of deeper) value = value === undefined ? undefined : valueUnder(value, next);
  return value;
}

function overlaid(first: MapValue, second: MapValue, { origin }: VariableMerge): MapValue {
  const entries = new Map([...first.entries, ...second.entries].map((entry) => [entry.key, entry]));
  return { kind: "map", entries: [...entries.values()], origin, plain: first.plain && second.plain };
}

interface SameKeys {
  readonly namespace: string;
  readonly entries: readonly (readonly [string, RuntimeEntry])[];
}

/** Keys that are equal for an agent on Windows. */
function caseClash({ namespace, entries }: SameKeys): Diagnostic {
  const [first, ...others] = entries;
  const keys = entries.map(([key]) => key).join(", ");
  const message = `${keys} differ only in case: on Windows they are one key of node.${namespace}`;
  const related = others.map(([key, { keyOrigin }]) => ({ span: keyOrigin, caption: `${key} is set here` }));
  const hint = "rename all but one of them";
  return finding("property-case-clash", first?.[1].keyOrigin, message, { related, hint });
}

/** A file with its debug variable. */
interface Copied {
  readonly file: SourceFile;
  readonly variable: string;
}

/** Two files whose debug variables have the same name. */
function sameFileId(first: Copied, second: Copied): Diagnostic {
  const message = `${first.file.path} and ${second.file.path} share the variable ${second.variable}`;
  const related = [{ span: startOf(first.file), caption: "its copy is replaced" }];
  const hint = "rename one of them; the properties themselves are not affected";
  return finding("fileid-collision", startOf(second.file), message, { related, hint });
}

/** A merge without any operand. */
function mergeUndefined({ name, first, second, origin }: VariableMerge): Diagnostic {
  const message = `${name} cannot be merged: neither ${first.text} nor ${second.text} is defined`;
  const hint = "one of them is enough: set it for the node or in its properties.d";
  return finding("merge-undefined", origin, message, { hint });
}

/** A merge of two values that are neither both objects nor both lists. */
function mergeKinds({ name, first, second, origin }: VariableMerge): Diagnostic {
  const message = `${name} cannot be merged: ${first.text} and ${second.text} are neither two objects nor two lists`;
  return finding("merge-type", origin, message, { hint: "make both of them objects, or both lists" });
}
