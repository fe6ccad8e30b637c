import type { Inventory } from "../../model/inventory/inventory.ts";
import { walkNode } from "../../resolve/node.ts";

/** Fewer nodes are never worth another process, whatever they include. */
const FEW_NODES = 256;

const MOST_SAMPLES = 8;

/** What resolving nodes takes: their number times the layers of one, as some of them have. `load` reads nodes in advance. */
export async function effortOf(
  inventory: Inventory,
  names: readonly string[],
  load: (names: readonly string[]) => Promise<unknown>,
): Promise<number> {
  if (names.length < FEW_NODES) return 0;
  const step = Math.floor(names.length / MOST_SAMPLES);
  const samples = names.filter((_, at) => at % step === 0);
  await load(samples);
  const layers = samples.reduce((sum, name) => sum + walkNode(inventory, name).ancestry.steps.length, 0);
  return (names.length * layers) / samples.length;
}
