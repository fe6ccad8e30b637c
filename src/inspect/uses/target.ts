import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { UsesTarget } from "../../model/results/uses.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import { type ParameterPath, parsePath, printPath, sections } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";

/**
 * What a word on the command line asks about: a node, group, class, file, line of a file or path, in this order;
 * `node:`, `group:`, `class:` or `path:` before it decides. A line may mean several. Throws HeirError for text that is no
 * path, for a file that defines nothing and for a line that says nothing.
 */
export function usesTargets(inventory: Inventory, text: string): readonly UsesTarget[] {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return [pathTarget(rest)];
  const named = namedTarget(inventory, text) ?? (kind === undefined ? undefined : namedTarget(inventory, rest, kind));
  if (named !== undefined) return [named];
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const sources = sayersIn(inventory, file);
  const [first] = sources;
  if (first === undefined) return [pathTarget(text)];
  if (line === undefined)
    return first.target === undefined ? noTarget(`${file} is no class, group or node`) : [first.target];
  const found = sources.flatMap((source) => targetsOnLine(source, Number(line), inventory));
  return found.length > 0 ? found : noTarget(`line ${line} of ${file} sets no value and names no class or group`);
}

function noTarget(message: string): never {
  throw new HeirError("usage", message);
}

/** A path below parameters or exports. Throws HeirError for any other text. */
export function pathTarget(text: string): Extract<UsesTarget, { kind: "path" }> {
  const reading = parsePath(text);
  if (reading.kind !== "path") throw new HeirError("usage", reading.kind === "fault" ? reading.message : text);
  const [section = ""] = reading.path;
  const path = section === "exports" || section === "parameters" || !sections.has(section) ? reading.path : undefined;
  if (path === undefined)
    throw new HeirError(
      "usage",
      "only values below parameters and exports have uses",
      `to mean a parameter, write parameters:${text}`,
    );
  return { kind: "path", path };
}

/** What a name means: a node, a group or a class, in this order, or only the given kind. */
export function namedTarget(inventory: Inventory, name: string, only?: string): UsesTarget | undefined {
  const isNode = inventory.nodeNames.includes(name) && (only ?? "node") === "node";
  if (isNode) return { kind: "node", name };
  if (inventory.groups.groups.has(name) && (only ?? "group") === "group") return { kind: "group", name };
  return inventory.classNames.includes(name) && (only ?? "class") === "class" ? { kind: "class", name } : undefined;
}

/** What one file says. */
interface FileSayer {
  readonly file: string;
  readonly target: UsesTarget | undefined;
  readonly sections: readonly (readonly [string, MapValue])[];
  readonly classes: readonly NameMention[];
  readonly groups: readonly NameMention[];
}

/** What a file says; empty for a path at which nothing is defined. */
export function sayersIn(inventory: Inventory, file: string): readonly FileSayer[] {
  const found: FileSayer[] = [];
  for (const kind of ["class", "node"] as const) {
    for (const name of kind === "class" ? inventory.classNames : inventory.nodeNames) {
      if (inventory.fileOf(kind, name) !== file) continue;
      const definition = kind === "class" ? inventory.class(name) : inventory.node(name);
      if (definition === undefined) continue;
      const { parameters, exports, classes, own } = definition;
      const properties = own === undefined ? [] : ([["parameters", own.properties.values]] as const);
      const values = [["parameters", parameters], ["exports", exports], ...properties] as const;
      found.push({ file, target: { kind, name }, sections: values, classes, groups: own?.groups ?? [] });
    }
  }
  const { groups, globals } = inventory.groups;
  for (const {
    id,
    file: { path },
    properties,
    classes,
    parents,
  } of groups.values()) {
    if (path !== file) continue;
    const target: UsesTarget = { kind: "group", name: id };
    found.push({ file, target, sections: [["parameters", properties.values]], classes, groups: parents });
  }
  if (globals.values.origin.file.path !== file) return found;
  return [...found, { file, target: undefined, sections: [["parameters", globals.values]], classes: [], groups: [] }];
}

function targetsOnLine(source: FileSayer, line: number, inventory: Inventory): readonly UsesTarget[] {
  const isHere = (span: Span): boolean => placeOf(span).line === line;
  const paths = source.sections.flatMap(([section, map]) => [...pathsOn(map, [section], { isHere, inventory })]);
  const mentions = (kind: "class" | "group", all: readonly NameMention[]): readonly UsesTarget[] =>
    all.filter(({ origin }) => isHere(origin)).map(({ name }) => ({ kind, name }));
  const unique = new Map(paths.map((path) => [printPath(path), path]));
  return [
    ...[...unique.values()].map((path): UsesTarget => ({ kind: "path", path, file: source.file })),
    ...mentions("class", source.classes),
    ...mentions("group", source.groups),
  ];
}

interface Line {
  isHere(span: Span): boolean;
  readonly inventory: Inventory;
}

/** The values that begin on a line, or whose key does, or of which an item does; of a mapping what is deepest. */
function* pathsOn(map: MapValue, path: ParameterPath, on: Line): Iterable<ParameterPath> {
  for (const { key, keyNode, value } of map.entries) {
    const here = [...path, bareKey(key, prefixCharacters(on.inventory.settings))];
    const below = value.kind === "map" ? [...pathsOn(value, here, on)] : [];
    if (below.length > 0) yield* below;
    else if (on.isHere(keyNode.origin) || beginsOn(value, on)) yield here;
  }
}

function beginsOn(value: Value, on: Line): boolean {
  if (on.isHere(value.origin)) return true;
  if (value.kind === "list") return value.items.some((item) => beginsOn(item, on));
  return false;
}
