import type { NameMention } from "../../../model/inventory/definition.ts";
import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Policy, RuleDirective } from "../../../model/inventory/policy.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Delimiters } from "../../../model/values/template.ts";
import { isMap, type MapValue, textValue, type Value } from "../../../model/values/value.ts";
import type { NodeData } from "../../../resolve/data/node-data.ts";
import { beginsWith, referencesInText } from "../../../written/reference-text.ts";
import { type Replacement, textAfter } from "../text/source-text.ts";
import { type KindRename, type RenamedPath, renamedKeys, renamedPath } from "./claim.ts";

/** The resolved data of a node as if only the names differed (rule X2); its own name is not touched. Never fails. */
export function withNames(state: NodeData, renames: readonly KindRename[], delimiters: Delimiters): NodeData {
  return renames.reduce((view, rename) => renamed(view, rename, delimiters), state);
}

/**
 * A node with its groups in the order of a later state, if both have the same groups. Groups that nothing orders are
 * sorted by name, so a rename can move them.
 */
export function withGroupPlaces(node: ResolvedNode, later: ResolvedNode): ResolvedNode {
  const own = new Set(node.groups.map(({ name }) => name));
  const isSame = own.size === later.groups.length && later.groups.every(({ name }) => own.has(name));
  return isSame ? { ...node, groups: later.groups } : node;
}

function renamed(data: NodeData, rename: KindRename, delimiters: Delimiters): NodeData {
  const { node, policies } = data;
  switch (rename.kind) {
    case "class":
      return data.with({ node: { ...node, classes: named(node.classes, rename) } });
    case "application":
      return data.with({ node: { ...node, applications: named(node.applications, rename) } });
    case "group":
      return data.with({ node: { ...node, groups: named(node.groups, rename) } });
    case "path":
      return data.with({ node: withReferences(withKey(node, rename), rename, delimiters) });
    case "technique":
    case "directive":
    case "rule":
      return data.with({
        policies: { ...policies, policies: policies.policies.map((each) => renamedPolicy(each, rename)) },
      });
    case "node":
      return data;
  }
}

function named(mentions: readonly NameMention[], { from, to }: KindRename): readonly NameMention[] {
  if (!mentions.some(({ name }) => name === from)) return mentions;
  return mentions.map((mention) => (mention.name === from ? { ...mention, name: to } : mention));
}

function renamedPolicy(policy: Policy, rename: KindRename): Policy {
  const { from, to, kind } = rename;
  const other = <T extends { readonly id: string }>(thing: T, of: KindRename["kind"]): T =>
    kind === of && thing.id === from ? { ...thing, id: to } : thing;
  const pair = ({ rule, directive }: RuleDirective): RuleDirective => ({
    rule: other(rule, "rule"),
    directive: other(directive, "directive"),
  });
  return {
    ...policy,
    technique: other(policy.technique, "technique"),
    place: pair(policy.place),
    directives: policy.directives.map(pair),
  };
}

function withKey(node: ResolvedNode, rename: KindRename): ResolvedNode {
  const { path, key } = renamedKeys(rename);
  const [section, ...keys] = path;
  if (section === "exports") return { ...node, exports: keyed(node.exports, keys, key) };
  return { ...node, parameters: keyed(node.parameters, keys, key) };
}

/** The names of classes keep the references that make them. */
function withReferences(node: ResolvedNode, rename: KindRename, delimiters: Delimiters): ResolvedNode {
  const path = renamedPath(rename);
  const classes = node.classes.map((mention) => {
    const changes = path === undefined ? [] : referenceChanges(mention.name, path, delimiters);
    return changes.length === 0 ? mention : { ...mention, name: textAfter(mention.name, changes) };
  });
  return { ...node, classes };
}

/** A mapping in which the last key of a path is another one; the same mapping where nothing is there. */
function keyed(map: MapValue, [first, ...more]: ParameterPath, key: string): MapValue {
  const at = map.entries.findIndex((entry) => entry.key === first);
  const entry = map.entries[at];
  if (entry === undefined) return map;
  if (more.length === 0) {
    return { ...map, entries: map.entries.with(at, { ...entry, key, keyNode: textValue(key, entry.keyNode.origin) }) };
  }
  const below: Value = isMap(entry.value) ? keyed(entry.value, more, key) : entry.value;
  return below === entry.value ? map : { ...map, entries: map.entries.with(at, { ...entry, value: below }) };
}

/** The last key of a path in the references and queries of a text, nested ones included; none in a text that cannot be read. */
export function referenceChanges(text: string, path: RenamedPath, delimiters: Delimiters): readonly Replacement[] {
  const found = referencesInText(text, delimiters).filter(({ section }) => section === path.section);
  return found.flatMap(({ segments }) => {
    const last = beginsWith(segments, path.keys) ? segments[path.keys.length - 1] : undefined;
    return last === undefined ? [] : [{ start: last.start, end: last.end, text: path.key }];
  });
}
