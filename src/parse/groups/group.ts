import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { keyNames } from "../../model/forms/form.ts";
import { groupForm } from "../../model/forms/group-forms.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { entryOf, type MapValue } from "../../model/values/value.ts";
import { checkedClass } from "../definitions/class-mention.ts";
import { booleanOf, given, idList, readForm, removableIds, textAt } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";
import { readMatch } from "./match.ts";
import { readProperties } from "./properties.ts";

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
  const form = readForm(root, { file, what: "a group", keys: KEYS, report });
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

const KEYS = keyNames(groupForm);

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
