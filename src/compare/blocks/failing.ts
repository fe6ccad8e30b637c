import { compareText } from "../../base/text-order.ts";
import type { Block, Failing } from "../../model/results/block.ts";
import type { FailingNode } from "../../model/results/comparison.ts";
import { lineOf } from "./edit.ts";

/** Each reason to fail in the block whose edit it comes from, or in one of its own. */
export function withFailing(
  blocks: readonly Block[],
  failing: readonly FailingNode[],
  added: readonly string[],
): readonly Block[] {
  const result = [...blocks];
  const isNew = new Set(added);
  for (const reason of reasonsOf(failing)) {
    const at = result.findIndex((block) => isBehind(block, reason));
    const block = result[at];
    if (block === undefined) result.push(failingBlock(reason, isNew));
    else {
      const nodes = [...new Set([...block.nodes, ...reason.nodes])].sort(compareText);
      result[at] = { ...block, nodes, failing: [...block.failing, reason] };
    }
  }
  return result;
}

/** One list of nodes for each first error and its place. */
function reasonsOf(failing: readonly FailingNode[]): readonly Failing[] {
  const reasons = new Map<string, { diagnostic: Failing["diagnostic"]; nodes: string[] }>();
  for (const { name, diagnostics } of failing) {
    const diagnostic = diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
    if (diagnostic === undefined) continue;
    const key = `${diagnostic.code}\n${diagnostic.message}\n${lineOf(diagnostic.span)}`;
    const known = reasons.get(key);
    if (known === undefined) reasons.set(key, { diagnostic, nodes: [name] });
    else known.nodes.push(name);
  }
  return [...reasons.values()];
}

function isBehind({ effects, edit }: Block, { nodes, diagnostic }: Failing): boolean {
  if (effects.some((effect) => effect.kind === "conflict" && nodes.every((node) => effect.nodes.includes(node)))) {
    return true;
  }
  const { span } = diagnostic;
  return (
    span !== undefined && edit.places.some((place) => place.new !== undefined && lineOf(place.new) === lineOf(span))
  );
}

function failingBlock(reason: Failing, isNew: ReadonlySet<string>): Block {
  const { span } = reason.diagnostic;
  const kind = reason.nodes.every((name) => isNew.has(name)) ? "node-added" : "unknown";
  const places = span === undefined ? [] : [{ new: span }];
  return { edit: { kind, places, also: [] }, nodes: reason.nodes, failing: [reason], effects: [] };
}
