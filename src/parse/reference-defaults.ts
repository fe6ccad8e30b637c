import type { Diagnostic } from "../model/findings/diagnostic.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { isBareKey, prefixCharacters } from "../model/values/key-prefix.ts";
import type { Span } from "../model/values/origin.ts";
import type { DefaultReader, DefaultValue } from "../model/values/reference-path.ts";
import { textValue, type Value } from "../model/values/value.ts";
import { parseYaml, plainSyntax } from "./yaml/parse.ts";

/**
 * Reads the defaults of references (rule R10 of docs/concepts/references.md): YAML 1.2 as serde_yaml reads it, since
 * reclass-rs does. References in the text are no longer filled in; prefixes of keys are read by the merge. Each text is
 * read once.
 */
export function defaultReader(settings: Settings): DefaultReader {
  const prefixes = prefixCharacters(settings);
  const syntax = { ...plainSyntax, plainKey: (key: string) => isBareKey(key, prefixes) };
  const known = new Map<string, Reading>();
  return (text, origin) => {
    let reading = known.get(text);
    if (reading === undefined) {
      const faults: Diagnostic[] = [];
      const file = { path: origin.file.path, blob: "", text };
      const value = parseYaml(file, { syntax, report: (fault) => faults.push(fault), version: "1.2" });
      const [fault] = faults;
      reading = fault === undefined ? value : { fault: faultText(fault) };
      known.set(text, reading);
    }
    if (reading !== undefined && "fault" in reading) return reading;
    return reading === undefined ? { kind: "scalar", type: "null", data: null, origin } : placed(reading, origin);
  };
}

/** Undefined for a text without a value, which is null. */
type Reading = Value | { readonly fault: string } | undefined;

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
