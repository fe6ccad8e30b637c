import type { ClassMention, Definition, NameMention } from "../../model/inventory/definition.ts";
import { type Criterion, criteriaOf, type Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Directive, Rule } from "../../model/inventory/policy.ts";
import { rooted, runtimeNodeOf, SETTINGS_FILES, type Settings } from "../../model/inventory/settings.ts";
import type { HowUsed, User } from "../../model/results/uses.ts";
import type { NodeSection, ParameterPath } from "../../model/values/parameter-path.ts";
import { type Query, queryPaths } from "../../model/values/query.ts";
import { type Reference, referencePath } from "../../model/values/reference-path.ts";
import { isPlain, mappingOf, type Span, startOf, type TemplatePart, type Value } from "../../model/values/value.ts";
import { simpleTargets } from "../../resolve/policies/targets.ts";
import { callsIn } from "../../written/property-calls.ts";
import { layerAt, written } from "../../written/written.ts";

/** The values that a definition writes, by section: mappings, and the environment. */
type Sections = readonly (readonly [section: string, value: Value])[];

export interface WrittenName {
  readonly of: "application" | "class" | "directive" | "group" | "node" | "technique";
  readonly how: HowUsed;
  /** As written, where it is part of more. */
  readonly text?: string;
  /** The list of a node in which it may be. */
  readonly section?: NodeSection;
  readonly mention: NameMention;
}

export interface Writer {
  readonly by: User;
  readonly files: readonly string[];
  readonly sections: Sections;
  readonly names: readonly WrittenName[];
  /** Its references, queries, calls, operands and criteria. */
  reads(): readonly WrittenReference[];
}

/** Everything that writes values or names, or reads values; defaults of contracts are apart. */
export function writers(inventory: Inventory): readonly Writer[] {
  return [
    ...formWriters(inventory),
    ...inventory.classNames.flatMap((name) => definitionWriter(inventory.class(name), inventory)),
    ...inventory.nodeNames.flatMap((name) => definitionWriter(inventory.node(name), inventory)),
    ...inventory.nodeNames.flatMap((name) => runtimeWriters(inventory, name)),
  ];
}

function formWriters(inventory: Inventory): readonly Writer[] {
  const { techniques, directives, rules } = inventory.policies();
  const { globals, order } = inventory.groups;
  const orders = nothingBy({ kind: "order", name: "order.yml" }, [`${rooted(inventory.settings, "")}order.yml`]);
  return [
    {
      ...nothingBy({ kind: "global", name: "globals" }, [globals.values.origin.file.path]),
      sections: [["parameters", globals.values]],
    },
    { ...orders, names: named("group", order.flat(), "orders") },
    settingsWriter(inventory),
    ...[...inventory.groups.groups.values()].map((group) => groupWriter(group, inventory)),
    ...[...techniques.values()].map(({ id, file }) => nothingBy({ kind: "technique", name: id }, [file.path])),
    ...[...directives.values()].map(directiveWriter),
    ...[...rules.values()].map(ruleWriter),
  ];
}

export interface FileContent extends Writer {
  /** Where git lists it. */
  readonly file: string;
}

/** What a file defines, by each of its names; empty for any other path. Only the definitions of the file are read. */
export function contentOf(inventory: Inventory, path: string): readonly FileContent[] {
  const all = inventory.namesOfFile(path);
  const [file] = all;
  const isHere = (other: string | undefined): boolean => other !== undefined && all.includes(other);
  const definitions = (["class", "node"] as const).flatMap((kind) => {
    const names = kind === "class" ? inventory.classNames : inventory.nodeNames;
    const here = names.filter((name) => isHere(inventory.fileOf(kind, name)));
    return here.flatMap((name) => definitionWriter(inventory[kind](name), inventory));
  });
  const found = definitions.length > 0 ? definitions : formsIn(inventory, all);
  return found.map((each) => ({ ...each, file }));
}

/** What a file that is no class or node defines. */
function formsIn(inventory: Inventory, paths: readonly string[]): readonly Writer[] {
  const { settings, contracts } = inventory;
  const node = paths.map((path) => runtimeNodeOf(path, settings)).find((name) => name !== undefined);
  const all = [
    ...formWriters(inventory),
    ...(contracts?.files ?? []).map(({ id, file }) => nothingBy({ kind: "contract", name: id }, [file.path])),
    ...(node === undefined ? [] : runtimeWriters(inventory, node)),
  ];
  return all.filter(({ files }) => files.some((file) => paths.includes(file)));
}

function nothingBy(by: User, files: readonly string[]): Writer {
  return { by, files, sections: [], names: [], reads: () => [] };
}

function groupWriter(group: Group, inventory: Inventory): Writer {
  const { id, file, properties, classes, parents, members } = group;
  const criteria = criteriaOf(group);
  return {
    ...nothingBy({ kind: "group", name: id }, [file.path]),
    sections: [["parameters", properties.values]],
    names: [
      ...named("class", classes, "lists", "classes"),
      ...named("group", parents, "parent"),
      ...named("node", members.kind === "nodes" ? members.nodes : [], "names"),
      ...criteria.flatMap((each): readonly WrittenName[] => {
        if (each.kind !== "group") return [];
        return [{ of: "group", how: "criterion", text: each.text, mention: mentionAt(each.id, each.origin) }];
      }),
    ],
    reads: () => [...referencesInNames(classes, inventory), ...readsOfCriteria(criteria)],
  };
}

function definitionWriter(definition: Definition | undefined, inventory: Inventory): readonly Writer[] {
  if (definition === undefined) return [];
  const { kind, name, file, classes, applications, parameters, exports, environment, own } = definition;
  return [
    {
      ...nothingBy({ kind, name }, [file.path, inventory.fileOf(kind, name) ?? file.path]),
      sections: [
        ["parameters", parameters],
        ["exports", exports],
        ...(own === undefined ? [] : [["parameters", own.properties.values] as const, ["facts", own.facts] as const]),
        ...(environment === undefined ? [] : [["environment", environment] as const]),
      ],
      names: [
        ...named("class", classes, "lists", "classes"),
        ...named("application", applications, "lists", "applications"),
        ...named("group", own?.groups ?? [], "names", "groups"),
      ],
      reads: () => [
        ...referencesAt(parameters, ["parameters"], inventory),
        ...referencesAt(exports, ["exports"], inventory),
        ...referencesInNames(classes, inventory),
      ],
    },
  ];
}

function directiveWriter(directive: Directive): Writer {
  const { id, file, sets, technique } = directive;
  const variables = sets.map(({ name, keyNode, value }) => [name, value, keyNode.origin] as const);
  return {
    ...nothingBy({ kind: "directive", name: id }, [file.path]),
    sections: [["variables", mappingOf(variables, startOf(file))]],
    names: technique === undefined ? [] : named("technique", [technique], "names"),
    reads: () => readsOfDirective(directive),
  };
}

function ruleWriter(rule: Rule): Writer {
  const targets = simpleTargets(rule).flatMap((target): readonly WrittenName[] => {
    const { origin } = target;
    if (target.kind === "group") return [{ of: "group", how: "targets", mention: mentionAt(target.id, origin) }];
    if (target.kind !== "policyServer") return [];
    return [{ of: "node", how: "targets", mention: mentionAt(target.node, origin) }];
  });
  const names = [...named("directive", rule.directives, "lists"), ...targets];
  return { ...nothingBy({ kind: "rule", name: rule.id }, [rule.file.path]), names };
}

function settingsWriter({ settings }: Inventory): Writer {
  const names = settings.class_mappings.flatMap(({ pattern, classes, origin }) => {
    return classes.map(
      (name): WrittenName => ({ of: "class", how: "lists", text: pattern, mention: mentionAt(name, origin) }),
    );
  });
  return { ...nothingBy({ kind: "settings", name: "class_mappings" }, SETTINGS_FILES), names };
}

function mentionAt(name: string, origin: Span): NameMention {
  return { name, remove: false, origin };
}

function runtimeWriters(inventory: Inventory, node: string): readonly Writer[] {
  return inventory.runtimeFiles(node).map(({ file, content }) => ({
    ...nothingBy({ kind: "runtime", name: node }, [file.path]),
    sections: content === undefined ? [] : [["runtime", content] as const],
  }));
}

function named(
  of: WrittenName["of"],
  mentions: readonly NameMention[],
  ...[how, section]: readonly [HowUsed, NodeSection?]
): readonly WrittenName[] {
  return mentions.map((mention) => ({ of, how, mention, section }));
}

export interface WrittenReference {
  /** The value that holds it, from the node object on; `["classes"]` for the name of a class, empty for a criterion. */
  readonly path: ParameterPath;
  readonly source: string;
  /** The path that it reads, from the node object on. A key is undefined if a reference gives it. */
  readonly reads: readonly (string | undefined)[];
  /** The reference, if references in it give a key. */
  readonly open?: Reference;
  readonly origin: Span;
}

/** The references and queries in the value at a path. */
export function referencesAt(value: Value, path: ParameterPath, inventory: Inventory): readonly WrittenReference[] {
  const { settings } = inventory;
  const enters = (inside: Value) => !isPlain(inside);
  const inside = enters(value) ? written(value, settings, { at: path, enters }) : [];
  return [layerAt(value, path), ...inside].flatMap((each) => {
    if (each.value.kind !== "template") return [];
    return readsOfParts(each.value.parts, { path: each.path, origin: each.value.origin }, settings);
  });
}

/** The references in the names of some classes. */
export function referencesInNames(classes: readonly ClassMention[], inventory: Inventory): readonly WrittenReference[] {
  return classes.flatMap(({ template }) => (template ? referencesAt(template, ["classes"], inventory) : []));
}

/** What a directive reads: the properties that its texts call, and the operands of its merges. */
function readsOfDirective({ sets, merges }: Directive): readonly WrittenReference[] {
  const calls = sets.flatMap(({ name, value }) => {
    return callsIn(value).map(({ keys, source, origin }) => ({ keys, source, origin, name, namespace: PROPERTIES }));
  });
  const operands = merges.flatMap(({ name, first, second }) => {
    return [first, second].map((each) => ({ ...each, source: each.text, name }));
  });
  return [...calls, ...operands].map(({ name, namespace, keys, source, origin }) => {
    const reads = namespace === PROPERTIES ? ["parameters", ...keys] : ["runtime", namespace, ...keys];
    return { path: ["variables", name], source, reads, origin };
  });
}

function readsOfCriteria(criteria: readonly Criterion[]): readonly WrittenReference[] {
  return criteria.flatMap((criterion): readonly WrittenReference[] => {
    const at = { path: [], source: criterion.text, origin: criterion.origin };
    if (criterion.kind === "fact") return [{ ...at, reads: ["facts", ...criterion.path] }];
    if (criterion.kind !== "property") return [];
    const { test } = criterion;
    return [{ ...at, reads: ["parameters", "name" in test ? test.name : undefined] }];
  });
}

/** The namespace in which the agent finds the properties of its node. */
const PROPERTIES = "properties";

/** Another path of the same value: the environment is a parameter, too, and a property is what no run-time file sets. */
export function otherPath([section, first, ...keys]: ParameterPath): ParameterPath | undefined {
  if (section === "environment") return ["parameters", "_reclass_", "environment"];
  return section === "runtime" && first === PROPERTIES ? ["parameters", ...keys] : undefined;
}

/** Whether a reference reads, or may read, a value, a part of it, or a value that holds it. */
export function touches({ reads }: Pick<WrittenReference, "reads">, path: ParameterPath): boolean {
  const unknown = reads.indexOf(undefined);
  const known = unknown === -1 ? reads : reads.slice(0, unknown);
  return path.every((key, index) => index >= known.length || known[index] === key);
}

/** A character that no key holds, for a reference that is not filled in. */
const UNKNOWN = "\0";

/** References in the path of another one come before it. */
function readsOfParts(
  parts: readonly TemplatePart[],
  at: Pick<WrittenReference, "path" | "origin">,
  settings: Settings,
): readonly WrittenReference[] {
  return parts.flatMap((part): readonly WrittenReference[] => {
    if (part.kind === "query") return readsOfQuery(part.query).map((reads) => ({ ...at, source: part.source, reads }));
    if (part.kind !== "reference") return [];
    const text = part.path.map((piece) => (piece.kind === "text" ? piece.text : UNKNOWN)).join("");
    const { keys } = referencePath(text, settings);
    const reads = ["parameters", ...keys.map((key) => (key.includes(UNKNOWN) ? undefined : key))];
    const open = reads.includes(undefined) ? part : undefined;
    return [...readsOfParts(part.path, at, settings), { ...at, source: part.source, reads, open }];
  });
}

function readsOfQuery(query: Query): readonly ParameterPath[] {
  const tested = query.tests.flatMap(({ other }) => (other.kind === "parameter" ? [other.path] : []));
  return [...queryPaths(query).map((path) => ["exports", ...path]), ...tested.map((path) => ["parameters", ...path])];
}
