import type { WrittenSettings } from "../../model/inventory/settings.ts";
import type { MapEntry, SourceFile } from "../../model/values/value.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { plainData } from "./settings.ts";

/** Keys of settings files as written, weakest file first, even invalid ones; `checks.CODE` for a code. Never fails. */
export function writtenSettings(files: readonly SourceFile[]): WrittenSettings {
  const written = new Map<string, { readonly value: unknown; readonly span: MapEntry["keyNode"]["origin"] }>();
  for (const file of files) {
    const root = parseYaml(file, { syntax: plainSyntax, report: () => undefined });
    if (root?.kind !== "map") continue;
    for (const entry of root.entries.flatMap(parts)) {
      const span = { ...entry.keyNode.origin, end: entry.value.origin.end };
      written.set(entry.key, { value: plainData(entry.value), span });
    }
  }
  return written;
}

/** An entry, or the entries of `checks`. */
function parts(entry: MapEntry): readonly MapEntry[] {
  if (entry.key !== "checks" || entry.value.kind !== "map") return [entry];
  return entry.value.entries.map((each) => ({ ...each, key: `checks.${each.key}` }));
}
