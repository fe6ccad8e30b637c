import { compareText } from "../../base/text-order.ts";
import type { Block, Edit } from "../../model/results/block.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { Identities } from "../identity.ts";
import { editOf } from "./edit.ts";
import { effectsOf, parameterRenames } from "./effects.ts";
import { withFailing } from "./failing.ts";
import { Grouping } from "./grouping.ts";
import { rootedChange } from "./rooted-change.ts";
import { selectorOf } from "./selector.ts";

/**
 * A comparison as blocks, each one edit with all its effects: first those that make nodes fail, then nodes that are
 * added and removed, then values, then renames without effect, then what newly resolves. Every change is in one effect
 * of one block (rules V1 to V7 of docs/concepts/review.md). Never fails; without causes, changes with one delta are a block.
 */
export function blocksOf(comparison: Comparison): readonly Block[] {
  return new Blocks(comparison).all();
}

class Blocks {
  private readonly identities = new Identities();
  private readonly comparison: Comparison;

  constructor(comparison: Comparison) {
    this.comparison = comparison;
  }

  all(): readonly Block[] {
    const { changes, nodes, renamed = [], kept = [] } = this.comparison;
    const { identities } = this;
    const rooted = changes.map((change, index) => rootedChange(change, index, renamed));
    const parameters = parameterRenames(rooted, kept, identities);
    const nodeRenames = nodes.renamed.map((rename) => ({ kind: "node" as const, places: {}, ...rename }));
    const grouping = new Grouping({ identities, parameters, renamed: [...renamed, ...nodeRenames] });
    const conflicts = new Map(nodes.newlyFailing.map(({ name, open }) => [name, open ?? []] as const));
    const valued = grouping.groups(rooted).map((group): Block => {
      const effects = effectsOf(group.changes, { identities, parameters, conflicts });
      const reached = new Set(group.changes.flatMap((change) => change.nodes));
      const edit = editOf(group, { identities, effects, kept });
      return { edit, nodes: [...reached].sort(compareText), failing: [], effects };
    });
    const blocks = this.withNodes(withFailing(valued, nodes.newlyFailing, nodes.added)).sort(inOrder);
    return blocks.map((block) => this.withSelector(block));
  }

  private withSelector(block: Block): Block {
    const members = block.edit.kind.startsWith("node-") ? undefined : this.comparison.members?.();
    const { cause } = block.edit;
    const own = cause !== undefined && "in" in cause ? cause.in.name : undefined;
    const selector = members && selectorOf(block.nodes, members, own);
    return selector === undefined ? block : { ...block, selector };
  }

  /** With blocks for nodes that are new, gone or renamed, or resolve again, where no other block has them. */
  private withNodes(blocks: readonly Block[]): Block[] {
    const { added, removed, renamed, newlyResolving, newNodes } = this.comparison.nodes;
    const failing = new Set(blocks.flatMap((block) => block.failing.flatMap(({ nodes }) => nodes)));
    const told = new Set(blocks.flatMap(({ nodes }) => nodes));
    const names = new Set(renamed.flatMap(({ from, to }) => [from, to]));
    const lone = (some: readonly string[]): readonly string[] => some.filter((name) => !names.has(name));
    const named = new Set(blocks.flatMap(({ edit }) => (edit.kind === "node-renamed" ? [edit.renamed?.to] : [])));
    return [
      ...blocks,
      ...nodeBlock(
        "node-added",
        lone(added).filter((name) => !failing.has(name)),
        newNodes,
      ),
      ...nodeBlock("node-removed", lone(removed)),
      ...renamed.flatMap((rename): readonly Block[] => {
        if (named.has(rename.to)) return [];
        return [
          {
            edit: { kind: "node-renamed", renamed: rename, places: [], also: [] },
            nodes: [rename.to],
            failing: [],
            effects: [],
          },
        ];
      }),
      ...nodeBlock(
        "unknown",
        newlyResolving.filter((name) => !told.has(name)),
      ),
    ];
  }
}

function nodeBlock(
  kind: Edit["kind"],
  nodes: readonly string[],
  added?: Comparison["nodes"]["newNodes"],
): readonly Block[] {
  const own = new Set(nodes);
  const newNodes = added?.filter(({ name }) => own.has(name));
  return nodes.length === 0
    ? []
    : [{ edit: { kind, places: [], also: [] }, nodes, failing: [], newNodes, effects: [] }];
}

function inOrder(left: Block, right: Block): number {
  return (
    rank(left) - rank(right) ||
    right.nodes.length - left.nodes.length ||
    right.effects.length - left.effects.length ||
    compareText(startOf(left), startOf(right))
  );
}

/** Failing first, then nodes, values, renames without effect, and what newly resolves. */
function rank({ edit, failing, effects }: Block): number {
  if (failing.length > 0) return 0;
  if (edit.kind === "node-added" || edit.kind === "node-removed") return 1;
  if (edit.renamed?.differs === true) return 2;
  if (effects.length > 0) return edit.kind.endsWith("-renamed") && edit.kind !== "parameter-renamed" ? 3 : 2;
  return edit.kind === "unknown" ? 4 : 3;
}

function startOf({ edit }: Block): string {
  const [place] = edit.places;
  const span = place?.new ?? place?.old;
  return `${edit.path?.join(":") ?? ""}\n${span?.file.path ?? ""}\n${String(span?.start ?? 0).padStart(9, "0")}`;
}
