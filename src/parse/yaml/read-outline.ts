import type { SourceFile } from "../../model/values/origin.ts";
import { composedOutline, type Outline } from "./outline.ts";
import { isReadable } from "./readable-text.ts";

/**
 * Where the parts of a file are, by the grammar that its values are read with. `root` is undefined for a file with nothing
 * but comments; the result for a file with an error.
 */
export function outlineOf(file: SourceFile): { readonly root: Outline | undefined } | undefined {
  let readable = true;
  const report = () => {
    readable = false;
  };
  if (!isReadable(file, report)) return undefined;
  const composed = composedOutline(file, report);
  return readable ? composed : undefined;
}
