// The library: what `import { open } from "git-heir"` gives. Everything public is named here; docs/library.md describes
// it.

import type { PlainDiff } from "./library/types.ts";
import type { PlainImpact, PlainWhy } from "./report/data/history-types.ts";
import type { ChangeData } from "./report/data/types.ts";

export { memory, open } from "./library/open.ts";
export { mask, render } from "./library/render.ts";
export type {
  ApplyOptions,
  ConfigRepository as Repository,
  DiffOptions,
  ExplainOptions,
  FailedNode,
  FolderOptions as OpenOptions,
  Layer,
  LogOptions,
  NodeResult,
  NodesOptions,
  PlainChange as Change,
  PlainDiff as Diff,
  PlainExplanation as Explanation,
  PlainInventory as Inventory,
  PlainNode as ResolvedNode,
  PlainPlan as Plan,
  PlainValuePlace as ValuePlace,
  PlanOptions,
  ReadOptions,
  RenderOptions,
  RenderPageOptions,
  RequestedEdit as Edit,
  ReviewOptions,
  SettingsOverrides,
  UndoneFiles as Undone,
  ValuePath,
  WhyOptions,
} from "./library/types.ts";
export { type FailureKind, HeirError } from "./model/findings/failure.ts";
export type { ContributionAction } from "./model/results/contribution-action.ts";
export type { LeftOut } from "./model/results/left-out.ts";
export type { ComparisonEnd as DiffEnd } from "./model/results/printed-parts.ts";
export type { Place } from "./model/values/place.ts";
export type { CheckData as CheckResult, ReviewData as Review } from "./report/data/gate-types.ts";
export type {
  LogCommitData as LogCommit,
  PlainImpact as Impact,
  PlainLog as Log,
  PlainWhy as Why,
  WhyLinkData as WhyLink,
} from "./report/data/history-types.ts";
export type { InventoryNode, NodeErrorData as InventoryError } from "./report/data/inventory-types.ts";
export type {
  CauseData as ChangeCause,
  ChangeData as ValueChange,
  DiagnosticData as Diagnostic,
  DiffScopeData as DiffScope,
  DiffSummaryData as DiffSummary,
  ErrorData as DiffError,
  FindingData as Finding,
  LayerContributionData as Contribution,
  NodeChangesData as NodeChanges,
  PlacedData as ChangedValue,
  PlainMap,
  PlainValue,
} from "./report/data/types.ts";
export type {
  EditedFileData as EditedFile,
  NotFollowedData as NotFollowed,
  ProofData as Proof,
  TextEditData as TextEdit,
} from "./report/edit/edit-types.ts";

export type Block = PlainDiff["blocks"][number];
export type BlockEdit = Block["edit"];
export type BlockEffect = Block["effects"][number];
export type FileEdit = PlainWhy["edits"][number];
export type ImpactTarget = PlainImpact["target"];
export type ItemEdit = NonNullable<Extract<ChangeData, { kind: "changed" }>["items"]>[number];
export type ValueImpact = PlainImpact["values"][number];
export type WhyChange = PlainWhy["changes"][number];
export type WhyLayer = PlainWhy["layers"][number];
export type WhySide = PlainWhy["old"];
