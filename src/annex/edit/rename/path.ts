import { HeirError } from "../../../model/findings/failure.ts";
import type { Settings } from "../../../model/inventory/settings.ts";
import { prefixCharacters } from "../../../model/values/key-prefix.ts";
import { isSamePath } from "../../../model/values/parameter-path.ts";
import { parsePathFilter } from "../../../model/values/path-filter.ts";
import { spanPlace } from "../../../model/values/value.ts";
import { type Outline, outlineLeaves } from "../../../parse/yaml/outline.ts";
import { beginsWith } from "../../../written/reference-text.ts";
import { type RenamedPath, renamedPath } from "../proof/claim.ts";
import { isWordCharacter, type Replacement } from "../text/source-text.ts";
import type { FinderOptions, KindFinder, OpenedFile } from "./edited-file.ts";
import { contractPaths, inScalars, isRegex, itemsOf, sectionsAt, valuesAt } from "./edited-file.ts";
import { type Mark, readMarks } from "./marks.ts";

/**
 * Renames the last key of a path: in layers with its prefix, in properties, references, queries, criteria about the
 * property, calls of directives, contracts and `secrets`.
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
      const marks = readMarks(file, settings, true);
      const keys = keysAt(marks, path, path.keys);
      isWritten ||= keys.length > 0;
      const [taken] = keysAt(marks, path, [...path.keys.slice(0, -1), path.key]);
      if (taken !== undefined) {
        const place = spanPlace({ ...taken, file: file.source.file });
        throw new HeirError("usage", `there is a value at ${rename.to} already: ${place}`);
      }
      return [...keys, ...referencesTo(marks, path), ...mentions(file, path)];
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

/** The keys of a section that a file writes at a path. */
function keysAt(
  marks: readonly Mark[],
  { section, key }: RenamedPath,
  keys: readonly string[],
): readonly Replacement[] {
  return marks.flatMap((mark) => {
    const isMeant = mark.kind === "key" && mark.merged === mark.path && isSamePath(mark.path, [section, ...keys]);
    return isMeant ? [mark.renamed(key)] : [];
  });
}

function referencesTo(marks: readonly Mark[], { section, keys, key }: RenamedPath): readonly Replacement[] {
  return marks.flatMap((mark) => {
    const isMeant = mark.kind === "reference" && mark.section === section && beginsWith(mark.segments, keys);
    return isMeant ? [mark.renamed(keys.length - 1, key)] : [];
  });
}

/** The path where criteria, patterns of secrets and contracts name it. */
function mentions(file: OpenedFile, path: RenamedPath): readonly Replacement[] {
  const { section, keys, key } = path;
  const [property] = keys;
  switch (file.role) {
    case "groups": {
      if (section === "exports" || keys.length > 1 || property === undefined) return [];
      return criteriaIn(file).flatMap((criterion) => {
        if (valuesAt(criterion, "op").some((op) => isRegex(file, op))) return [];
        return inScalars(file, valuesAt(criterion, "property"), (text) => named(text, property, key));
      });
    }
    case "settings":
      return inScalars(file, sectionsAt(file, "secrets").flatMap(outlineLeaves), (text) => filterChange(text, path));
    case "contracts":
      return section === "exports" ? [] : contractPaths(file, (text) => filterChange(text, path));
    default:
      return [];
  }
}

function criteriaIn(file: OpenedFile): readonly Outline[] {
  return sectionsAt(file, "match").flatMap((match) => itemsOf([...valuesAt(match, "all"), ...valuesAt(match, "any")]));
}

/** The name of a property at the beginning of a criterion, as a whole or before `=` or `:`. */
function named(text: string, property: string, name: string): readonly Replacement[] {
  const isName = text.startsWith(property) && /^(?:[=:]|$)/.test(text.slice(property.length));
  return isName ? [{ start: 0, end: property.length, text: name }] : [];
}

/** A filter that begins with the path, key by key: globs find a value by other names, too. */
function filterChange(text: string, { section, keys, key }: RenamedPath): readonly Replacement[] {
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
  return text.startsWith(last, before) ? [{ start: before, end: before + last.length, text: key }] : [];
}
