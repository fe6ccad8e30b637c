import { type KeyTest, keyOfName } from "../../base/name-key.ts";
import { ContractJudge } from "../../checks/contracts/judge.ts";
import { type Contracts, type Expectation, keysOf } from "../../model/contracts/contract.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { TestResult, TestRun } from "../../model/results/test-run.ts";
import { mask, maskValue } from "../../model/secrets/mask.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolveNode } from "../../resolve/node.ts";
import { readSecrets } from "../load/outcome.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { Workspace } from "../workspace.ts";

export interface TestOptions extends PaceOptions {
  /** Only these nodes; all when absent. */
  readonly nodes?: readonly string[];
  /** Expectations that the change from this state does not reach are skipped. */
  readonly since?: Snapshot | undefined;
  /** Only the expectations on these nodes. */
  readonly own?: KeyTest | undefined;
}

/** Tests the expectations of a state: rules K24 and K25 of docs/concepts/contracts.md. Throws what reading throws. */
export async function testRun(workspace: Workspace, snapshot: Snapshot, options: TestOptions = {}): Promise<TestRun> {
  const { signal, nodes, since, own } = options;
  const listed = await workspace.load(snapshot, { scope: "names", signal });
  const { contracts, nodeNames } = listed;
  if (contracts === undefined || contracts.expectations.length === 0) return { results: [] };
  const isSkipped =
    since === undefined ? () => false : await unreached(workspace, { since, snapshot, contracts }, { signal });
  const names = nodes ?? nodeNames;
  const ofAll = contracts.expectations.flatMap((expectation): readonly Planned[] => {
    const meant = names.filter(expectation.fits);
    if (meant.length > 0) return meant.map((node) => ({ expectation, node, isSkipped: isSkipped(expectation, node) }));
    return nodes === undefined ? [{ expectation, node: undefined, isSkipped: false }] : [];
  });
  const shared = [...ofAll.entries()].filter(([, { node, expectation }]) => {
    return own === undefined || own(keyOfName(node ?? expectation.node));
  });
  const planned = shared.map(([, each]) => each);
  const needed = nodesIn(planned);
  // Which texts are masked depends on what all nodes read.
  const read = listed.secrets.paths.length === 0 ? needed : nodesIn(ofAll);
  const inventory = await workspace.load(snapshot, { nodes: read, signal });
  readSecrets(inventory, read);
  const outcomes = await outcomesOf(inventory, contracts, [...needed], options);
  const results = planned.map(({ expectation, node, isSkipped }) => {
    const outcome = isSkipped ? "skipped" : outcomes.get(node)?.get(expectation);
    if (outcome === undefined) throw new InvariantError("an expectation that was planned has an outcome");
    return result(expectation, node, outcome, inventory);
  });
  return { results, positions: own && shared.map(([at]) => at) };
}

interface Planned {
  readonly expectation: Expectation;
  /** Undefined if no node has the name. */
  readonly node: string | undefined;
  readonly isSkipped: boolean;
}

function nodesIn(planned: readonly Planned[]): ReadonlySet<string> {
  return new Set(planned.flatMap(({ isSkipped, node }) => (isSkipped || node === undefined ? [] : [node])));
}

/** Says which expectations the change between two states cannot reach, by expectation and node. */
async function unreached(
  workspace: Workspace,
  { since, snapshot, contracts }: Readonly<Record<"since" | "snapshot", Snapshot>> & Pick<Inventory, "contracts">,
  { signal }: Abortable,
): Promise<(expectation: Expectation, node: string) => boolean> {
  const comparison: Comparison = await workspace.compare(since, snapshot, { signal });
  const differing = new Set([...differingNodes(comparison), ...comparison.nodes.renamed.map(({ to }) => to)]);
  const { added, removed, renamed } = comparison.nodes;
  // A test may ask whether a node of a name exists.
  const asksOthers = contracts?.asksNodes === true && added.length + removed.length + renamed.length > 0;
  return ({ of: { file } }, node) => {
    const isSame = since.blobs.get(file.path) === snapshot.blobs.get(file.path);
    return isSame && !asksOthers && !differing.has(node);
  };
}

type Outcome = ReturnType<ContractJudge["outcomes"]>[number];

/** The verdicts by node, and those on no node. */
async function outcomesOf(
  inventory: Inventory,
  contracts: Contracts,
  names: readonly string[],
  options: PaceOptions,
): Promise<ReadonlyMap<string | undefined, ReadonlyMap<Expectation, Outcome>>> {
  const judge = new ContractJudge(inventory, contracts);
  const byExpectation = (outcomes: readonly Outcome[]) => new Map(outcomes.map((each) => [each.expectation, each]));
  const found = new Map<string | undefined, ReadonlyMap<Expectation, Outcome>>();
  found.set(undefined, byExpectation(judge.outcomes(undefined)));
  const pace = new Pace(options, names.length);
  for (const [index, name] of names.entries()) {
    await pace.step(index);
    const { node } = resolveNode(inventory, name);
    found.set(name, byExpectation(judge.outcomes(name, node && new NodeData(inventory, { node }))));
  }
  return found;
}

function result(
  expectation: Expectation,
  node: string | undefined,
  outcome: Outcome | "skipped",
  { secrets }: Inventory,
): TestResult {
  const { of, origin, path, wants } = expectation;
  const want = maskValue(wants.kind === "is" ? wants.value : wants.said, keysOf(path), secrets);
  const isNode = node !== undefined;
  const common = { id: of.id, span: origin, node: node ?? expectation.node, isNode, path: path.text, want };
  if (outcome === "skipped") return { ...common, outcome };
  const { got, unmet } = outcome;
  return {
    ...common,
    got: got && maskValue(got.value, got.at.map(String), secrets),
    outcome: unmet === undefined ? "passed" : "failed",
    finding: unmet && mask("finding", unmet, secrets),
  };
}
