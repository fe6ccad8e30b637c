// The library: what `import { open } from "git-heir"` gives. Everything public is named here; docs/library.md describes
// it.

export { mask } from "./library/mask.ts";
export { memory, open } from "./library/open.ts";
export type {
  ConfigRepository as Repository,
  DiffOptions,
  ExplainOptions,
  FailedNode,
  FolderOptions as OpenOptions,
  Layer,
  NodeResult,
  NodesOptions,
  PlainChange as Change,
  PlainDiff as Diff,
  PlainExplanation as Explanation,
  PlainNode as ResolvedNode,
  PlainValuePlace as ValuePlace,
  ReadOptions,
  ReviewOptions,
  SettingsOverrides,
  ValuePath,
} from "./library/types.ts";
export { type FailureKind, HeirError } from "./model/findings/failure.ts";
export type { ContributionAction } from "./model/results/contribution-action.ts";
export type { LeftOut } from "./model/results/left-out.ts";
export type { Place } from "./model/values/place.ts";
export type { ReviewData as Review } from "./report/data/review-types.ts";
export type {
  BlockData as Block,
  CauseData as ChangeCause,
  ChangeData as ValueChange,
  CheckData as CheckResult,
  ContributionData as Contribution,
  DiagnosticData as Diagnostic,
  DiffScopeData as DiffScope,
  DiffSummaryData as DiffSummary,
  EditData as BlockEdit,
  EffectData as BlockEffect,
  EndData as DiffEnd,
  ErrorData as DiffError,
  FindingData as Finding,
  ItemEditData as ItemEdit,
  NodeChangesData as NodeChanges,
  PlacedData as ChangedValue,
  PlainMap,
  PlainValue,
} from "./report/data/types.ts";
