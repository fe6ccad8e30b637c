import type { Selector } from "../selector/selector.ts";
import type { Span } from "../values/origin.ts";

/** A stage of `stages:` in heir.yml: where a ref is, on some nodes. */
export interface Stage {
  readonly name: string;
  readonly ref: string;
  /** The nodes, as written and read; absent for all. */
  readonly nodes?: { readonly text: string; readonly selector: Selector };
  /** Of the nodes, else of the ref. */
  readonly origin: Span;
}
