import type { Masked } from "../secrets/masked.ts";
import type { Change } from "./change.ts";
import type { ReviewedComparison } from "./comparison.ts";
import type { FileCommit, WhyLayer } from "./why.ts";

/** What a reader of blocks asks next: how layers make the values, and who edited the files. */
export interface Evidence {
  readonly layers: readonly ChangeLayers[];
  /** By the path of a file: the commits between the states that changed it, newest first. */
  readonly commits: ReadonlyMap<string, readonly FileCommit[]>;
  /** Paths of edited files that the later state has with uncommitted changes. */
  readonly uncommitted: ReadonlySet<string>;
  readonly sides: { readonly old: EvidenceSide; readonly new: EvidenceSide };
}

/** The layers of both sides that make one value on one node, and the changes with the same definitions. */
export interface ChangeLayers {
  readonly node: string;
  readonly change: Change;
  readonly layers: readonly WhyLayer[];
  /** Indexes into the changes of the comparison. */
  readonly changes: readonly number[];
}

export interface EvidenceSide {
  /** The id of the commit; undefined for the index and the work tree. */
  readonly commit: string | undefined;
  /** The inventory folder, from the top of the repository. */
  readonly folder: string;
}

export interface PageOptions {
  readonly evidence: Masked<Evidence>;
  /** Addresses of files, with `{rev}`, `{file}` and `{line}`; places are text without it. */
  readonly link?: string;
  /** Removes what is left of secret texts; data is packed after that. */
  readonly clean: (text: string) => string;
}

/** What makes a page of a comparison: loaded only where one is asked for, with its script and style. */
export interface PageMaker {
  /** An address for files. Throws HeirError for what is no address of the web, or the same for every file. */
  checkedLink(name: string, link: string): string;
  comparisonPage(comparison: Masked<ReviewedComparison>, options: PageOptions): Promise<string>;
}
