import type { Diagnostic } from "../findings/diagnostic.ts";
import type { Step } from "../inventory/resolved.ts";
import type { Abortable } from "../inventory/snapshot.ts";
import type { Masked, SecretsOptions } from "../secrets/masked.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { CauseEdit } from "./cause.ts";
import type { Change } from "./change.ts";
import type { ComparisonEnd } from "./comparison.ts";
import type { ExplainedContribution } from "./explanation.ts";

/** Answers why the values of one node are not in one state what they are in another. */
export interface NodeWhy {
  /** Whether the node resolves wherever it is there. */
  readonly resolves: boolean;
  /** Whether there is such a value on either side, or some layer says one, though it does not count. */
  knows(path: ParameterPath): boolean;
  /** Whether the value at a path, or whether there is one to be told, is not the same on both sides. */
  differs(path: ParameterPath): boolean;
  /** All that is known of why the value at a path differs; of one that does not, what it comes from. */
  why(path: ParameterPath, options?: WhyOptions): Promise<Masked<Why>>;
}

export interface WhyOptions extends Abortable, SecretsOptions {
  /** Also the layers that do not say the value. */
  readonly all?: boolean;
}

/** Why one value of one node is not in one state what it is in another. */
export interface Why {
  readonly path: ParameterPath;
  readonly old: WhySide;
  readonly new: WhySide;
  /** What differs, at the path or below it; empty where nothing does, or one side does not resolve. */
  readonly changes: readonly WhyChange[];
  /** What the layers say where nothing differs, or one side does not resolve. */
  readonly layers: readonly WhyLayer[];
  /** The edits of files that the causes name; each file once. */
  readonly edits: readonly FileEdit[];
}

/** One node in one of the two states. */
export interface WhySide {
  readonly end: ComparisonEnd;
  /** Its name there; undefined where there is no such node. */
  readonly name: string | undefined;
  readonly value: Value | undefined;
  /** It is there and resolves; the value may be missing all the same. */
  readonly resolves: boolean;
  /** Why it does not resolve. */
  readonly errors: readonly Diagnostic[];
}

/** One difference, with all that led to it. */
export interface WhyChange {
  readonly change: Change;
  readonly layers: readonly WhyLayer[];
  /** One for each edit that had a part in it, the strongest layer's first. */
  readonly chains: readonly CauseChain[];
}

/** From a difference along references and queries to the edit that made it, which is the last. */
export type CauseChain = readonly CauseLink[];

export interface CauseLink {
  readonly edit: CauseEdit;
  /** Of a reference: what it refers to, on both sides. */
  readonly before?: Value;
  readonly after?: Value;
}

/** A layer that the node has on at least one side, and what it does there. */
export interface WhyLayer {
  readonly layer: Step["layer"];
  /** Of a node that was renamed, its new name. */
  readonly name: string;
  /** Absent where the node does not have the layer. */
  readonly old: LayerSide | undefined;
  readonly new: LayerSide | undefined;
}

export interface LayerSide {
  /** Counted from 1, weakest first. */
  readonly position: number;
  readonly contributions: readonly ExplainedContribution[];
}

/** How a file differs between the two states, and which commits did that. */
export interface FileEdit {
  /** Absent where there is no such file. What must not be shown is hidden in it. */
  readonly old: SourceFile | undefined;
  readonly new: SourceFile | undefined;
  /** What the causes name in it, on either side; empty for the file as a whole. */
  readonly spans: readonly { readonly side: "old" | "new"; readonly span: Span }[];
  readonly commits: readonly FileCommit[];
  /** The later state has more than the commits: what is staged, or only in the work tree. */
  readonly uncommitted: boolean;
}

export interface FileCommit {
  readonly id: string;
  readonly shortId: string;
  readonly author: string;
  /** ISO 8601, with the author's time zone. */
  readonly date: string;
  readonly subject: string;
  /** It leads to the earlier state only: going to the later one undoes it. */
  readonly undone: boolean;
}

/** Whether the value, or whether there is one to be told, is not the same in both states. */
export function isDifferent({ changes, old, new: now }: Pick<Why, "changes" | "old" | "new">): boolean {
  return changes.length > 0 || old.resolves !== now.resolves || (old.name === undefined) !== (now.name === undefined);
}

/** Whether the value is known on both sides; a node that is not there has none. */
export function isKnownOnBothSides({ old, new: now }: Pick<Why, "old" | "new">): boolean {
  return [old, now].every(({ name, resolves }) => name === undefined || resolves);
}
