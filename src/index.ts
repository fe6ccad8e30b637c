// The library: what `import { open } from "git-heir"` gives. Everything public is named here; docs/library.md describes
// it.

import type { EditingRepository } from "./annex/edit/library-types.ts";
import { EditedRepository } from "./annex/edit/repository.ts";
import { inMemory, type Making, opened } from "./library/open.ts";
import { maskedCopy, rendered } from "./library/render.ts";
import type { Annexes } from "./library/repository.ts";
import type {
  ConfigRepository,
  FolderOptions,
  NodeResult,
  PlainDiff,
  PlainInventory,
  RenderOptions,
  RenderPageOptions,
} from "./library/types.ts";
import type { ChangeData } from "./model/documents/comparison.ts";
import type { PlainImpact, PlainWhy } from "./model/documents/history.ts";

export type {
  ApplyOptions,
  EditedFileData as EditedFile,
  NotFollowedData as NotFollowed,
  PlainPlan as Plan,
  PlanOptions,
  ProofData as Proof,
  RequestedEdit as Edit,
  TextEditData as TextEdit,
  UndoneFiles as Undone,
} from "./annex/edit/library-types.ts";
export type {
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
  PlainValuePlace as ValuePlace,
  ReadOptions,
  RenderOptions,
  RenderPageOptions,
  ReviewOptions,
  SettingsOverrides,
  ValuePath,
  WhyOptions,
} from "./library/types.ts";
export type {
  CheckData as CheckResult,
  DiagnosticData as Diagnostic,
  ErrorData as DiffError,
  FindingData as Finding,
} from "./model/documents/check.ts";
export type {
  CauseData as ChangeCause,
  ChangeData as ValueChange,
  DiffScopeData as DiffScope,
  DiffSummaryData as DiffSummary,
  NodeChangesData as NodeChanges,
  ReviewData as Review,
} from "./model/documents/comparison.ts";
export type { LayerContributionData as Contribution } from "./model/documents/explanation.ts";
export type {
  LogCommitData as LogCommit,
  PlainImpact as Impact,
  PlainLog as Log,
  PlainWhy as Why,
  WhyLinkData as WhyLink,
} from "./model/documents/history.ts";
export type { InventoryNode, NodeErrorData as InventoryError } from "./model/documents/inventory.ts";
export type { PlacedData as ChangedValue, PlainMap, PlainValue } from "./model/documents/value.ts";
export { type FailureKind, HeirError } from "./model/findings/failure.ts";
export type { ContributionAction } from "./model/results/contribution-action.ts";
export type { LeftOut } from "./model/results/left-out.ts";
export type { ComparisonEnd as DiffEnd } from "./model/results/printed-parts.ts";
export type { Place } from "./model/values/place.ts";

/** An open inventory folder. */
export interface Repository extends ConfigRepository, EditingRepository {}

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

/** What else a repository offers: loaded when it is asked. */
const annexes: Annexes = {
  impact: async (...asked) => (await import("./annex/edit/impact.ts")).findImpact(...asked),
  async review(workspace, question, { maxBytes, ...options }) {
    const { reviewChange } = await import("./annex/review/workspace/review.ts");
    const { reviewData } = await import("./annex/review/report/markdown.ts");
    return reviewData(await reviewChange(workspace, question, options), { maxBytes });
  },
};

const made: Making<Repository> = (...given) => new EditedRepository(...given, annexes);

/**
 * Opens an inventory folder, in git or not: the given one, as with `heir -C`, or the nearest one at or above the
 * current folder. Throws {@link HeirError} for a missing folder, an unknown setting, and a repository that git refuses
 * to read. Close it when done: git processes may run in the background.
 */
export function open(folder?: string, options: FolderOptions = {}): Promise<Repository> {
  return opened(made, folder, options);
}

/**
 * An inventory from files in memory: path from the inventory folder (`nodes/web1.yml`, with forward slashes) to text or
 * bytes. Its only state is `WORKTREE`; later changes of the map have no effect. For tests, and for editors that check
 * unsaved text. Throws {@link HeirError} for an unknown setting.
 */
export function memory(
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<FolderOptions, "settings"> = {},
): Repository {
  return inMemory(made, files, options);
}

/**
 * A diff as `heir diff` prints it: text or a pull request's comment at once, a page later, with the repository open.
 * Throws HeirError, or rejects with it, for no result of `diff`, one with secrets shown unless the options say `show`
 * too, a block that is not there, fewer than 2,000 bytes, and a link that is no address.
 */
export function render(diff: PlainDiff, options: RenderOptions): string;
export function render(diff: PlainDiff, options: RenderPageOptions): Promise<string>;
export function render(diff: PlainDiff, options: RenderOptions | RenderPageOptions): string | Promise<string>;
export function render(diff: PlainDiff, options: RenderOptions | RenderPageOptions): string | Promise<string> {
  return rendered(diff, options, () => import("./annex/review/page/page.ts"));
}

/**
 * A copy of a result with `(secret)` for each secret, also in what its functions return. A node that does not resolve
 * has no values. Throws HeirError for anything but a result of `resolve`, `resolveAll` or `inventory`.
 */
export function mask(result: NodeResult): NodeResult;
export function mask(result: PlainInventory): PlainInventory;
export function mask(result: NodeResult | PlainInventory): NodeResult | PlainInventory {
  return maskedCopy(result);
}
