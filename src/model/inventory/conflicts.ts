import type { ParameterPath } from "../values/parameter-path.ts";
import type { ConflictSide, GroupConflict } from "./inventory.ts";

/** A property of a question: the paths below it that are open. */
export interface PropertyConflict {
  readonly property: string;
  /** Sorted ids of the groups whose order matters. */
  readonly groups: readonly string[];
  /** Keys below the property, down to each value in question; `[]` where it is the whole property. */
  readonly paths: readonly (readonly string[])[];
  /** What each of the groups says at the first of the paths. */
  readonly sides: readonly ConflictSide[];
}

/** The parameters in some questions, each with the groups of its question. */
export function propertyConflicts(conflicts: readonly GroupConflict[]): readonly PropertyConflict[] {
  return conflicts.flatMap(({ groups, paths }) => {
    const found = new Map<string, { readonly below: (readonly string[])[]; readonly sides: readonly ConflictSide[] }>();
    for (const { path, sides } of paths) {
      const [section, property, ...below] = path;
      if (section !== "parameters" || property === undefined) continue;
      const known = found.get(property) ?? { below: [], sides };
      known.below.push(below);
      found.set(property, known);
    }
    return [...found].map(([property, { below, sides }]) => ({ property, groups, paths: below, sides }));
  });
}

/** The question that leaves a path out of a node: a parameter, export, variable or name. */
export function conflictAt(conflicts: readonly GroupConflict[], path: ParameterPath): GroupConflict | undefined {
  return conflicts.find(({ paths }) => paths.some((open) => isNamed(open.path, path)));
}

function isNamed(open: ParameterPath, path: ParameterPath): boolean {
  return open.length === 0 || (open[0] === path[0] && open[1] === path[1]);
}
