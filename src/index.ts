// The library: what `import { open } from "git-heir"` gives. Everything public is named here; docs/library.md describes
// it.

export { memory, open } from "./library/open.ts";
export type {
  Change,
  ChangedValue,
  CheckResult,
  Contribution,
  ContributionAction,
  Diagnostic,
  Diff,
  DiffEnd,
  DiffError,
  DiffOptions,
  DiffScope,
  Explanation,
  FailedNode,
  Finding,
  ItemEdit,
  Layer,
  NodeChanges,
  NodeResult,
  NodesOptions,
  OpenOptions,
  Place,
  PlainMap,
  PlainValue,
  ReadOptions,
  Repository,
  ResolvedNode,
  SettingsOverrides,
  ValueChange,
  ValuePath,
  ValuePlace,
} from "./library/types.ts";
export { type FailureKind, HeirError } from "./model/findings/failure.ts";
export type { CauseData as ChangeCause } from "./model/results/cause-data.ts";
