import type { MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { Step } from "../inventory/inventory.ts";
import type { Abortable } from "../inventory/snapshot.ts";
import type { Masked, SecretsOptions } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { SourceFile, Span, Value } from "../values/value.ts";
import type { CauseEdit, Change } from "./change.ts";
import type { ExplainedContribution } from "./explanation.ts";
import type { LoggedCommit } from "./log.ts";
import type { ComparisonEnd } from "./printed-parts.ts";

export interface NodeWhy {
  /** Whether the node resolves on each side that has it. */
  readonly resolves: boolean;
  /** Whether one of the sides has such a value, or a contribution to one that does not count. */
  knows(path: ParameterPath): boolean;
  /** Whether the value at a path, or whether it can be known, differs between the sides. */
  differs(path: ParameterPath): boolean;
  /** Why the value at a path differs; if it does not, where it comes from. */
  why(path: ParameterPath, options?: WhyRequest): Promise<Masked<Why>>;
}

export interface WhyRequest extends Abortable, SecretsOptions {
  /** Also the layers without a contribution. */
  readonly all?: boolean;
}

/** Why one value of one node differs between two states. */
export interface Why {
  readonly path: ParameterPath;
  readonly old: WhySide;
  readonly new: WhySide;
  /** The changes at the path or below it; empty if nothing differs, or one side does not resolve. */
  readonly changes: readonly WhyChange[];
  /** The contributions of the layers, if nothing differs or one side does not resolve. */
  readonly layers: readonly WhyLayer[];
  /** The edits of files that the causes name; each file once. */
  readonly edits: readonly FileDelta[];
}

export interface WhySide {
  readonly end: ComparisonEnd;
  /** Its name there; undefined if there is no such node. */
  readonly name: string | undefined;
  readonly value: Value | undefined;
  /** Whether it is there and resolves. The value may be missing even so. */
  readonly resolves: boolean;
  readonly errors: readonly MaskedDiagnostic[];
}

export interface WhyChange {
  readonly change: Change;
  readonly layers: readonly WhyLayer[];
  /** One for each edit that is part of its cause, the strongest layer's first. */
  readonly chains: readonly CauseChain[];
}

/** From a difference through references and queries to the edit that caused it, which is the last link. */
export type CauseChain = readonly CauseLink[];

export interface CauseLink {
  readonly edit: CauseEdit;
  /** For a reference: its target on both sides. */
  readonly before?: Value;
  readonly after?: Value;
}

/** A layer that the node has on at least one side, and its contribution. */
export interface WhyLayer {
  readonly layer: Step["layer"];
  /** For a renamed node, its new name. */
  readonly name: string;
  /** Undefined if the node does not have the layer. */
  readonly old: LayerSide | undefined;
  readonly new: LayerSide | undefined;
}

export interface LayerSide {
  /** Counted from 1, weakest first. */
  readonly position: number;
  readonly contributions: readonly ExplainedContribution[];
}

export interface FileDelta {
  /** Absent if there is no such file. Secrets are hidden in it. */
  readonly old: SourceFile | undefined;
  readonly new: SourceFile | undefined;
  /** The places in it that the causes name; empty for the file as a whole. */
  readonly spans: readonly { readonly side: "old" | "new"; readonly span: Span }[];
  readonly commits: readonly FileCommit[];
  /** The later state has uncommitted changes of the file. */
  readonly uncommitted: boolean;
}

export interface FileCommit extends Pick<LoggedCommit, "id" | "author" | "date" | "subject"> {
  readonly shortId: string;
  /** It leads to the earlier state only, so that the later one does not have it. */
  readonly undone: boolean;
}

/** Whether the value, or whether it can be known, differs between the states. */
export function isDifferent({ changes, old, new: now }: Pick<Why, "changes" | "old" | "new">): boolean {
  return changes.length > 0 || old.resolves !== now.resolves || (old.name === undefined) !== (now.name === undefined);
}

/** Whether the value is known on both sides; a missing node has none. */
export function isKnownOnBothSides({ old, new: now }: Pick<Why, "old" | "new">): boolean {
  return [old, now].every(({ name, resolves }) => name === undefined || resolves);
}
