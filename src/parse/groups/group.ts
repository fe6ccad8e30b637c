import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { keyNames } from "../../model/forms/form.ts";
import { groupForm, matchForm } from "../../model/forms/group-forms.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Criterion, Group, Match } from "../../model/inventory/group.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { checkedClass } from "../definitions/names.ts";
import { booleanOf, given, idList, listOf, readForm, removableIds, reportBadValue, textAt } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { readCriterion } from "./criterion.ts";
import { readProperties } from "./properties.ts";

const MATCH_KEYS = keyNames(matchForm);

/** The id of the group in a file, and the settings that its classes are read with. */
export interface GroupReading {
  readonly id: string;
  readonly settings: Settings;
  readonly report: Report;
}

/**
 * Reads one group file. Does not check whether the groups, nodes and classes in it exist.
 *
 * Never fails: faults are reported, and unreadable parts are empty.
 */
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

function readMembers(
  form: MapValue,
  { file, report }: { readonly file: SourceFile; readonly report: Report },
): Group["members"] {
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

/**
 * `match` of a group: `all` or `any` with a list of criteria, `not` and `policyServers`.
 *
 * Reports `bad-value` for the mapping, and `bad-criterion` for a criterion, which is left out.
 */
function readMatch(value: Value, { file, report }: { readonly file: SourceFile; readonly report: Report }): Match {
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
