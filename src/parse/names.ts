import type { Settings } from "../model/settings.ts";

const SKIPPED_FOLDERS = new Set(["CVS", "SCCS"]);

/** Where one file stands below the folder of nodes or of classes. */
export interface FileName {
  readonly name: string;
  /** What `class_mappings_match_path` matches: path without extension; `./name` for a plain node at the top. */
  readonly pathName: string;
}

/**
 * The class that a file defines (rules N1 to N4 in docs/concepts/names.md), or undefined for files that hold none.
 * `relative` is the path below the folder of classes, with forward slashes.
 */
export function className(relative: string): FileName | undefined {
  const parts = partsOf(relative);
  if (parts === undefined) return undefined;
  const folders = parts.slice(0, -1);
  const base = parts.at(-1) ?? "";
  const name = (folders.length > 0 && base === "init" ? folders : parts).join(".");
  return { name, pathName: parts.join("/") };
}

/** The node that a file defines: its base name, or with `compose_node_name` the folders too. */
export function nodeName(relative: string, settings: Settings): FileName | undefined {
  const parts = partsOf(relative);
  if (parts === undefined) return undefined;
  const base = parts.at(-1) ?? "";
  if (!settings.compose_node_name) return { name: base, pathName: parts.length === 1 ? `./${base}` : parts.join("/") };
  const composed = parts.length > 1 && !parts[0]?.startsWith("_") ? parts.join(".") : base;
  return { name: composed, pathName: parts.join("/") };
}

/**
 * A class name as written, made absolute for the file that defines `owner`: n leading dots drop the last n parts of
 * the owner's name. Too many dots stop at the top.
 */
export function absoluteName(written: string, owner: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const parent = owner.split(".").slice(0, -dots).join(".");
  return parent === "" ? written.slice(dots) : parent + written.slice(dots - 1);
}

function partsOf(relative: string): readonly string[] | undefined {
  const length = relative.endsWith(".yml") ? 4 : relative.endsWith(".yaml") ? 5 : 0;
  if (length === 0) return undefined;
  const parts = relative.slice(0, -length).split("/");
  const last = parts.length - 1;
  const skipped = parts.some((folder, at) => at < last && (folder.startsWith(".") || SKIPPED_FOLDERS.has(folder)));
  return skipped ? undefined : parts;
}
