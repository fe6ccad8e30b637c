import { Recent } from "../base/made-once.ts";
import { command } from "../base/terminal-text.ts";
import { compareText } from "../base/text-order.ts";
import { isError } from "../model/findings/diagnostic.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { machineParts, nodeValue } from "../model/inventory/node-parts.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { Comparison } from "../model/results/comparison.ts";
import type { Impact } from "../model/results/impact.ts";
import type { LeftOut } from "../model/results/left-out.ts";
import { derived } from "../model/secrets/mask.ts";
import { type Masked, SecretFilter, type SecretsOptions } from "../model/secrets/masked.ts";
import { explanationData } from "../report/data/explanation.ts";
import { checkData, diagnosticData } from "../report/data/findings.ts";
import { checkedBytes } from "../report/diff/markdown.ts";
import { impactData } from "../report/uses/uses.ts";
import { checkExcused } from "../workspace/check/baseline.ts";
import { contractFindings, findingsInScope } from "../workspace/judge/contract-findings.ts";
import { hasError } from "../workspace/load/outcome.ts";
import { Pace, quietSteps, type Steps } from "../workspace/load/progress.ts";
import { noSuchName, type StateReading } from "../workspace/scope/things.ts";
import type { CompareOptions, Workspace } from "../workspace/workspace.ts";
import { diffResult } from "./diff.ts";
import { historyOf, whyOf } from "./history.ts";
import { failedNode, inventoryResult, nodeResult } from "./node-result.ts";
import { pathFrom, plainResult, valuePlace } from "./plain.ts";
import type {
  ConfigRepository,
  DiffOptions,
  ExplainOptions,
  LogOptions,
  NodeResult,
  NodesOptions,
  PlainExplanation,
  ReadOptions,
  ReviewOptions,
  ValuePath,
  WhyOptions,
} from "./types.ts";

/** States whose inventory stays in memory until they change. */
const MOST_SNAPSHOTS = 8;

/** What a repository offers besides reading: each is loaded when it is asked. */
export interface Annexes {
  impact(
    thing: string,
    reading: StateReading,
    options: SecretsOptions & { readonly steps: Steps },
  ): Promise<{ readonly impact: Masked<Impact>; readonly leftOut: readonly LeftOut[] }>;
  review(
    workspace: Workspace,
    question: { readonly old: string; readonly now: string; readonly overrides: readonly string[] },
    options: Abortable & { readonly maxBytes: number | undefined },
  ): ReturnType<ConfigRepository["review"]>;
}

/** The public face of a workspace that was opened with these overrides of settings. */
export class OpenRepository implements ConfigRepository {
  readonly #workspace: Workspace;
  readonly #overrides: readonly string[];
  readonly #annexes: Annexes;
  readonly #snapshots = new Recent<Snapshot>(MOST_SNAPSHOTS);
  #isClosed = false;

  constructor(workspace: Workspace, overrides: readonly string[], annexes: Annexes) {
    this.#annexes = annexes;
    this.#workspace = workspace;
    this.#overrides = overrides;
  }

  async nodes(at?: string, options: Abortable = {}) {
    return [...(await this.#inventory({ ...options, at })).nodeNames];
  }

  async classes(at?: string, options: Abortable = {}) {
    return [...(await this.#inventory({ ...options, at })).classNames];
  }

  async resolve(node: string, options: ReadOptions = {}) {
    const inventory = await this.#inventory(options);
    checkNames([node], [inventory]);
    return this.#result(node, inventory);
  }

  async *resolveAll(options: NodesOptions = {}) {
    const inventory = await this.#inventory(options);
    const names = namesIn(inventory, options);
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      options.signal?.throwIfAborted();
      yield this.#result(name, inventory);
    }
  }

  async explain(node: string, path: ValuePath, options: ExplainOptions = {}) {
    const inventory = await this.#inventory(options);
    checkNames([node], [inventory]);
    const { secrets = "mask" } = options;
    return explanation({ workspace: this.#workspace, inventory, secrets }, node, path);
  }

  async diff(from: string, to: string, options: DiffOptions = {}) {
    const { moved = false, secrets = "mask", signal } = options;
    const sides = await this.#ends(from, to, signal);
    const nodes = options.nodes && new Set(options.nodes);
    if (nodes)
      checkNames(nodes, await Promise.all(sides.map((side) => this.#workspace.load(side, { scope: "names" }))));
    const comparison = await this.#compared(sides, { moved, causes: true, secrets, nodes, signal });
    const filter = new SecretFilter([]);
    filter.sources = this.#workspace.secretTexts;
    return diffResult(comparison, {
      secrets,
      command: command(["heir", "diff", from, to]),
      evidence: async (reviewed, { signal }) => this.opened(signal).evidence(sides, reviewed, { secrets, signal }),
      clean: (text) => (secrets === "show" ? text : filter.clean(text)),
    });
  }

  /** A comparison with the contracts that the change breaks or keeps. */
  async #compared(sides: readonly [Snapshot, Snapshot], options: CompareOptions): Promise<Masked<Comparison>> {
    const comparison = await this.#workspace.compare(...sides, options);
    const [before, after] = sides;
    const found = await contractFindings(this.#workspace, { before, after }, comparison, options);
    if (found === undefined) return comparison;
    const { nodes } = options;
    const findings = findingsInScope(found, { only: [], without: [], nodes });
    return derived(comparison, (each) => ({ ...each, findings }));
  }

  async inventory(options: NodesOptions = {}) {
    const inventory = await this.#inventory(options);
    const names = namesIn(inventory, options);
    return inventoryResult({ inventory, outcomes: () => this.#workspace.resolve(inventory, names) });
  }

  async log(options: LogOptions = {}) {
    return historyOf(this.opened(options.signal), options);
  }

  async why(node: string, path: ValuePath, options: WhyOptions) {
    return whyOf(this.opened(options.signal), node, path, options);
  }

  async impact(thing: string, options: ExplainOptions = {}) {
    const { at, secrets = "mask", signal } = options;
    const snapshot = await this.#snapshot(at, signal);
    const workspace = this.#workspace;
    const inventory = await workspace.load(snapshot, { signal });
    const [error] = inventory.diagnostics.filter(isError);
    if (error !== undefined) throw new HeirError("environment", `the inventory cannot be read: ${error.message}`);
    const steps = quietSteps({ signal });
    const found = await this.#annexes.impact(thing, { workspace, snapshot, inventory }, { secrets, steps });
    return plainResult(impactData(found.impact, found.leftOut));
  }

  async review({ from, to, maxBytes, signal }: ReviewOptions) {
    const workspace = this.opened(signal);
    const question = { old: from, now: to, overrides: this.#overrides };
    const limit = maxBytes && checkedBytes("maxBytes", maxBytes);
    return plainResult(await this.#annexes.review(workspace, question, { signal, maxBytes: limit }));
  }

  async check(options: NodesOptions = {}) {
    const { at, signal } = options;
    const snapshot = await this.#snapshot(at, signal);
    const nodes = options.nodes && new Set(options.nodes);
    if (nodes !== undefined) checkNames(nodes, [await this.#workspace.load(snapshot, { signal })]);
    const { findings, lookedAt, excused } = await checkExcused(this.#workspace, snapshot, { nodes, signal });
    return plainResult(checkData(findings, { ...lookedAt, excused }));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#snapshots.clear();
    await this.#workspace.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** One of the two states may have no inventory. */
  async #ends(from: string, to: string, signal: AbortSignal | undefined): Promise<readonly [Snapshot, Snapshot]> {
    const [old, now] = await this.opened(signal).ends([from, to], false, { signal });
    return [this.#known(old), this.#known(now)];
  }

  /** The workspace. Throws HeirError once the repository is closed, and what the signal was aborted with. */
  protected opened(signal: AbortSignal | undefined): Workspace {
    if (this.#isClosed) throw new HeirError("usage", "the repository is closed");
    signal?.throwIfAborted();
    return this.#workspace;
  }

  #result(name: string, inventory: Inventory): NodeResult {
    if (hasError(inventory)) return failedNode(name, inventory.diagnostics);
    const [outcome] = this.#workspace.resolve(inventory, [name]);
    return outcome === undefined ? failedNode(name, []) : nodeResult(outcome, inventory);
  }

  async #inventory({ at, signal }: ReadOptions): Promise<Inventory> {
    const inventory = await this.#workspace.load(await this.#snapshot(at, signal), { signal });
    signal?.throwIfAborted();
    return inventory;
  }

  async #snapshot(at: string | undefined, signal: AbortSignal | undefined): Promise<Snapshot> {
    const workspace = this.opened(signal);
    return this.#known(await workspace.snapshot(at ?? workspace.defaultRevision, { signal }));
  }

  /** The snapshot of the same state that was used before: more of it has been read. */
  #known(fresh: Snapshot): Snapshot {
    const key = `${fresh.id} ${fresh.title}`;
    const known = this.#snapshots.get(key);
    if (known !== undefined && known.diagnostics.length + fresh.diagnostics.length === 0) return known;
    this.#snapshots.set(key, fresh);
    return fresh;
  }
}

/** Throws EmptyScope for a name that no state has; not if an inventory cannot be read: the results have the errors. */
function checkNames(names: Iterable<string>, inventories: readonly Inventory[]): void {
  if (inventories.some(hasError)) return;
  const known = new Set(inventories.flatMap(({ nodeNames }) => nodeNames));
  for (const name of names) if (!known.has(name)) throw noSuchName(["node"], name, known);
}

/** The nodes that options name, sorted; all if they name none. */
function namesIn(inventory: Inventory, { nodes }: NodesOptions): readonly string[] {
  if (nodes === undefined) return inventory.nodeNames;
  const names = [...new Set(nodes)].sort(compareText);
  checkNames(names, [inventory]);
  return names;
}

/** How one value of one node is made. Throws HeirError for a path outside parameters and exports. */
function explanation(
  { workspace, inventory, secrets }: Pick<StateReading, "workspace" | "inventory"> & SecretsOptions,
  name: string,
  given: ValuePath,
): PlainExplanation {
  const isWhole = !hasError(inventory);
  const [outcome] = isWhole ? workspace.resolve(inventory, [name]) : [];
  const path = pathFrom(given, outcome?.node && nodeValue(outcome.node, machineParts));
  if (path[0] !== "parameters" && path[0] !== "exports") {
    const hint = "classes and applications know their places: ask placeOf";
    throw new HeirError("usage", "only values below parameters and exports are explained", hint);
  }
  const diagnostics = (outcome ?? inventory).diagnostics.map(diagnosticData);
  if (!isWhole) return { v: 1, node: name, path, contributions: [], diagnostics };
  const found = workspace.views(inventory, secrets).explainer(name).explanation(path);
  const { place: _, ...data } = plainResult(explanationData(found, false));
  return { ...data, ...(found.value && { place: valuePlace(found.value, inventory) }), diagnostics };
}
