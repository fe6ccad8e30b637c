import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Definition } from "./definition.ts";
import type { Groups } from "./group.ts";
import type { Policies } from "./policy.ts";
import type { ParsedRuntimeFile } from "./runtime.ts";
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
  /** Groups, global parameters and their order; empty where the snapshot has none. */
  readonly groups: Groups;
  /** Techniques, directives and rules; parsed when first asked for. */
  policies(): Policies;
  /** The files of `properties.d/NODE/` in the order in which the agent reads them. */
  runtimeFiles(node: string): readonly ParsedRuntimeFile[];
  /** What must not be shown, as far as files have been read. */
  readonly secrets: Secrets;
  /** Faults of the inventory as a whole; with an error among them no node resolves. */
  readonly diagnostics: readonly Diagnostic[];
}
