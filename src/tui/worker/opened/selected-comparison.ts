import { type EmptyScope, expected, HeirError } from "../../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import { selectPaths } from "../../../model/results/path-selection.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { readSelectors, type Selector } from "../../../model/selector/selector.ts";
import { type PathFilter, parsePathFilter } from "../../../model/values/path-filter.ts";
import { quietSteps } from "../../../workspace/load/progress.ts";
import { selectedOf, selectNodes } from "../../../workspace/scope/selected-nodes.ts";
import { readings } from "../../../workspace/scope/things.ts";
import type { CompareOptions, GradualComparison } from "../../../workspace/workspace.ts";
import type { ComparedStates } from "../../state/compared.ts";
import type { Ends } from "../rows/change-set.ts";
import type { FirstNodes } from "./gradual-changes.ts";
import type { OpenedRepository, Opening } from "./opened.ts";

/** With so many nodes it takes a while to find those that can differ, and a few of them are looked at first. */
const MANY = 2000;
const FIRST = 64;
/** What nodes have in common: their own files are read by the comparison. */
const SHARED = { scope: "shared" } as const;

/** Comparisons of two states on the nodes and paths that the command line selects. */
export class SelectedComparison {
  private readonly opened: OpenedRepository;
  private readonly paths: readonly PathFilter[];
  private readonly selector: Selector | undefined;
  /** What is selected, as it was asked for; undefined if that is all. */
  private readonly scope: Comparison["scope"];

  /** Throws HeirError for invalid paths. */
  constructor(opened: OpenedRepository, { paths, nodes }: Pick<Opening, "paths" | "nodes">) {
    this.opened = opened;
    this.paths = paths.map(pathFilter);
    this.selector = readSelectors(nodes);
    this.scope = nodes.length + paths.length === 0 ? undefined : { nodes, paths, without: [] };
  }

  /** The nodes of some states that are selected, as they are in any of them. */
  async selected(states: readonly Snapshot[], { signal }: Abortable): Promise<ReadonlySet<string>> {
    const read = await readings(await this.opened.workspace(), states);
    const names = [...new Set(read.flatMap(({ inventory }) => inventory.nodeNames))];
    if (this.selector === undefined) return new Set(names);
    return new Set(await selectedOf(this.selector, names, { states: read, steps: quietSteps({ signal }) }));
  }

  /** The nodes that a typed selector selects in some states, or why it is no selector or names nothing. */
  async typed(text: string, states: readonly Snapshot[], { signal }: Abortable) {
    const read = await readings(await this.opened.workspace(), states);
    const leaveOut = (error: EmptyScope): void => {
      throw error;
    };
    try {
      const selector = readSelectors([text]);
      const selecting = { scope: { leaveOut }, steps: quietSteps({ signal }) };
      return { text, names: selector === undefined ? [] : (await selectNodes(selector, read, selecting)).names };
    } catch (error) {
      const { message, hint } = expected(error);
      return { text, names: [], fault: [message, ...(hint === undefined ? [] : [hint])] };
    }
  }

  async compare(ends: Ends, options: CompareOptions): Promise<Masked<Comparison>> {
    const workspace = await this.opened.workspace();
    return this.onPaths(await workspace.compare(...ends, await this.compareOptions(ends, options)));
  }

  /** The same in steps, with all paths. */
  async gradually(ends: Ends, options: CompareOptions): Promise<GradualComparison> {
    const workspace = await this.opened.workspace();
    return workspace.compareGradually(...ends, await this.compareOptions(ends, options));
  }

  /**
   * Compares a few of the nodes that both sides have, those of `first` before others, and says how many there are.
   * Undefined if they are few or selected, or if one of them asks others, so that all have to be resolved.
   */
  async firstNodes([from, to]: Ends, options: CompareOptions, many: number = MANY): Promise<FirstNodes | undefined> {
    if (this.selector !== undefined) return undefined;
    const workspace = await this.opened.workspace();
    const [old, now] = [await workspace.load(from, SHARED), await workspace.load(to, SHARED)];
    if (now.nodeNames.length < many) return undefined;
    const [was, isThere] = [new Set(old.nodeNames), new Set(now.nodeNames)];
    const inOrder = new Set([...(options.first ?? []), ...was]);
    const nodes = new Set([...inOrder].filter((name) => was.has(name) && isThere.has(name)).slice(0, FIRST));
    const enough = new AbortController();
    const signals = [enough.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const progress = (_done: number, total: number): void => {
      if (total > FIRST) enough.abort();
    };
    try {
      const given = { ...options, nodes, progress, signal: AbortSignal.any(signals) };
      return { comparison: await this.gradually([from, to], given), total: now.nodeNames.length };
    } catch (error) {
      if (enough.signal.aborted && options.signal?.aborted !== true) return undefined;
      throw error;
    }
  }

  /** Two nodes are compared as `heir diff NODE NODE` does. */
  async compareTarget(target: ComparedStates, ends: Ends, options: CompareOptions): Promise<Masked<Comparison>> {
    if (target.kind !== "states" || target.nodes === undefined) return this.compare(ends, { ...options, causes: true });
    const [from, to] = target.nodes;
    if (from === to) return this.compare(ends, { ...options, nodes: new Set([to]) });
    return this.compare(ends, { ...options, causes: true, nodes: new Set([to]), pairs: [{ from, to }] });
  }

  /** A comparison without the paths that are not selected, which says what is. */
  onPaths(comparison: Masked<Comparison>): Masked<Comparison> {
    const selected = selectPaths(comparison, { only: this.paths, without: [] });
    const { scope } = this;
    return scope === undefined ? selected : derived(selected, (whole) => ({ ...whole, scope }));
  }

  private async compareOptions(ends: Ends, options: CompareOptions): Promise<CompareOptions> {
    const nodes = options.nodes ?? (this.selector && (await this.selected(ends, options)));
    return { ...options, nodes, secrets: this.opened.secrets };
  }
}

function pathFilter(text: string): PathFilter {
  const filter = parsePathFilter(text);
  if (typeof filter === "string") throw new HeirError("usage", `--path: ${filter}`);
  return filter;
}
