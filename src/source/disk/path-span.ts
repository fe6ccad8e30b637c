import type { Span } from "../../model/values/origin.ts";

/**
 * The span of a finding about a whole path, from which readers learn the folder. `text` and `id` are the target and the
 * blob of a symbolic link.
 */
export function pathSpan(
  path: string,
  { text = "", id = "" }: { readonly text?: string | undefined; readonly id?: string | undefined } = {},
): Span {
  return { file: { path, blob: id, text }, start: 0, end: text.length };
}
