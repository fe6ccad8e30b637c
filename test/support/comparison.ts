import type { Change, FoldedChange } from "../../src/model/results/change.ts";
import type {
  Comparison,
  FailingNode,
  LookedAt,
  NodeDifferences,
  ReviewedComparison,
} from "../../src/model/results/comparison.ts";
import { mask } from "../../src/model/secrets/mask.ts";
import type { Masked } from "../../src/model/secrets/masked.ts";
import { withBlocks } from "../../src/workspace/evidence/reviewed.ts";
import { unmasked } from "./found.ts";

export interface ComparisonParts {
  readonly changes?: readonly FoldedChange[];
  readonly nodes?: Partial<NodeDifferences>;
  readonly lookedAt?: Partial<LookedAt>;
}

/** A comparison of HEAD~1 with HEAD over 14 nodes in which nothing differs but what is given, values as they are. */
export function comparison({
  changes = [],
  nodes = {},
  lookedAt = {},
}: ComparisonParts = {}): Masked<ReviewedComparison> {
  const none = { added: [], removed: [], renamed: [], newlyFailing: [], newlyResolving: [], stillFailing: [] };
  const found: Comparison = {
    from: { title: "HEAD~1 5c0ffee", id: "5c0ffee" },
    to: { title: "HEAD 9d21ab4", id: "9d21ab4", subject: "par1: second ntp server" },
    changes,
    nodes: { ...none, ...nodes },
    lookedAt: { nodes: 14, resolvedAgain: 4, files: ["classes/os/debian.yml", "README.md"], leftOut: [], ...lookedAt },
  };
  return withBlocks(mask("comparison", found, "shown"));
}

/** Nodes that fail for want of a class. */
export function failingNodes(...names: readonly string[]): readonly FailingNode[] {
  const missing = unmasked({ code: "class-not-found", severity: "error", message: "class x has no file", related: [] });
  return names.map((name) => ({ name, diagnostics: [missing] }));
}

/** The same changes on some nodes. */
export function on(nodes: readonly string[], changes: readonly Change[]): readonly FoldedChange[] {
  return changes.map((change) => ({ change, nodes }));
}
