import type { KindRename } from "../../model/results/proof.ts";
import type { Delimiters } from "../../model/values/template.ts";
import { renamedKeys } from "../claim.ts";
import type { NameChange } from "./edited-file.ts";
import { referencesInText } from "./reference-text.ts";

/** A path with another last key, and the tree it is in: `${…}` and `self:` read parameters, `exports:` the other one. */
export interface RenamedPath {
  readonly section: "parameters" | "exports";
  readonly keys: readonly string[];
  readonly key: string;
}

/** A rename of a path below parameters or exports; undefined for any other path. */
export function renamedPath(rename: KindRename): RenamedPath | undefined {
  const { path, key } = renamedKeys(rename);
  const [section, ...keys] = path;
  return (section === "parameters" || section === "exports") && keys.length > 0 ? { section, keys, key } : undefined;
}

/** A text with other names; the changes are sorted and do not overlap. */
export function replaced(text: string, changes: readonly NameChange[]): string {
  return changes.toReversed().reduce((all, { start, end, name }) => all.slice(0, start) + name + all.slice(end), text);
}

/** The last key of a path in the references and queries of a text, nested ones included; none in a text that cannot be read. */
export function referenceChanges(text: string, path: RenamedPath, delimiters: Delimiters): readonly NameChange[] {
  const { section, keys, key } = path;
  const found = referencesInText(text, delimiters).filter((reference) => reference.section === section);
  return found.flatMap(({ segments }) => {
    const last = segments[keys.length - 1];
    if (last === undefined || keys.some((each, index) => segments[index]?.text !== each)) return [];
    return [{ start: last.start, end: last.end, name: key }];
  });
}
