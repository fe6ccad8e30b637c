import { bareKey } from "../../model/values/key-prefix.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type Outline, outlineEntries } from "../../parse/yaml/outline.ts";
import type { OpenedFile } from "./edited-file.ts";

/** A key in the values of a file. */
export interface KeyInFile {
  /** Without prefixes. */
  readonly path: ParameterPath;
  /** The path of the value with which it is merged: of a key in a list that of the list. */
  readonly merged: ParameterPath;
  /** As written, with its prefix. */
  readonly name: string;
  readonly key: Stretch;
  readonly value: Outline;
}

/** Where a walk over keys is. */
export interface KeyWalk {
  readonly path: ParameterPath;
  readonly prefixes: readonly string[];
  /** Whether prefixes are read below a key with one, too, as where another layer is merged onto it (rule M8). */
  readonly readsAll?: boolean;
  /** Inside a list: its path. */
  readonly list?: ParameterPath;
}

/** Every key in a value of a file, in the order written: aliases are followed, what is merged with `<<` counts as beside it. */
export function* keysIn(file: OpenedFile, written: Outline, walk: KeyWalk): Iterable<KeyInFile> {
  const outline = file.followed(written);
  const { path, prefixes } = walk;
  if (outline?.kind === "list") {
    const list = walk.list ?? path;
    for (const [index, item] of outline.items.entries()) {
      yield* keysIn(file, item, { path: [...path, String(index)], prefixes: [], list });
    }
  }
  for (const { key, name, value } of outlineEntries(outline)) {
    if (name === undefined) {
      const merged = isMerge(file, key) ? mergedWith(file, value) : [];
      for (const each of merged) yield* keysIn(file, each, walk);
      continue;
    }
    const bare = bareKey(name, prefixes);
    const below = [...path, bare];
    yield { path: below, merged: walk.list ?? below, name, key, value };
    const isText = bare !== name && walk.readsAll !== true;
    yield* keysIn(file, value, { ...walk, path: below, ...(isText && { prefixes: [] }) });
  }
}

function isMerge({ source }: OpenedFile, { start, end }: Stretch): boolean {
  return source.text.slice(start, end) === "<<";
}

function mergedWith(file: OpenedFile, value: Outline): readonly Outline[] {
  const outline = file.followed(value);
  return outline?.kind === "list" ? outline.items : [value];
}
