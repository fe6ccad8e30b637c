import type { KeyTest } from "../../base/name-key.ts";
import type { Contracts } from "../contracts/contract.ts";
import type { Diagnostic, MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Query } from "../values/query.ts";
import type { DefaultReader } from "../values/reference-path.ts";
import type { MapValue, Span, Value } from "../values/value.ts";
import type { Definition, NameMention } from "./definition.ts";
import type { Groups } from "./group.ts";
import type { ParsedRuntimeFile, Policies } from "./policy.ts";
import type { InheritMode, Settings } from "./settings.ts";

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

/** One layer of a node's linearisation, weakest first. */
export interface Step {
  readonly layer: "default" | "global" | "group" | "automatic" | "class" | "node" | "directive" | "local";
  /** The name of a class or node, the id of a group, of a directive or of the contract with a default, the path of a run-time file, `globals`, or `_reclass_` for the automatic parameters. */
  readonly name: string;
  /** The mention through which the walk reached it; for the node its own file. */
  readonly because: Span;
  readonly parameters: MapValue;
  readonly exports: MapValue;
  /** For a layer of properties: the inherit mode of each. Layers of parameters merge by the rules of parameters. */
  readonly modes?: ReadonlyMap<string, InheritMode>;
}

/** The dependencies of a result: a change of anything else cannot change it. */
export interface ReadSet {
  /** Every file that was used: path to blob id. */
  readonly files: ReadonlyMap<string, string>;
  /** Class names that were looked up and not found. */
  readonly missed: ReadonlySet<string>;
  /** Queries over other nodes, with the environment that limits them. */
  readonly queries: readonly Query[];
  readonly environment: string;
  /** The groups of the node and their order, as text that is equal if these are. */
  readonly groups: string;
}

/** A question that the order of groups leaves open: paths that come out differently, and the groups that matter. */
export interface GroupConflict {
  /** Whether orders differ, or are too many to tell whether they do. */
  readonly kind: "open" | "limit";
  /** Sorted ids of the groups whose order matters. */
  readonly groups: readonly string[];
  /** The pairs of them whose exchange changes something. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly paths: readonly ConflictPath[];
}

interface ConflictPath {
  /** From the section on: `parameters`, `exports`, `variables`, `classes` or `applications`; empty for the whole node. */
  readonly path: ParameterPath;
  /** What each of the groups says at the path, or above it; nothing of a group that only references bring in. */
  readonly sides: readonly ConflictSide[];
}

export interface ConflictSide {
  readonly group: string;
  readonly origin: Span;
}

export interface ResolvedNode {
  readonly name: string;
  readonly definition: Definition;
  readonly steps: readonly Step[];
  /** Without groups, names as written in reclass's sequence; else classes in merge order, as far as groups agree. */
  readonly classes: readonly NameMention[];
  readonly applications: readonly NameMention[];
  /** The ids of its groups, weakest first; the origin of each is the beginning of its file. */
  readonly groups: readonly NameMention[];
  /** What is left out, since the order of groups decides it and nothing gives that order; then the node is partial. */
  readonly conflicts: readonly GroupConflict[];
  /** What the order of groups would decide, if no layer above them did. */
  readonly latent: readonly GroupConflict[];
  readonly parameters: MapValue;
  readonly exports: MapValue;
  readonly environment: Value;
  readonly reads: ReadSet;
}

/** `node` is undefined after an error, but for conflicts of groups. The first error is the one that reclass reports. */
export interface NodeOutcome<Of extends Diagnostic = Diagnostic> {
  readonly name: string;
  readonly node: ResolvedNode | undefined;
  /** As those of the node; also where it has an error besides, or is open as a whole. */
  readonly conflicts: readonly GroupConflict[];
  readonly reads: ReadSet;
  readonly diagnostics: readonly Of[];
}

export interface ReportedOutcome extends NodeOutcome<MaskedDiagnostic> {
  /** Sections that the node itself does not hold, where they are asked for. */
  readonly rest?: MapValue;
}
