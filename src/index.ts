// The library: what `import { open } from "git-heir"` gives. Everything public is named here; docs/library.md describes
// it.

export { memory, open } from "./library/open.ts";
export type {
  ChangedValue,
  ConfigRepository,
  Diff,
  DiffEnd,
  DiffError,
  DiffOptions,
  DiffScope,
  FailedNode,
  FolderOptions,
  Layer,
  NodeChanges,
  NodeResult,
  NodesOptions,
  PlainChange,
  PlainCheckResult,
  PlainContribution,
  PlainContributionAction,
  PlainDiagnostic,
  PlainExplanation,
  PlainFinding,
  PlainItemEdit,
  PlainMap,
  PlainNode,
  PlainPlace,
  PlainValue,
  PlainValuePlace,
  ReadOptions,
  SettingsOverrides,
  ValueChange,
  ValuePath,
} from "./library/types.ts";
export { type FailureKind, HeirError } from "./model/findings/failure.ts";
export type { CauseData as ChangeCause } from "./model/results/cause-data.ts";
