import { BLOCK_NODES, byNodes, type Workers } from "../../base/division.ts";
import { namesInShard } from "../../base/shard.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { createProblemFold } from "../../report/findings/problems.ts";
import { resolveNode } from "../../resolve/node.ts";
import { effortOf } from "../load/effort.ts";
import { hasError } from "../load/outcome.ts";
import type { CheckOptions, Workspace } from "../workspace.ts";
import { type DividedCheck, Lints, type NodeFindings } from "./lints.ts";
import { UnusedSearch } from "./unused.ts";

interface CheckedBlock extends Omit<DividedCheck, "nodes" | "rest"> {
  readonly nodes: readonly (readonly [string, NodeFindings])[];
}

/**
 * Lets other processes check the nodes of a state; undefined where that is not worth it, and where this process needs
 * all nodes: with secrets, which are known once files were read, and to find what no node uses.
 */
export async function checkDivided(
  workspace: Workspace,
  snapshot: Snapshot,
  options: CheckOptions,
): Promise<DividedCheck | undefined> {
  const { share, signal, progress } = options;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  if (hasError(inventory) || inventory.secrets.paths.length > 0) return undefined;
  if (new UnusedSearch(inventory, options).isWanted) return undefined;
  const all = inventory.nodeNames;
  const names = namesInShard(all, share);
  const load = (nodes: readonly string[]) => workspace.load(snapshot, { nodes, signal });
  const workers = await options.workers?.(() => effortOf(inventory, names, load));
  return workers && collected(workers, { workspace, snapshot, inventory, names, signal, progress });
}

interface Divided extends Pick<CheckOptions, "signal"> {
  readonly progress: CheckOptions["progress"] | undefined;
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly names: readonly string[];
}

async function collected(workers: Workers, divided: Divided): Promise<DividedCheck> {
  const { inventory, names, progress } = divided;
  const lints = await lintsOf(inventory);
  const blocks: CheckedBlock[] = [];
  const division = byNodes(names, async (some) => ({ data: await checkedBlock(lints, divided, some) }));
  for await (const { data } of workers.divide(division)) {
    blocks.push(data);
    progress?.(Math.min(names.length, blocks.length * BLOCK_NODES), names.length);
  }
  return {
    nodes: new Map(blocks.flatMap(({ nodes }) => nodes)),
    unresolved: blocks.flatMap(({ unresolved }) => unresolved),
    allowing: blocks.flatMap(({ allowing }) => allowing),
    questions: firstOfEach(blocks.flatMap(({ questions }) => questions)),
    rest: {
      names: new Set(),
      paths: new Set(inventory.classNames.flatMap((name) => inventory.fileOf("class", name) ?? [])),
    },
  };
}

function firstOfEach<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return [...new Map(entries.toReversed())];
}

async function lintsOf(inventory: Inventory): Promise<Lints> {
  const { contracts } = inventory;
  const judge = contracts && new (await import("../../checks/contracts/judge.ts")).ContractJudge(inventory, contracts);
  return new Lints(inventory, { found: createProblemFold(), judge });
}

/** What this process finds of some nodes for another one. */
async function checkedBlock(
  lints: Lints,
  { workspace, snapshot, inventory, signal }: Divided,
  names: readonly string[],
): Promise<CheckedBlock> {
  await workspace.load(snapshot, { scope: "shared", nodes: names, signal });
  const before = new Set(lints.questions.keys());
  const unresolved: Diagnostic[] = [];
  const allowing: SourceFile[] = [];
  const nodes = names.map((name) => {
    const outcome = resolveNode(inventory, name);
    const definition = inventory.node(name);
    if (outcome.node === undefined && definition !== undefined) unresolved.push(...lints.of(definition));
    if (definition?.file.text.includes("heir:")) allowing.push(definition.file);
    return [name, lints.checked(outcome)] as const;
  });
  const questions = [...lints.questions].filter(([key]) => !before.has(key));
  return { nodes, unresolved, allowing, questions };
}
