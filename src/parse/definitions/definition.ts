import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import { classForm, ownNodeKeys } from "../../model/forms/definition-forms.ts";
import { keyNames } from "../../model/forms/form.ts";
import type { Definition, NameMention, NodeOwn } from "../../model/inventory/definition.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { MapValue, SourceFile, Span, TemplateValue, Value } from "../../model/values/value.ts";
import { entryOf, mappingOf, textValue } from "../../model/values/value.ts";
import { booleanOf, given, mappingOr, type ReadForm, removableIds } from "../forms/form.ts";
import { readProperties } from "../groups/properties.ts";
import { listValue, mapValue } from "../yaml/merged-map.ts";
import { parseYaml, plainSyntax, textSyntax } from "../yaml/parse.ts";
import { absoluteName, checkedClass, type FileName, reportTemplateFaults } from "./names.ts";

/** Which definition a file contains, according to its path. */
export interface Identity extends FileName {
  readonly kind: "node" | "class";
}

/** Reads one node or class file. Never fails: faults are in `diagnostics`, and unreadable parts are empty. */
export function parseDefinition(file: SourceFile, identity: Identity, settings: Settings): Definition {
  const diagnostics: Diagnostic[] = [];
  const noted: TemplateValue[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const syntax = textSyntax(settings, (template) => noted.push(template));
  const root = parseYaml(file, { syntax, report });
  const sections = { file, report, top: mapping(present(root), "the file", { file, report }) };
  // The order of reclass, so that the first fault is the one that reclass reports.
  const classes = nameSection("classes", sections).flatMap((mention) => {
    return checkedClass(mention, { settings, report, absolute: (name) => absoluteName(name, identity.name) });
  });
  const applications = nameSection("applications", sections);
  const parameters = mapSection("parameters", sections);
  const exports = mapSection("exports", sections);
  const used = noted.filter(({ origin }) => [parameters, exports].some((section) => isWithin(origin, section.origin)));
  reportTemplateFaults(used, report);
  const own = identity.kind === "node" ? readOwn(sections.top, { file, report }) : undefined;
  const { kind, name, pathName } = identity;
  // Every key is named, as in `classMention`.
  return {
    kind,
    name,
    pathName,
    file,
    classes,
    applications,
    parameters,
    exports,
    environment: section("environment", sections),
    queries: used.flatMap(({ parts: [part] }) => (part?.kind === "query" ? [part.query] : [])),
    own,
    unknownSections: sections.top.entries.flatMap(({ key, keyNode }) => (isSection(key, identity) ? [] : [keyNode])),
    diagnostics,
  };
}

const SECTIONS: ReadonlySet<string> = new Set(keyNames(classForm));

function isSection(key: string, { kind }: Identity): boolean {
  return SECTIONS.has(key) || (kind === "node" && ownKeys.has(key));
}

interface Sections extends Pick<ReadForm, "file" | "report"> {
  readonly top: MapValue;
}

function section(name: string, { top }: Sections): Value | undefined {
  return present(entryOf(top, name)?.value);
}

/** A null section or a null file counts as absent. */
function present(value: Value | undefined): Value | undefined {
  return value?.kind === "scalar" && value.type === "null" ? undefined : value;
}

function mapSection(name: "parameters" | "exports", sections: Sections): MapValue {
  return mapping(section(name, sections), name, sections);
}

function mapping(value: Value | undefined, what: string, context: Omit<Sections, "top">): MapValue {
  if (value?.kind === "map") return value;
  if (value !== undefined) reportType(value, `${what} must be a mapping`, context.report);
  return mappingOf([], { file: context.file, start: 0, end: 0 });
}

function nameSection(name: "classes" | "applications", sections: Sections): NameMention[] {
  const value = section(name, sections);
  if (value === undefined) return [];
  if (value.kind !== "list") {
    reportType(value, `${name} must be a list of names`, sections.report);
    return [];
  }
  return value.items.flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) {
      reportType(item, `an entry of ${name} must be text`, sections.report);
      return [];
    }
    const remove = text.startsWith("~");
    return [{ name: remove ? text.slice(1) : text, remove, origin: item.origin }];
  });
}

function textOf(value: Value): string | undefined {
  if (value.kind === "template") return value.text;
  return value.kind === "scalar" && value.type === "text" ? String(value.data) : undefined;
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function reportType(value: Value, message: string, report: Report): void {
  report(finding("section-type", value.origin, `${message}, not ${kindName(value)}`));
}

function kindName(value: Value): string {
  if (value.kind === "map") return "a mapping";
  if (value.kind === "list") return "a list";
  if (value.kind === "set") return "a set";
  if (value.kind === "template" || value.type === "text") return "text";
  return value.type === "null" ? "null" : `a scalar (${value.type})`;
}

/** The keys of a node file that reclass does not know. */
const ownKeys: ReadonlySet<string> = new Set(ownNodeKeys.map(({ name }) => name));

/** The group and property keys of a node file, as plain text; undefined without any. Faulty parts are empty. */
function readOwn(top: MapValue, { file, report }: Omit<Sections, "top">): NodeOwn | undefined {
  const entries = top.entries.filter(({ key }) => ownKeys.has(key));
  if (entries.length === 0) return undefined;
  const own = mapValue(entries.map(unsplitEntry), top.origin, plainSyntax);
  return {
    groups: removableIds(own, "groups", report),
    facts: mappingOr(given(own, "facts"), { file, what: "facts", report }),
    properties: readProperties(given(own, "properties"), { file, what: "properties", report }),
    policyServer: booleanOf(own, "policyServer", report) ?? false,
  };
}

/** A value as `plainSyntax` reads it: a template becomes its text. */
function unsplit(value: Value): Value {
  switch (value.kind) {
    case "template":
      return textValue(value.text, value.origin);
    case "list":
      return value.plain ? value : listValue(value.items.map(unsplit), value.origin);
    case "map":
      return value.plain ? value : mapValue(value.entries.map(unsplitEntry), value.origin, plainSyntax);
    case "scalar":
    case "set":
      return value;
  }
}

function unsplitEntry(entry: MapValue["entries"][number]): MapValue["entries"][number] {
  return { ...entry, value: unsplit(entry.value) };
}
