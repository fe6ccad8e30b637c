import type { KeyTest } from "../../base/name-key.ts";
import type { Contracts } from "../contracts/contract.ts";
import type { Diagnostic, MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { DefaultReader } from "../values/reference-path.ts";
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
  /** The names of the nodes that are meant, sorted; lists no others. */
  nodesOf(meant: KeyTest): readonly string[];
  readonly classNames: readonly string[];
  node(name: string): Definition | undefined;
  class(name: string): Definition | undefined;
  /** The file on disk that git ignores and that would define a class; absent where nothing is on disk. */
  readonly ignoredFile?: (className: string) => string | undefined;
  /** Why a class could not be looked for; absent where all could. */
  readonly lostClass?: (name: string) => Diagnostic | undefined;
  /** The paths of node and class files, to recognise them among changed paths. */
  fileOf(kind: "node" | "class", name: string): string | undefined;
  /** All names of the file at a path: first where git lists it, then the links that lead to it. Only the path for most. */
  namesOfFile(path: string): readonly [listed: string, ...links: string[]];
  /** Groups, global parameters and their order; empty if the snapshot has none. */
  readonly groups: Groups;
  /** Reads the default of a reference. */
  readonly readDefault: DefaultReader;
  /** Absent if the snapshot has no folder of contracts. */
  readonly contracts?: Contracts;
  /** Techniques, directives and rules; parsed when first asked for. */
  policies(): Policies;
  /** The files of `properties.d/NODE/`, in the order in which the agent reads them. */
  runtimeFiles(node: string): readonly ParsedRuntimeFile[];
  /** The secrets of the files that have been read so far. */
  readonly secrets: Secrets;
  /** Faults of the inventory as a whole. If one is an error, no node resolves. */
  readonly diagnostics: readonly MaskedDiagnostic[];
}
