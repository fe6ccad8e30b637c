import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { ImpactTarget } from "../../model/results/impact.ts";
import type { UsesTarget } from "../../model/results/uses.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import { isAlong, isSection, type ParameterPath, parsePath, printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { type Written, written } from "../../written/written.ts";
import { contentOf, type FileContent } from "./writers.ts";

/**
 * What a word on the command line means: a node, group, class, file, line of a file or path, in this order; `node:`,
 * `group:`, `class:` or `path:` before it decides. A line may mean several. Throws HeirError for text that is no path,
 * for a file that is not a class, group or node, and for a line that sets no value and names nothing.
 */
export function usesTargets(inventory: Inventory, text: string): readonly UsesTarget[] {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return [pathTarget(rest)];
  const named = namedTarget(inventory, text) ?? (kind === undefined ? undefined : namedTarget(inventory, rest, kind));
  if (named !== undefined) return [named];
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const sources = contentOf(inventory, file);
  if (sources.length === 0) return [pathTarget(text)];
  if (line === undefined) {
    const defined = sources.flatMap(({ target }) => target ?? []);
    return defined.length > 0 ? defined : noTarget(`${file} is not a class, group or node`);
  }
  // What a file writes is the same by each of its names.
  const [found] = sources
    .map((source) => targetsOnLine(source, Number(line), inventory))
    .filter(({ length }) => length > 0);
  return found ?? noTarget(`line ${line} of ${file} sets no value and names no class or group`);
}

function noTarget(message: string): never {
  throw new HeirError("usage", message);
}

/** A path below parameters or exports. Throws HeirError for any other text. */
function pathTarget(text: string): Extract<UsesTarget, { kind: "path" }> {
  const reading = parsePath(text);
  if (reading.kind !== "path") throw new HeirError("usage", reading.kind === "fault" ? reading.message : text);
  const [section = ""] = reading.path;
  const path = section === "exports" || section === "parameters" || !isSection(section) ? reading.path : undefined;
  if (path === undefined)
    throw new HeirError(
      "usage",
      "only values below parameters and exports have uses",
      `to mean a parameter, write parameters:${text}`,
    );
  return { kind: "path", path };
}

/** What a name means: a node, a group or a class, in this order, or only the given kind. */
function namedTarget(inventory: Inventory, name: string, only?: string): UsesTarget | undefined {
  const isNode = inventory.nodeNames.includes(name) && (only ?? "node") === "node";
  if (isNode) return { kind: "node", name };
  if (inventory.groups.groups.has(name) && (only ?? "group") === "group") return { kind: "group", name };
  return inventory.classNames.includes(name) && (only ?? "class") === "class" ? { kind: "class", name } : undefined;
}

function targetsOnLine(source: FileContent, line: number, inventory: Inventory): readonly UsesTarget[] {
  const isHere = (span: Span): boolean => placeOf(span).line === line;
  const paths = source.sections.flatMap(([section, map]) => {
    return pathsOn(written(map, inventory.settings, { at: [section] }), isHere);
  });
  const mentions = (kind: "class" | "group", all: readonly NameMention[]): readonly UsesTarget[] =>
    all.filter(({ origin }) => isHere(origin)).map(({ name }) => ({ kind, name }));
  const unique = new Map(paths.map((path) => [printPath(path), path]));
  return [
    ...[...unique.values()].map((path): UsesTarget => ({ kind: "path", path, file: source.file })),
    ...mentions("class", source.classes),
    ...mentions("group", source.groups),
  ];
}

/** The values that begin on a line, or whose key or item does; of a mapping and a value in it only the value. */
function pathsOn(all: readonly Written[], isHere: (span: Span) => boolean): readonly ParameterPath[] {
  const here = all.filter(
    ({ entry, value }) => isHere(entry?.keyNode.origin ?? value.origin) || beginsOn(value, isHere),
  );
  const paths = here.map(({ path }) => path);
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
 * The place of an edit that a word on the command line means: a file, a line of it, the file of a class, group or node,
 * or a path, in this order; `class:`, `group:`, `node:` or `path:` before the word decides. Throws HeirError for text
 * that is no path.
 */
export function impactTarget(inventory: Inventory, text: string): AskedImpact {
  const [, kind, rest = ""] = /^(node|group|class|path):(.+)$/s.exec(text) ?? [];
  if (kind === "path") return { target: pathTarget(rest), others: [] };
  const [, file = text, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  const inFile = fileTarget(inventory, file);
  if (inFile !== undefined) {
    return { target: line === undefined ? inFile : { ...inFile, line: Number(line) }, others: [] };
  }
  const [found, ...others] = KINDS.filter((each) => namedTarget(inventory, text, each) !== undefined);
  if (found !== undefined) return named(inventory, text, { kind: found, others });
  const asked = KINDS.find((each) => each === kind && namedTarget(inventory, rest, each) !== undefined);
  if (asked === undefined) return { target: pathTarget(text), others: [] };
  return named(inventory, rest, { kind: asked, others: [] });
}

function named(
  inventory: Inventory,
  name: string,
  { kind, others }: { readonly kind: (typeof KINDS)[number]; readonly others: readonly string[] },
): AskedImpact {
  const file = kind === "group" ? inventory.groups.groups.get(name)?.file.path : inventory.fileOf(kind, name);
  const of = { kind, name };
  return { target: { kind: "file", file: file ?? "", of }, others: others.map((other) => `${other}:${name}`) };
}

function fileTarget(inventory: Inventory, file: string): Extract<ImpactTarget, { kind: "file" }> | undefined {
  const [first] = contentOf(inventory, file);
  if (first === undefined) return contractTarget(inventory, file) ?? policyTarget(inventory, file);
  const { file: listed, target } = first;
  const of = target === undefined || target.kind === "path" ? ({ kind: "global", name: "globals" } as const) : target;
  return { kind: "file", file: listed, of };
}

function contractTarget(inventory: Inventory, path: string): Extract<ImpactTarget, { kind: "file" }> | undefined {
  const [file, ...links] = inventory.namesOfFile(path);
  const found = inventory.contracts?.files.find((each) => [file, ...links].includes(each.file.path));
  return found && { kind: "file", file, of: { kind: "contract", name: found.id } };
}

function policyTarget(inventory: Inventory, path: string): Extract<ImpactTarget, { kind: "file" }> | undefined {
  const { techniques, directives, rules } = inventory.policies();
  const all = [
    ...[...techniques.values()].map((each) => ({ ...each, kind: "technique" as const })),
    ...[...directives.values()].map((each) => ({ ...each, kind: "directive" as const })),
    ...[...rules.values()].map((each) => ({ ...each, kind: "rule" as const })),
  ];
  const [file, ...links] = inventory.namesOfFile(path);
  const found = all.find((each) => [file, ...links].includes(each.file.path));
  return found && { kind: "file", file, of: { kind: found.kind, name: found.id } };
}
