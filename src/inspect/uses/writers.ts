import type { Definition } from "../../model/inventory/definition.ts";
import { runtimeNodeOf } from "../../model/inventory/folders.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { Directive, Rule } from "../../model/inventory/policy.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { HowUsed, User } from "../../model/results/uses.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { NodeSection } from "../../model/values/parameter-path.ts";
import { mappingOf, type Value } from "../../model/values/value.ts";
import { simpleTargets } from "../../resolve/policies/targets.ts";
import { readsOfDirective, readsOfMatch, referencesIn, referencesInNames, type WrittenReference } from "./reading.ts";

/** The values that a definition writes, by section: mappings, and the environment. */
type Sections = readonly (readonly [section: string, value: Value])[];

/** A name that a definition writes, and what it names. */
export interface WrittenName {
  readonly of: "application" | "class" | "directive" | "group" | "technique";
  readonly how: HowUsed;
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
  return [
    globalsWriter(inventory),
    orderWriter(inventory),
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
    nothingBy({ kind: "settings", name: "settings" }, SETTINGS_FILES),
  ];
  return written.filter(({ files }) => files.some((file) => all.includes(file)));
}

function nothingBy(by: User, files: readonly string[]): Writer {
  return { by, files, sections: [], names: [], reads: () => [] };
}

function globalsWriter({ groups: { globals } }: Inventory): Writer {
  const by: User = { kind: "global", name: "globals" };
  return { ...nothingBy(by, [globals.values.origin.file.path]), sections: [["parameters", globals.values]] };
}

function groupWriter(group: Group, inventory: Inventory): Writer {
  const { id, file, properties, classes, parents, members } = group;
  return {
    ...nothingBy({ kind: "group", name: id }, [file.path]),
    sections: [["parameters", properties.values]],
    names: [...named("class", classes, "lists", "classes"), ...named("group", parents, "parent")],
    reads: () => [
      ...referencesInNames(classes, inventory),
      ...(members.kind === "match" ? readsOfMatch(members.match) : []),
    ],
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
  const groups = simpleTargets(rule).flatMap((target): readonly NameMention[] => {
    return target.kind === "group" ? [{ name: target.id, remove: false, origin: target.origin }] : [];
  });
  return {
    ...nothingBy({ kind: "rule", name: rule.id }, [rule.file.path]),
    names: [...named("directive", rule.directives, "lists"), ...named("group", groups, "targets")],
  };
}

function runtimeWriters(inventory: Inventory, node: string): readonly Writer[] {
  return inventory.runtimeFiles(node).map(({ file, content }) => ({
    ...nothingBy({ kind: "runtime", name: node }, [file.path]),
    sections: content === undefined ? [] : [["runtime", content] as const],
  }));
}

function orderWriter({ groups: { order } }: Inventory): Writer {
  const mentions = order.flat();
  const files = mentions.slice(0, 1).map(({ origin }) => placeOf(origin).file);
  return { ...nothingBy({ kind: "order", name: "order.yml" }, files), names: named("group", mentions, "orders") };
}

function named(
  of: WrittenName["of"],
  mentions: readonly NameMention[],
  ...[how, section]: readonly [HowUsed, NodeSection?]
): readonly WrittenName[] {
  return mentions.map((mention) => ({ of, how, mention, ...(section && { section }) }));
}
