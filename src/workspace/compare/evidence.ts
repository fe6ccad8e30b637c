import { grouped } from "../../base/text-order.ts";
import { NodeExplainer } from "../../inspect/explain/node.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { ReviewedComparison } from "../../model/results/comparison.ts";
import type { ChangeLayers, Evidence } from "../../model/results/evidence.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked, SecretsOptions } from "../../model/secrets/masked.ts";
import type { Value } from "../../model/values/value.ts";
import { hasError, type Side, secretsOf } from "../load/outcome.ts";
import { Pace } from "../load/progress.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { Sides } from "./side.ts";
import { changeLayers, isExplained } from "./why.ts";

/** Beyond these, values of a comparison have no layers: computing them would take longer than comparing. */
const MOST_EXPLAINED = 500;

/** A value to be explained on one node, for all changes with the same definitions. */
export type AskedLayers = Omit<ChangeLayers, "layers">;

/** The layers behind some values, and the commits of a comparison's edits. Throws HeirError when git fails. */
export async function evidenceOf(
  comparison: Masked<ReviewedComparison>,
  asked: readonly AskedLayers[],
  { sides, files, ...options }: EvidenceOptions,
): Promise<Masked<Evidence>> {
  const inventories = [sides.old.inventory, sides.new.inventory];
  const names = new Map(comparison.nodes.renamed.map(({ from, to }) => [to, from]));
  const layers = inventories.some(hasError) ? [] : await layersOf(asked, names, { sides, ...options });
  const edits = await files.edits(editedPaths(comparison), options);
  return mask("evidence", { layers, ...edits }, secretsOf(inventories, options.secrets));
}

export interface EvidenceOptions extends Abortable, SecretsOptions {
  readonly sides: Sides<Side>;
  readonly files: Pick<EditedFiles, "edits">;
}

/** `names`: the earlier name of each renamed node. */
async function layersOf(
  asked: readonly AskedLayers[],
  names: ReadonlyMap<string, string>,
  { sides, ...options }: Pick<EvidenceOptions, "sides" | "signal">,
): Promise<readonly ChangeLayers[]> {
  const byNode = [...grouped(asked, ({ node }) => node)];
  const pace = new Pace(options, byNode.length);
  const found: ChangeLayers[] = [];
  for (const [at, [node, values]] of byNode.entries()) {
    await pace.step(at);
    const before = new NodeExplainer(sides.old.inventory, names.get(node) ?? node);
    const after = new NodeExplainer(sides.new.inventory, node);
    for (const each of values) {
      const { path } = each.change;
      found.push({ ...each, layers: changeLayers(each.change, [before.layersOf(path), after.layersOf(path)]) });
    }
  }
  return found;
}

/** Values to explain: one for the changes of an effect with equal definitions; of very many values, the first ones. */
export function askedLayers({ blocks, changes }: Masked<ReviewedComparison>, after: Inventory): readonly AskedLayers[] {
  const found: AskedLayers[] = [];
  const nodes = new Set<string>();
  for (const effect of blocks.flatMap((block) => block.effects)) {
    const same = new Map<string, number[]>();
    for (const index of effect.changes) {
      const folded = changes[index];
      if (folded === undefined || !isExplained(folded.change.path)) continue;
      const key = definitionsOf(folded, after);
      const known = same.get(key);
      if (known !== undefined) known.push(index);
      else if (found.length < MOST_EXPLAINED) {
        const node = folded.nodes.find((name) => nodes.has(name)) ?? folded.nodes[0] ?? "";
        const alike = [index];
        nodes.add(node);
        same.set(key, alike);
        found.push({ node, change: folded.change, changes: alike });
      }
    }
  }
  return found;
}

/** A text that is equal for changes with the same definitions; those in the file of the node itself are alike. */
function definitionsOf({ change, nodes: [node = ""] }: FoldedChange, after: Inventory): string {
  const own = after.fileOf("node", node);
  const of = ({ origin }: Value): string => (origin.file.path === own ? "node" : `${origin.file.path}:${origin.start}`);
  const before = change.kind === "added" ? "" : of(change.before);
  return `${before}\n${change.kind === "removed" ? "" : of(change.after)}`;
}

function editedPaths({ blocks }: Masked<ReviewedComparison>): readonly string[] {
  const paths = blocks.flatMap(({ edit }) => {
    const own = edit.places.flatMap(({ old, new: now }) => [old?.file.path, now?.file.path]);
    return edit.cause?.kind === "settings-changed" ? [...own, ...edit.cause.files] : own;
  });
  return [...new Set(paths.filter((path) => path !== undefined))];
}
