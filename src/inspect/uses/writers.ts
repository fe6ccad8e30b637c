import type { Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Directive, Rule } from "../../model/inventory/policy.ts";
import { rooted, runtimeNodeOf, SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { HowUsed, User } from "../../model/results/uses.ts";
import type { Span } from "../../model/values/origin.ts";
import type { NodeSection } from "../../model/values/parameter-path.ts";
import { mappingOf, type Value } from "../../model/values/value.ts";
import { simpleTargets } from "../../resolve/policies/targets.ts";
import type { WrittenReference } from "./reading.ts";
import { readsOfCriteria, readsOfDirective, referencesIn, referencesInNames } from "./reading.ts";

/** The values that a definition writes, by section: mappings, and the environment. */
type Sections = readonly (readonly [section: string, value: Value])[];

/** A name that a definition writes, and what it names. */
export interface WrittenName {
  readonly of: "application" | "class" | "directive" | "group" | "node" | "technique";
  readonly how: HowUsed;
  /** As written, where it is part of more. */
  readonly text?: string;
  /** The list of a node in which it may be. */
  readonly section?: NodeSection;
  readonly mention: NameMention;
}

/** What is defined, the paths of its files, and what it writes. */
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

/** What one file defines. */
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
function formsIn(inventory: Inventory, all: readonly string[]): readonly Writer[] {
  const { settings, contracts } = inventory;
  const node = all.map((path) => runtimeNodeOf(path, settings)).find((name) => name !== undefined);
  const written = [
    ...formWriters(inventory),
    ...(contracts?.files ?? []).map(({ id, file }) => nothingBy({ kind: "contract", name: id }, [file.path])),
    ...(node === undefined ? [] : runtimeWriters(inventory, node)),
  ];
  return written.filter(({ files }) => files.some((file) => all.includes(file)));
}

function nothingBy(by: User, files: readonly string[]): Writer {
  return { by, files, sections: [], names: [], reads: () => [] };
}

function groupWriter(group: Group, inventory: Inventory): Writer {
  const { id, file, properties, classes, parents, members } = group;
  const criteria = members.kind === "match" ? members.match.criteria : [];
  return {
    ...nothingBy({ kind: "group", name: id }, [file.path]),
    sections: [["parameters", properties.values]],
    names: [
      ...named("class", classes, "lists", "classes"),
      ...named("group", parents, "parent"),
      ...named("node", members.kind === "nodes" ? members.nodes : [], "names"),
      ...criteria.flatMap((each): readonly WrittenName[] => {
        const { text, origin } = each;
        return each.kind === "group"
          ? [{ of: "group", how: "criterion", text, mention: mentionAt(each.id, origin) }]
          : [];
      }),
    ],
    reads: () => [...referencesInNames(classes, inventory), ...readsOfCriteria(criteria)],
  };
}

function definitionWriter(definition: Definition | undefined, inventory: Inventory): readonly Writer[] {
  if (definition === undefined) return [];
  const { kind, name, file, classes, applications, parameters, exports, environment, own } = definition;
  const written: Sections = [
    ["parameters", parameters],
    ["exports", exports],
  ];
  return [
    {
      ...nothingBy({ kind, name }, [file.path, inventory.fileOf(kind, name) ?? file.path]),
      sections: [
        ...written,
        ...(own === undefined ? [] : [["parameters", own.properties.values] as const, ["facts", own.facts] as const]),
        ...(environment === undefined ? [] : [["environment", environment] as const]),
      ],
      names: [
        ...named("class", classes, "lists", "classes"),
        ...named("application", applications, "lists", "applications"),
        ...named("group", own?.groups ?? [], "names", "groups"),
      ],
      reads: () => referencesIn(definition, inventory),
    },
  ];
}

function directiveWriter(directive: Directive): Writer {
  const { id, file, sets, technique } = directive;
  const origin = { file, start: 0, end: 0 };
  const variables = mappingOf(
    sets.map(({ name, keyNode, value }) => [name, value, keyNode.origin]),
    origin,
  );
  return {
    ...nothingBy({ kind: "directive", name: id }, [file.path]),
    sections: [["variables", variables]],
    names: technique === undefined ? [] : named("technique", [technique], "names"),
    reads: () => readsOfDirective(directive),
  };
}

function ruleWriter(rule: Rule): Writer {
  const targets = simpleTargets(rule).flatMap((target): readonly WrittenName[] => {
    const name = target.kind === "group" ? target.id : target.kind === "policyServer" ? target.node : undefined;
    if (name === undefined) return [];
    return [
      { of: target.kind === "group" ? "group" : "node", how: "targets", mention: mentionAt(name, target.origin) },
    ];
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
