import { namesWith } from "../../base/name-key.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../model/values/value.ts";
import { createProblemFold } from "../../report/findings/problems.ts";
import { resolveNode } from "../../resolve/node.ts";
import { hasError } from "../load/outcome.ts";
import type { CheckOptions, NodeApart, NodesApart, Workspace } from "../workspace.ts";
import { contractJudge, Lints } from "./lints.ts";
import { unusedSearch } from "./unused.ts";

/** What other processes find; undefined if unwanted or if all nodes are needed here. `shared`: files of many nodes. */
export async function checkedApart(
  workspace: Workspace,
  snapshot: Snapshot,
  shared: readonly SourceFile[],
  options: CheckOptions,
): Promise<NodesApart | undefined> {
  const { own, signal, apart } = options;
  if (apart === undefined) return undefined;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  if (hasError(inventory) || unusedSearch(inventory, options).isWanted) return undefined;
  const hasSecrets = inventory.secrets.paths.length > 0;
  return apart({
    names: namesWith(inventory.nodeNames, own),
    part: async ({ own: some }) => {
      const names = namesWith(namesWith(inventory.nodeNames, own), some);
      await workspace.load(snapshot, { scope: "shared", nodes: names, signal });
      return nodesApart(inventory, names, shared);
    },
    ...(hasSecrets && { meanwhile: async () => filesWithSecrets(await workspace.load(snapshot, { signal })) }),
  });
}

async function nodesApart(inventory: Inventory, names: readonly string[], shared: readonly SourceFile[]) {
  const lints = new Lints(inventory, createProblemFold(), await contractJudge(inventory), shared);
  let asked = 0;
  const checked = names.map((name): readonly [string, NodeApart] => {
    const outcome = resolveNode(inventory, name);
    const definition = inventory.node(name);
    const found = lints.checked(outcome);
    const unresolved = outcome.node === undefined && definition !== undefined ? lints.of(definition) : [];
    const allowing = definition?.file.text.includes("heir:") === true ? definition.file : undefined;
    const questions = [...lints.questions].slice(asked);
    asked = lints.questions.size;
    return [name, { ...found, unresolved, allowing, questions }];
  });
  return new Map(checked);
}

/** Reads all files, since the secrets in them are masked wherever they are; gives those that hold some. */
function filesWithSecrets(inventory: Inventory): Iterable<SourceFile> {
  for (const name of inventory.nodeNames) {
    inventory.node(name);
    inventory.runtimeFiles(name);
  }
  for (const name of inventory.classNames) inventory.class(name);
  return [...inventory.secrets.places.keys(), ...inventory.secrets.unread];
}
