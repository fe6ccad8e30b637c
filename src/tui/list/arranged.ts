import { type Line, span } from "../draw/line.ts";
import type { Search } from "./search.ts";

/** In the place of a list in which nothing fits the filter. */
export const NO_HIT = "nothing here fits the filter, Esc clears it";

/** What the title of a list says of its filter, and of its order where that is not the usual one. */
export function arrangedSpans(
  { search, sort }: { readonly search: Search; readonly sort: string },
  usual: string,
): Line {
  return [
    ...(search.text === "" ? [] : [span("changed", `  /${search.text}`)]),
    ...(sort === usual ? [] : [span("muted", `  by ${sort}`)]),
  ];
}
