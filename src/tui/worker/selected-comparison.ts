import { setImmediate } from "node:timers/promises";
import { type EmptyScope, HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { readSelectors, type Selector } from "../../model/selector/selector.ts";
import { type PathFilter, parsePathFilter } from "../../model/values/path-filter.ts";
import { selectPaths } from "../../report/values/path-selection.ts";
import { type PaceOptions, quietSteps } from "../../workspace/load/progress.ts";
import { selectedOf, selectNodes } from "../../workspace/scope/selected-nodes.ts";
import { readings } from "../../workspace/scope/things.ts";
import type { CompareOptions, GradualComparison } from "../../workspace/workspace.ts";
import type { ComparedStates } from "../state/compared.ts";
import type { OpenedRepository, Opening } from "./opened.ts";
import type { ChangeSet, Ends } from "./rows/change-set.ts";

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
      if (!(error instanceof HeirError)) throw error;
      return { text, names: [], fault: [error.message, ...(error.hint === undefined ? [] : [error.hint])] };
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

  /** The first nodes of both sides, `first` ones before, and the total; undefined if few, selected or asking others. */
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

/** For so long nodes are compared before the signal is heeded. */
const TURN_MS = 40;
/** Before the first report: who waits for rows shall have some, and what is short needs none. */
const FIRST_MS = 80;
const REPORT_MS = 300;
/** A report takes as long as all rows so far: at most a tenth of the time goes into them. */
const PAUSE = 9;

interface Asked {
  readonly key: string;
  readonly ends: Ends;
  /** Nodes to be compared before the others. */
  readonly inFront: readonly string[];
  /** Some nodes alone, the first that `begin` compares: which nodes can differ is known much later. Undefined if that does not pay. */
  first?(inFront: readonly string[]): Promise<FirstNodes | undefined>;
  begin(inFront: readonly string[]): Promise<GradualComparison>;
}

interface FirstNodes {
  readonly comparison: GradualComparison;
  readonly total: number;
}

/** A comparison so far; without `soFar` it is whole. */
interface ComparedSoFar extends Pick<ChangeSet, "soFar"> {
  comparison(): Masked<Comparison>;
}

/** The comparison that a more urgent question has interrupted: it goes on from there. */
export class GradualChanges {
  private running: { readonly key: string; readonly id: string; readonly comparison: GradualComparison } | undefined;
  /** Of which comparison the first nodes were reported, how many, and in which order: nothing of it is taken back. */
  private seen: ({ readonly id: string; readonly done: number } & Pick<Asked, "inFront">) | undefined;

  /** The key of the comparison that is begun and not whole. */
  get key(): string | undefined {
    return this.running?.key;
  }

  /** Drops the comparison unless it is this one: nobody waits for another. */
  forget(but?: string): void {
    if (this.running?.key !== but) this.running = undefined;
  }

  /** What is known after a while, and at the end all. Throws the reason of the signal between nodes, and goes on when asked again. */
  async *of(
    { key, ends, inFront, first, begin }: Asked,
    { signal, progress, rest }: PaceOptions,
  ): AsyncGenerator<ComparedSoFar> {
    const id = `${key} ${ends.map((end) => end.id).join(" ")}`;
    if (this.seen?.id !== id) {
      const seen = await comparedFirst(await first?.(inFront));
      this.seen = { id, done: seen?.soFar?.done ?? 0, inFront };
      if (seen !== undefined) yield seen;
    }
    const { done: shown, inFront: order } = this.seen;
    if (this.running?.id !== id) this.running = { key, id, comparison: await begin(order) };
    const { comparison } = this.running;
    let due = performance.now() + FIRST_MS;
    while (!(await comparison.more(TURN_MS))) {
      const { done, total } = comparison;
      progress?.(done, total);
      const start = performance.now();
      if (start >= due && done >= shown) {
        yield { comparison: () => comparison.soFar(), soFar: { done, total } };
        const now = performance.now();
        due = now + Math.max(REPORT_MS, PAUSE * (now - start));
      }
      await setImmediate();
      await rest?.();
      signal?.throwIfAborted();
    }
    this.running = undefined;
    this.seen = undefined;
    yield { comparison: () => comparison.soFar() };
  }

  async whole(asked: Asked, options: PaceOptions): Promise<Masked<Comparison>> {
    for await (const { comparison, soFar } of this.of(asked, options)) if (soFar === undefined) return comparison();
    throw new InvariantError("a comparison ends with all that is known");
  }
}

/** What the first nodes show after a short time; undefined if none of them can differ. */
async function comparedFirst(first: FirstNodes | undefined): Promise<ComparedSoFar | undefined> {
  if (first === undefined) return undefined;
  const { comparison, total } = first;
  await comparison.more(FIRST_MS);
  const { done } = comparison;
  return done === 0 ? undefined : { comparison: () => comparison.soFar(), soFar: { done, total } };
}
