import { className } from "../definitions/names.ts";

/**
 * The id of a group, technique, directive or rule: the path of its file below the folder of its kind, formed as class
 * names are. Undefined for a file that defines none.
 */
export function fileId(relative: string): string | undefined {
  return className(relative)?.name;
}
