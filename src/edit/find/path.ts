import { HeirError } from "../../model/findings/failure.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { prefixCharacters } from "../../model/values/key-prefix.ts";
import { placeOf } from "../../model/values/origin.ts";
import { isSamePath } from "../../model/values/parameter-path.ts";
import { parsePathFilter } from "../../model/values/path-filter.ts";
import { type Outline, type OutlineEntry, outlineLeaves } from "../../parse/yaml/outline.ts";
import { isWordCharacter, type Replacement, WrittenText } from "../text/source-text.ts";
import { contractPaths } from "./contracts.ts";
import {
  type FinderOptions,
  inScalars,
  isRegex,
  itemsOf,
  type KindFinder,
  keysIn,
  type NameChange,
  type OpenedFile,
  sectionsAt,
  valuesAt,
} from "./edited-file.ts";
import { lastKeyIn, propertyCalls, type RenamedPath, referenceChanges, renamedPath } from "./reference-text.ts";

/**
 * Renames the last key of a path: in every layer with its prefix, in properties, in references and queries, in criteria about
 * the property, in calls of directives, in `secrets`.
 */
export function pathFinder({ inventory, renames }: FinderOptions): KindFinder {
  const [rename] = renames;
  if (rename === undefined) throw new HeirError("usage", "nothing is renamed");
  const { settings } = inventory;
  const path = renamedPath(rename);
  if (path === undefined) throw new HeirError("usage", `${rename.from} is no path below parameters or exports`);
  const last = path.keys.at(-1) ?? "";
  let isWritten = false;
  return {
    mayBeIn: (text) => !isDelimited(settings) || text.mayHold([last, path.key]),
    names: [rename.from],
    moves: new Map(),
    find(file) {
      const keys = writtenKeys(file, path, settings);
      isWritten ||= keys.length > 0;
      const [taken] = writtenKeys(file, { ...path, keys: [...path.keys.slice(0, -1), path.key] }, settings);
      if (taken !== undefined) throw takenPath(rename.to, file, taken);
      return [...keys, ...mentions(file, path, settings)];
    },
    expectFound() {
      if (!isWritten)
        throw new HeirError("usage", `no file sets "${rename.from}"`, "heir grep and heir show list paths");
    },
  };
}

/** Whether what can be written right beside a key is no letter: else a key need not be a word. */
function isDelimited(settings: Settings): boolean {
  const { delimiter, reference_sentinels: own, export_sentinels: others } = settings;
  const beside = [...prefixCharacters(settings), delimiter, ...own, ...others];
  return ![...beside.join("")].some(isWordCharacter);
}

function takenPath(path: string, { source }: OpenedFile, { start, end }: Replacement): HeirError {
  const { file, line } = placeOf({ file: source.file, start, end });
  return new HeirError("usage", `there is a value at ${path} already: ${file}:${line}`);
}

/** The keys at the path that a file writes. */
function writtenKeys(file: OpenedFile, path: RenamedPath, settings: Settings): readonly Replacement[] {
  const prefixes = file.role === "node" || file.role === "class" ? prefixCharacters(settings) : [];
  const keys = layersOf(file, path.section).flatMap((map) => [
    ...keysIn(file, map, { path: [], prefixes, readsAll: true }),
  ]);
  return keys.flatMap(({ key, merged, path: at }) => {
    const [last] = at.slice(-1);
    if (last === undefined || merged !== at || !isSamePath(at, path.keys)) return [];
    const written = new WrittenText(file.source, key);
    return [written.replaced(written.text.length - last.length, written.text.length, path.key)];
  });
}

function layersOf(file: OpenedFile, section: RenamedPath["section"]): readonly Outline[] {
  const own = file.role === "node" || file.role === "class" ? sectionsAt(file, section) : [];
  if (section === "exports") return own;
  const properties = file.role === "node" || file.role === "groups" ? sectionsAt(file, "properties") : [];
  const globals = file.role === "globals" && file.source.root !== undefined ? [file.source.root] : [];
  return [...own, ...[...properties, ...globals].flatMap((map) => withoutForm(file, map))];
}

/** Properties with the values of their long form instead of it: paths go through both alike. */
function withoutForm(file: OpenedFile, map: Outline): readonly Outline[] {
  const outline = file.followed(map);
  if (outline?.kind !== "map") return [];
  const entries = outline.entries.map((entry): OutlineEntry => {
    return { ...entry, value: valuesAt(entry.value, "value")[0] ?? entry.value };
  });
  return [{ ...outline, entries }];
}

function mentions(file: OpenedFile, path: RenamedPath, settings: Settings): readonly Replacement[] {
  const { keys, key } = path;
  const [property] = keys;
  switch (file.role) {
    case "node":
    case "class": {
      const sections = ["classes", "parameters", "exports", "environment"].flatMap((name) => sectionsAt(file, name));
      return inScalars(file, sections.flatMap(outlineLeaves), (text) => referenceChanges(text, path, settings));
    }
    case "groups": {
      if (path.section === "exports" || keys.length > 1 || property === undefined) return [];
      return criteriaIn(file).flatMap((criterion) => {
        if (valuesAt(criterion, "op").some((op) => isRegex(file, op))) return [];
        return inScalars(file, valuesAt(criterion, "property"), (text) => named(text, property, key));
      });
    }
    case "directives":
      if (path.section === "exports") return [];
      return inScalars(
        file,
        [...sectionsAt(file, "sets"), ...sectionsAt(file, "merges")].flatMap(outlineLeaves),
        (text) => callChanges(text, path),
      );
    case "settings":
      return inScalars(file, sectionsAt(file, "secrets").flatMap(outlineLeaves), (text) => filterChange(text, path));
    case "contracts":
      return path.section === "exports" ? [] : contractPaths(file, (text) => filterChange(text, path));
    default:
      return [];
  }
}

/** The criteria of a group. */
function criteriaIn(file: OpenedFile): readonly Outline[] {
  return sectionsAt(file, "match").flatMap((match) => itemsOf([...valuesAt(match, "all"), ...valuesAt(match, "any")]));
}

/** The name of a property at the beginning of a criterion, as a whole or before `=` or `:`. */
function named(text: string, property: string, name: string): readonly NameChange[] {
  const isName = text.startsWith(property) && /^(?:[=:]|$)/.test(text.slice(property.length));
  return isName ? [{ start: 0, end: property.length, name }] : [];
}

/** `${node.properties[a][b]}`: the key at the place of the one that is renamed. */
function callChanges(text: string, path: RenamedPath): readonly NameChange[] {
  return propertyCalls(text).flatMap(({ segments }) => lastKeyIn(segments, path));
}

/** A filter that begins with the path, key by key: globs find a value by other names, too. */
function filterChange(text: string, { section, keys, key }: RenamedPath): readonly NameChange[] {
  const filter = parsePathFilter(text);
  if (typeof filter === "string") return [];
  const whole = [section, ...keys];
  const isOther = (text: string, index: number) => {
    const key = filter.keys[index];
    return key?.kind !== "key" || key.text !== text;
  };
  if (whole.some(isOther)) return [];
  const last = keys.at(-1) ?? "";
  const start = text.split(":").length === filter.keys.length ? whole : keys;
  const before = start.slice(0, -1).reduce((sum, each) => sum + each.length + 1, 0);
  return text.startsWith(last, before) ? [{ start: before, end: before + last.length, name: key }] : [];
}
