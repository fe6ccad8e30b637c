import { keptAt } from "../base/made-once.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../model/values/key-prefix.ts";
import type { DefaultReader, DefaultValue } from "../model/values/reference-path.ts";
import { type Span, textValue, type Value } from "../model/values/value.ts";
import { parseYaml, plainSyntax } from "./yaml/parse.ts";

/**
 * Reads defaults of references (rule R10 of docs/concepts/references.md) as YAML 1.2, as reclass-rs does by serde_yaml.
 * References inside are not filled in; the merge reads prefixes of keys. Each text is read once.
 */
export function defaultReader(settings: Settings): DefaultReader {
  const prefixes = prefixCharacters(settings);
  const syntax = { ...plainSyntax, plainKey: (key: string) => isBareKey(key, prefixes) };
  const known = new Map<string, Reading>();
  return (text, origin) => {
    const reading = keptAt(known, text, (): Reading => {
      const faults: Diagnostic[] = [];
      const file = { path: origin.file.path, blob: "", text };
      const value = parseYaml(file, { syntax, report: (fault) => faults.push(fault), version: "1.2" });
      const [fault] = faults;
      if (fault !== undefined) return { fault: faultText(fault) };
      return value ?? { kind: "scalar", type: "null", data: null, origin };
    });
    return "fault" in reading ? reading : placed(reading, origin);
  };
}

type Reading = Value | { readonly fault: string };

/** The text may hold the value of a reference, which may be secret: no part of it is quoted. */
function faultText({ code, message }: Diagnostic): string {
  return code === "yaml-duplicate-key" ? "a mapping has a key twice" : message;
}

/** The same value with another origin. */
function placed(value: Value, origin: Span): DefaultValue {
  switch (value.kind) {
    case "scalar":
      return { ...value, origin };
    case "template":
      return textValue(value.text, origin);
    case "set":
      return { ...value, items: value.items.map((item) => ({ ...item, origin })), origin };
    case "list":
      return { ...value, items: value.items.map((item) => placed(item, origin)), origin };
    case "map": {
      const entries = value.entries.map(({ key, keyNode, value: inner }) => {
        return { key, keyNode: { ...keyNode, origin }, value: placed(inner, origin) };
      });
      return { ...value, entries, origin };
    }
  }
}
