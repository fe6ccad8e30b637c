import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { orderForm } from "../../model/forms/group-forms.ts";
import type { PropertySet } from "../../model/inventory/definition.ts";
import { emptyGroups, type Group, type Groups, type OrderChain } from "../../model/inventory/group.ts";
import { rooted, type Settings } from "../../model/inventory/settings.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { type Files, type FormFile, formFiles } from "../forms/files.ts";
import { idsIn, listOf, readForm, reportBadValue } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { parseGroup } from "./group.ts";
import { readProperties } from "./properties.ts";

/**
 * Reads `groups/`, `globals.yml` and `order.yml` of a snapshot; returns `emptyGroups` if there is none of them.
 *
 * Never fails: syntax faults are in `diagnostics`. Does not check whether the names in the files exist. Equal files
 * give the same `Group` object in all snapshots that are read with the same settings.
 */
export function readGroups(files: Files): Groups {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const listed = formFiles("groups", files, report);
  const [globals, order] = [topFile("globals.yml", files, report), topFile("order.yml", files, report)];
  if (listed.length === 0 && diagnostics.length === 0 && globals === undefined && order === undefined) {
    return emptyGroups;
  }
  const groups = new Map(listed.map((form) => [form.id, groupOf(form, files, report)]));
  const read = [...[...groups.values()].map(({ file }) => file), globals, order].filter((file) => file !== undefined);
  return {
    groups,
    globals: globals === undefined ? emptyGroups.globals : parseGlobals(globals, report),
    order: order === undefined ? [] : parseOrder(order, report),
    files: new Map(read.map(({ path, blob }) => [path, blob])),
    diagnostics,
  };
}

/** `globals.yml`: names to properties. */
function parseGlobals(file: SourceFile, report: Report): PropertySet {
  return readProperties(parseYaml(file, { syntax: plainSyntax, report }), { file, what: "globals.yml", report });
}

/** `order.yml`: its chains of two or more ids; anything else is reported as `bad-value` and left out. */
function parseOrder(file: SourceFile, report: Report): readonly OrderChain[] {
  const root = parseYaml(file, { syntax: plainSyntax, report });
  const form = readForm(root, { file, what: "order.yml", keys: keyNames(orderForm), report });
  return listOf(form, "order", report).flatMap((item) => chain(item, report));
}

function chain(item: Value, report: Report): OrderChain[] {
  const isChain = item.kind === "list" && item.items.length >= 2;
  if (isChain) return [idsIn(item.items, "a chain", report)];
  reportBadValue(item, "an entry of order must be a list of two or more groups, the lowest priority first", report);
  return [];
}

function topFile(name: string, { blobs, settings, file }: Files, report: Report): SourceFile | undefined {
  const path = rooted(settings, "") + name;
  const blob = blobs.get(path);
  return blob === undefined ? undefined : file(path, blob, report);
}

interface ParsedGroup {
  readonly settings: Settings;
  readonly group: Group;
  readonly faults: readonly Diagnostic[];
}

const parsedGroups = new WeakMap<SourceFile, ParsedGroup>();

function groupOf({ id, path, blob }: FormFile, { settings, file }: Files, report: Report): Group {
  const source = file(path, blob, report);
  let parsed = parsedGroups.get(source);
  if (parsed === undefined || parsed.settings !== settings) {
    const faults: Diagnostic[] = [];
    const group = parseGroup(source, { id, settings, report: (fault) => faults.push(fault) });
    parsed = { settings, group, faults };
    parsedGroups.set(source, parsed);
  }
  for (const fault of parsed.faults) report(fault);
  return parsed.group;
}
