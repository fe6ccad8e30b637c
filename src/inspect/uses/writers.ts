import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { User, UsesTarget } from "../../model/results/uses.ts";
import type { MapValue } from "../../model/values/value.ts";
import { propertiesReadBy, referencesIn, referencesInNames, type WrittenReference } from "./reading.ts";

/** The mappings of values that a definition writes, by section. */
type Sections = readonly (readonly [section: string, map: MapValue])[];

/** A definition that writes values, or reads them. */
interface Writer {
  readonly by: User;
  readonly sections: Sections;
  reads(): readonly WrittenReference[];
}

/** All definitions that write values or read them. */
export function writers(inventory: Inventory): readonly Writer[] {
  const { globals, groups } = inventory.groups;
  return [
    { by: { kind: "global", name: "globals" }, sections: [["parameters", globals.values]], reads: () => [] },
    ...[...groups.values()].map(({ id, properties, classes }): Writer => {
      const reads = () => referencesInNames(classes, inventory);
      return { by: { kind: "group", name: id }, sections: [["parameters", properties.values]], reads };
    }),
    ...inventory.classNames.flatMap((name) => definitionWriter("class", inventory.class(name), inventory)),
    ...inventory.nodeNames.flatMap((name) => definitionWriter("node", inventory.node(name), inventory)),
    ...[...inventory.policies().directives.values()].map(({ id, sets }): Writer => {
      const reads = () =>
        sets.flatMap(({ name, value }) => {
          return propertiesReadBy(value).map((each) => ({ ...each, path: ["variables", name] }));
        });
      return { by: { kind: "directive", name: id }, sections: [], reads };
    }),
  ];
}

function definitionWriter(
  kind: "class" | "node",
  definition: Definition | undefined,
  inventory: Inventory,
): readonly Writer[] {
  if (definition === undefined) return [];
  const reads = () => referencesIn(definition, inventory);
  return [{ by: { kind, name: definition.name }, sections: sectionsOf(definition), reads }];
}

/** What one file defines. */
export interface FileContent {
  readonly file: string;
  /** The class, group or node; undefined for the globals. */
  readonly target: UsesTarget | undefined;
  readonly sections: Sections;
  readonly classes: readonly NameMention[];
  readonly groups: readonly NameMention[];
}

/** What a file defines, by each of its names; empty for any other path. Only the definitions of the file are read. */
export function contentOf(inventory: Inventory, path: string): readonly FileContent[] {
  const { groups, globals } = inventory.groups;
  const all = inventory.namesOfFile(path);
  const [file] = all;
  const definitions = (["class", "node"] as const).flatMap((kind) => {
    const names = kind === "class" ? inventory.classNames : inventory.nodeNames;
    return names.flatMap((name): readonly FileContent[] => {
      const isHere = all.includes(inventory.fileOf(kind, name) ?? "");
      const definition = isHere ? inventory[kind](name) : undefined;
      if (definition === undefined) return [];
      const { classes, own } = definition;
      return [{ file, target: { kind, name }, sections: sectionsOf(definition), classes, groups: own?.groups ?? [] }];
    });
  });
  const ofGroups = [...groups.values()].filter((group) => all.includes(group.file.path));
  const isGlobals = all.includes(globals.values.origin.file.path);
  return [
    ...definitions,
    ...ofGroups.map(({ id, properties, classes, parents }): FileContent => {
      const sections: Sections = [["parameters", properties.values]];
      return { file, target: { kind: "group", name: id }, sections, classes, groups: parents };
    }),
    ...(isGlobals
      ? [{ file, target: undefined, sections: [["parameters", globals.values]] as const, classes: [], groups: [] }]
      : []),
  ];
}

function sectionsOf({ parameters, exports, own }: Definition): Sections {
  const written = [["parameters", parameters] as const, ["exports", exports] as const];
  return own === undefined ? written : [...written, ["parameters", own.properties.values]];
}
