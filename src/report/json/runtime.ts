import { jsonString, terminalSafeJson } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Namespace, RuntimeEntry, RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/** What stands for a file where a property comes from the node's own resolved ones. */
export const RESOLVED = "(resolved)";

/** `heir properties NODE --runtime --json` (version 1, docs/reference/json.md). */
export function runtimeJson(runtime: Masked<RuntimeProperties>): string {
  const { node, namespaces, merged, files, errors, caseCollisions } = runtime;
  const ofEach = (text: (entry: RuntimeEntry) => string): string => {
    return object(namespaces, (namespace: Namespace) => object(namespace, text));
  };
  const parts = [
    '"v":1',
    `"node":${jsonString(node)}`,
    `"namespaces":${ofEach(({ value }) => valueJson(value))}`,
    `"origin":${ofEach(({ file = RESOLVED }) => jsonString(file))}`,
    `"merged":${object(merged, valueJson)}`,
    `"files":${object(
      files.map(({ path, variable }) => [path, variable] as const),
      jsonString,
    )}`,
    `"errors":${plainJson(errors.map(({ file, code, name }) => ({ file, kind: code, name })))}`,
    `"caseCollisions":${plainJson(caseCollisions)}`,
  ];
  return `{${parts.join(",")}}`;
}

function plainJson(data: readonly object[]): string {
  return terminalSafeJson(JSON.stringify(data));
}

function object<Item>(members: Iterable<readonly [string, Item]>, text: (item: Item) => string): string {
  return `{${[...members].map(([key, item]) => `${jsonString(key)}:${text(item)}`).join(",")}}`;
}
