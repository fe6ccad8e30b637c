import { command } from "../base/terminal-text.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { ImpactTarget } from "../model/results/impact.ts";
import type { UsesTarget } from "../model/results/uses.ts";
import { isAlong, isOfNames, type ParameterPath, parsePath, printPath } from "../model/values/parameter-path.ts";
import { isMap, placeOf, type Span, type Value } from "../model/values/value.ts";
import { layerAt, type Written, written } from "../written/written.ts";
import { usesOfValue } from "./uses/uses.ts";
import { contentOf, type FileContent } from "./uses/writers.ts";

/**
 * What a word on the command line means: a node, group, class, file, line of a file or path, in this order; `node:`,
 * `group:`, `class:` or `path:` before it decides. A line may mean several, a file of `properties.d` means the keys in
 * it. Throws HeirError for text that is no path, and for a line that sets no value and names nothing.
 */
export function usesTargets(inventory: Inventory, text: string): readonly UsesTarget[] {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return [pathTarget(inventory, rest)];
  const named = namedTarget(inventory, text) ?? (kind === undefined ? undefined : namedTarget(inventory, rest, kind));
  if (named !== undefined) return [named];
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const sources = contentOf(inventory, file);
  if (sources.length === 0) return [nameTarget(pathTarget(inventory, text))];
  if (line === undefined) return sources.flatMap((source) => targetsOfFile(source, inventory));
  // What a file writes is the same by each of its names.
  const meant = sources.map((source) => targetsOnLine(source, Number(line), inventory));
  const found = meant.find(({ length }) => length > 0);
  if (found !== undefined) return found;
  const message = `line ${line} of ${file} sets no value and names nothing`;
  throw new HeirError("usage", message, `${command(["heir", "uses"], [file])} shows what uses the file`);
}

/**
 * The path of a value: of a section if anything is written there, else of the parameter of that name. Throws HeirError
 * for text that is no path.
 */
function pathTarget(inventory: Inventory, text: string): Extract<UsesTarget, { kind: "path" }> {
  const reading = parsePath(text);
  if (reading.kind !== "path") throw new HeirError("usage", reading.kind === "fault" ? reading.message : text);
  const { path } = reading;
  return { kind: "path", path: isThere(inventory, path) ? path : ["parameters", ...path] };
}

function isThere(inventory: Inventory, path: ParameterPath): boolean {
  const [section = "", name] = path;
  if (section === "parameters" || section === "exports") return true;
  if (name === undefined && (isOfNames(path) || section === "environment" || section === "policies")) return true;
  const named = nameTarget({ kind: "path", path });
  if (named.kind !== "path" && namedTarget(inventory, named.name, named.kind) !== undefined) return true;
  return usesOfValue(inventory, path).some(({ how }) => how !== "reads");
}

/** A class or group in the list of a node is the class or group itself. */
function nameTarget(target: Extract<UsesTarget, { kind: "path" }>): UsesTarget {
  const [section, name] = target.path;
  if (name === undefined) return target;
  return section === "classes" ? { kind: "class", name } : section === "groups" ? { kind: "group", name } : target;
}

/** What a name means: a node, a group or a class, in this order, or only the given kind. */
function namedTarget(inventory: Inventory, name: string, only?: string): UsesTarget | undefined {
  const isNode = inventory.nodeNames.includes(name) && (only ?? "node") === "node";
  if (isNode) return { kind: "node", name };
  if (inventory.groups.groups.has(name) && (only ?? "group") === "group") return { kind: "group", name };
  return inventory.classNames.includes(name) && (only ?? "class") === "class" ? { kind: "class", name } : undefined;
}

function targetsOfFile({ by, file, sections }: FileContent, { settings }: Inventory): readonly UsesTarget[] {
  const keys = sections.flatMap(([section, layer]) => {
    const namespaces = layerAt(layer, [section]).parts(settings);
    return namespaces.flatMap((each) => each.parts(settings));
  });
  if (by.kind !== "runtime" || keys.length === 0) return [by];
  return keys.map(({ path }) => ({ kind: "path", path, file }));
}

function targetsOnLine(content: FileContent, line: number, { settings }: Inventory): readonly UsesTarget[] {
  const { file, sections, names } = content;
  const isHere = (span: Span): boolean => placeOf(span).line === line;
  const paths = sections.flatMap(([section, layer]) => {
    const at = [section];
    return isMap(layer) ? pathsOn(written(layer, settings, { at }), isHere) : isHere(layer.origin) ? [at] : [];
  });
  const unique = new Map(paths.map((path) => [printPath(path), path]));
  const here = names.filter(({ mention }) => isHere(mention.origin));
  return [
    ...[...unique.values()].map((path): UsesTarget => ({ kind: "path", path, file })),
    ...here.map(({ of, mention: { name } }): UsesTarget => {
      return of === "application" ? { kind: "path", path: ["applications", name] } : { kind: of, name };
    }),
  ];
}

/** The values that begin on a line, or whose key or item does; of a mapping and a value in it only the value. */
function pathsOn(all: readonly Written[], isHere: (span: Span) => boolean): readonly ParameterPath[] {
  const isOn = ({ entry, value }: Written) => isHere(entry?.keyNode.origin ?? value.origin) || beginsOn(value, isHere);
  const paths = all.filter(isOn).map(({ path }) => path);
  return paths.filter((path, index) => {
    const next = paths[index + 1];
    return next === undefined || next.length <= path.length || !isAlong(path, next);
  });
}

function beginsOn(value: Value, isHere: (span: Span) => boolean): boolean {
  if (isHere(value.origin)) return true;
  return value.kind === "list" && value.items.some((item) => beginsOn(item, isHere));
}

/** What a word on the command line means, and how to ask for its other meanings. */
export interface AskedImpact {
  readonly target: ImpactTarget;
  /** Such as `group:web`. */
  readonly others: readonly string[];
}

const KINDS = ["class", "group", "node"] as const;

/**
 * The place of an edit: a file, a line of it, the file of a class, group or node, or a path, in this order; `class:`,
 * `group:`, `node:` or `path:` before the word decides. Throws HeirError for text that is no path.
 */
export function impactTarget(inventory: Inventory, text: string): AskedImpact {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return { target: pathTarget(inventory, rest), others: [] };
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const [defined] = contentOf(inventory, file);
  if (defined !== undefined) {
    const target: ImpactTarget = { kind: "file", file: defined.file, of: defined.by };
    return { target: line === undefined ? target : { ...target, line: Number(line) }, others: [] };
  }
  const [found, ...others] = KINDS.filter((each) => namedTarget(inventory, text, each) !== undefined);
  if (found !== undefined) return named(inventory, text, [found, ...others]);
  const asked = KINDS.find((each) => each === kind && namedTarget(inventory, rest, each) !== undefined);
  if (asked === undefined) return { target: pathTarget(inventory, text), others: [] };
  return named(inventory, rest, [asked]);
}

function named(inventory: Inventory, name: string, kinds: readonly [(typeof KINDS)[number], ...string[]]): AskedImpact {
  const [kind, ...others] = kinds;
  const file = kind === "group" ? inventory.groups.groups.get(name)?.file.path : inventory.fileOf(kind, name);
  const target = { kind: "file", file: file ?? "", of: { kind, name } } as const;
  return { target, others: others.map((other) => `${other}:${name}`) };
}
