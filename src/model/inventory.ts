import type { Definition } from "./definition.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Settings } from "./settings.ts";

/** All definitions of one snapshot. Files are parsed when first asked for. */
export interface Inventory {
  readonly settings: Settings;
  /** Sorted by code point. */
  readonly nodeNames: readonly string[];
  readonly classNames: readonly string[];
  node(name: string): Definition | undefined;
  class(name: string): Definition | undefined;
  /** Paths of node and class files, so that changed paths can be told from others. */
  fileOf(kind: "node" | "class", name: string): string | undefined;
  /** Faults of the inventory as a whole; with an error among them no node resolves. */
  readonly diagnostics: readonly Diagnostic[];
}
