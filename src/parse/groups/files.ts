import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { groupForm, matchForm, orderForm } from "../../model/forms/group-forms.ts";
import type { ClassMention, PropertySet } from "../../model/inventory/definition.ts";
import type { Criterion, Group, Groups, Match, OrderChain } from "../../model/inventory/group.ts";
import { emptyGroups } from "../../model/inventory/group.ts";
import { rooted, type Settings } from "../../model/inventory/settings.ts";
import { entryOf, type MapValue, type SourceFile, type Value } from "../../model/values/value.ts";
import { remembered } from "../../speed/kept.ts";
import { checkedClass } from "../definitions/names.ts";
import { type Files, type FormFile, formFiles } from "../forms/files.ts";
import {
  booleanOf,
  given,
  idList,
  idsIn,
  listOf,
  type ReadForm,
  readForm,
  removableIds,
  reportBadValue,
  textAt,
} from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { readCriterion } from "./criterion.ts";
import { readProperties } from "./properties.ts";

/**
 * Reads `groups/`, `globals.yml` and `order.yml`; `emptyGroups` if there is none. Never fails: faults are in
 * `diagnostics`. Names are not checked. Snapshots with the same settings share the `Group` object of equal files.
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
  if (item.kind === "list" && item.items.length >= 2) return [idsIn(item.items, "a chain", report)];
  const fault = "an entry of order must be a list of two or more groups, the lowest priority first";
  return reportBadValue(item, fault, report) ?? [];
}

function topFile(name: string, { blobs, settings, file }: Files, report: Report): SourceFile | undefined {
  const path = rooted(settings, "") + name;
  const blob = blobs.get(path);
  return blob === undefined ? undefined : file(path, blob, report);
}

function groupOf({ id, path, blob }: FormFile, { settings, file }: Files, report: Report): Group {
  const { group, faults } = parsedGroup(file(path, blob, report), id, settings);
  for (const fault of faults) report(fault);
  return group;
}

const parsedGroup = remembered("shared", (source: SourceFile, id: string, settings: Settings) => {
  const faults: Diagnostic[] = [];
  return { group: parseGroup(source, { id, settings, report: (fault) => faults.push(fault) }), faults };
});

const MATCH_KEYS = keyNames(matchForm);

interface GroupReading {
  readonly id: string;
  readonly settings: Settings;
  readonly report: Report;
}

/** Reads a group file, but does not check names in it. Never fails: faults are reported, unreadable parts are empty. */
export function parseGroup(file: SourceFile, { id, settings, report }: GroupReading): Group {
  const root = parseYaml(file, { syntax: plainSyntax, report });
  const form = readForm(root, { file, what: "a group", keys: GROUP_KEYS, report });
  textAt(form, "description", report);
  const parents = idList(form, "parents", report);
  const members = readMembers(form, { file, report });
  return {
    id,
    file,
    parents,
    members,
    classes: readClasses(form, settings, report),
    properties: readProperties(given(form, "properties"), { file, what: "properties", report }),
    enabled: booleanOf(form, "enabled", report) ?? true,
  };
}

const GROUP_KEYS = keyNames(groupForm);

function readMembers(form: MapValue, { file, report }: Pick<ReadForm, "file" | "report">): Group["members"] {
  const match = given(form, "match");
  const named = given(form, "nodes") === undefined ? undefined : entryOf(form, "nodes");
  const nodes = named === undefined ? undefined : idList(form, "nodes", report);
  if (match === undefined) return nodes === undefined ? { kind: "none" } : { kind: "nodes", nodes };
  if (named !== undefined) {
    const message = "a group can have match or nodes, not both";
    const related = [{ span: named.keyNode.origin, caption: "its nodes are listed here" }];
    report(finding("bad-value", match.origin, message, { related }));
  }
  return { kind: "match", match: readMatch(match, { file, report }) };
}

/** Class names are absolute here: a leading dot has no meaning. */
function readClasses(form: MapValue, settings: Settings, report: Report): readonly ClassMention[] {
  const mentions = removableIds(form, "classes", report);
  return mentions.flatMap((mention) => checkedClass(mention, { settings, report, absolute: (name) => name }));
}

/** `match` of a group. Reports `bad-value` for the mapping, and `bad-criterion` for a criterion, which is left out. */
function readMatch(value: Value, { file, report }: Pick<ReadForm, "file" | "report">): Match {
  const form = readForm(value, { file, what: "match", keys: MATCH_KEYS, report });
  const joins = (["all", "any"] as const).filter((key) => given(form, key) !== undefined);
  if (value.kind === "map" && joins.length !== 1) {
    const found = joins.length === 2 ? "has both" : "has neither";
    reportBadValue(value, `match must have either all or any; this one ${found}`, report);
  }
  return {
    join: joins[0] ?? "all",
    criteria: joins.flatMap((key) => criteria(form, key, report)),
    not: booleanOf(form, "not", report) ?? false,
    policyServers: booleanOf(form, "policyServers", report) ?? false,
    origin: value.origin,
  };
}

function criteria(form: MapValue, key: "all" | "any", report: Report): readonly Criterion[] {
  return listOf(form, key, report).flatMap((item) => {
    if (item.kind !== "map" || (entryOf(item, "all") ?? entryOf(item, "any")) === undefined) {
      return readCriterion(item, report) ?? [];
    }
    const message = "a match cannot be inside another match";
    const hint = "make the inner match a group, and use the criterion group: ID";
    report(finding("bad-value", item.origin, message, { hint }));
    return [];
  });
}
