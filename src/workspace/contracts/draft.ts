import { draftEntries, ValueShape } from "../../inspect/draft/draft.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ContractDraft } from "../../model/results/explanation.ts";
import { mask } from "../../model/secrets/mask.ts";
import { jsonEntries } from "../../model/values/json-form.ts";
import { historyRest } from "../../source/commits/commits.ts";
import { secretsOf } from "../load/outcome.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { Workspace } from "../workspace.ts";

export interface DraftOptions extends PaceOptions {
  /** Also the states of all commits from `since` to `until`, both included; the work tree's are those of HEAD. */
  readonly earlier?: { readonly since: string; readonly until: string } | undefined;
}

/** Contracts that all values of all nodes keep (rule K38 of docs/concepts/contracts.md). Throws what reading throws. */
export async function contractDraft(
  workspace: Workspace,
  inventory: Inventory,
  options: DraftOptions = {},
): Promise<ContractDraft> {
  const { earlier, signal } = options;
  const root = new ValueShape();
  const failing = await addNodes(workspace, inventory, { ...options, root, isNow: true });
  for (const commit of earlier === undefined ? [] : await commitsOf(workspace, earlier, options)) {
    const snapshot = await workspace.formerSnapshot(commit, { signal });
    const former = await workspace.load(snapshot, { signal });
    await addNodes(workspace, former, { ...options, root, isNow: false });
  }
  return { entries: draftEntries(root), nodes: root.nodes, states: root.seen, failing };
}

/** Adds the values of all nodes that resolve; returns how many do not. Values of secrets are masked. */
async function addNodes(
  workspace: Workspace,
  inventory: Inventory,
  { root, isNow, ...pacing }: PaceOptions & { readonly root: ValueShape; readonly isNow: boolean },
): Promise<number> {
  const { nodeNames, settings } = inventory;
  const pace = new Pace(pacing, nodeNames.length);
  const secrets = secretsOf([inventory], "mask");
  let [done, failing] = [0, 0];
  for (const { node } of workspace.resolve(inventory, nodeNames)) {
    await pace.step(done);
    done += 1;
    if (node === undefined) failing += 1;
    else {
      const all = jsonEntries(mask("node", node, secrets).parameters);
      const entries = all.filter(([key]) => key !== AUTOMATIC || !settings.automatic_parameters);
      root.addEntries(entries, isNow ? done : undefined);
    }
  }
  return failing;
}

/** Parameters that heir adds to each node. */
const AUTOMATIC = "_reclass_";

async function commitsOf(
  workspace: Workspace,
  { since, until }: { readonly since: string; readonly until: string },
  { signal }: PaceOptions,
): Promise<readonly string[]> {
  const { place } = workspace;
  if (place === undefined) throw new HeirError("environment", "a history needs the git program", "add git to PATH");
  const [first, last] = [await workspace.commitOf(since, { signal }), await workspace.commitOf(until, { signal })];
  if (first === undefined || last === undefined) throw new HeirError("usage", "--since needs a commit");
  const commits = [first];
  for await (const lines of historyRest(place.program, { range: `${first}..${last}`, skip: 0, signal })) {
    commits.push(...lines.map(({ id }) => id));
  }
  return commits;
}
