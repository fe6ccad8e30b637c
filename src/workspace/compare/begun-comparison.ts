import type { CauseSearch } from "../../compare/causes/causes.ts";
import type { Rename } from "../../model/results/comparison.ts";
import type { Affected } from "../workspace.ts";
import type { AffectedNodes } from "./affected-nodes.ts";
import type { NodesAlone } from "./side.ts";

/** Which nodes a comparison looks at. */
export interface CompareScope extends Affected {
  readonly common: readonly string[];
  /** Those of the shard. */
  readonly affected: readonly string[];
  readonly nodes: AffectedNodes;
}

/** A comparison of which all but the nodes is known. */
export interface BegunComparison {
  readonly scope: CompareScope;
  /** The nodes to compare. */
  readonly affected: readonly string[];
  readonly alone: NodesAlone | undefined;
  readonly renamed: readonly Rename[];
  readonly causes: CauseSearch | undefined;
}
