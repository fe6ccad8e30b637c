import { madeOnce } from "../../base/made-once.ts";
import { namesWith } from "../../base/name-key.ts";
import { compareText } from "../../base/text-order.ts";
import { type FileChanges, fileChanges, listedFiles } from "../../compare/affected.ts";
import { type CausedStates, type CauseSearch, causeSearch } from "../../compare/causes/causes.ts";
import { dataChanges, dataChangesAt } from "../../compare/changes/nodes.ts";
import { definitionRenames, findRenames, keptKeys, type LoneNode } from "../../compare/changes/renames.ts";
import { changeFolds, foldMasked } from "../../compare/changes/values.ts";
import { Identities } from "../../compare/identity.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import { endOf } from "../../model/inventory/snapshot.ts";
import type { Change } from "../../model/results/change.ts";
import type { Comparison, FailingNode, KeptKey } from "../../model/results/comparison.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import { derived, mask } from "../../model/secrets/mask.ts";
import type { Masked, SecretsChoice } from "../../model/secrets/masked.ts";
import { isAlong } from "../../model/values/parameter-path.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { readsOf, resolvedAsNamed } from "../../resolve/node.ts";
import {
  type ComparedOutcome,
  hasError,
  type LoneOutcome,
  leftOutBetween,
  loneNode,
  NotJudged,
  outcomeOf,
  readSecrets,
  type Side,
  secretsOf,
  walkOf,
} from "../load/outcome.ts";
import type { CompareOptions } from "../workspace.ts";
import { AffectedNodes, type AffectedOptions, type BegunComparison, type CompareScope } from "./affected-nodes.ts";
import { nodesInTurn } from "./each-node.ts";
import { comparedMembers, layerFiles } from "./membership.ts";
import type { NodesAlone, Sides } from "./side.ts";

export interface SidesOptions extends CompareOptions, Pick<AffectedOptions, "dependencies" | "prefetch" | "release"> {}

/** How the nodes of two snapshots differ. Resolves only nodes that read changed files; all when the settings differ. */
export async function compareSides(before: Side, after: Side, options: SidesOptions = {}): Promise<Masked<Comparison>> {
  const work = new ComparisonWork(before, after, options);
  return work.compared(await work.scope());
}

/** A comparison that is safe to print, changes that differ in secrets alone folded. */
export function maskedComparison(
  comparison: Comparison,
  inventories: readonly Inventory[],
  secrets?: SecretsChoice,
): Masked<Comparison> {
  const masked = mask("comparison", comparison, secretsOf(inventories, secrets));
  return derived(masked, (each) => ({ ...each, changes: foldMasked(each.changes) }));
}

/** How one node differs, which may have another name on the other side. */
export interface NodeDifference extends Sides<ComparedOutcome | undefined> {
  /** Empty unless the node resolves on both sides. */
  readonly changes: readonly Change[];
  /** The name on each side; undefined if there is no such node. */
  readonly names: Sides<string | undefined>;
}

/** How one node differs, whatever files changed; undefined if neither side has a node of that name. */
export function compareNode(before: Side, after: Side, name: string): NodeDifference | undefined {
  return new ComparisonWork(before, after, { causes: true }).one(name);
}

export class ComparisonWork {
  private readonly identities = new Identities();
  private readonly changes = changeFolds(this.identities);
  private readonly kept: KeptKey[] = [];
  private readonly newlyFailing: FailingNode[] = [];
  private readonly newlyResolving: string[] = [];
  private readonly stillFailing: FailingNode[] = [];
  private readonly notJudged = new NotJudged();
  /** Classes that a compared node of the later state lists and that are not there. */
  private readonly missed = new Set<string>();
  /** The files of the layers of compared nodes; undefined if these are only some, or more than it is wanted for. */
  private layers: Map<string, readonly string[]> | undefined;
  private resolvedAgain = 0;
  private followName = 0;
  private readonly files: FileChanges;
  private readonly before: Side;
  private readonly after: Side;
  private readonly options: SidesOptions;

  constructor(before: Side, after: Side, options: SidesOptions) {
    this.before = before;
    this.after = after;
    this.options = options;
    this.files = fileChanges(before, after);
  }

  /** Finds the nodes that can differ. */
  async scope(): Promise<CompareScope> {
    const old = this.names(this.before);
    const isSame = this.before.inventory.nodeNames === this.after.inventory.nodeNames;
    const now = isSame ? old : this.names(this.after);
    const common = [...old].filter((name) => now.has(name));
    const removed = [...old].filter((name) => !now.has(name));
    const added = [...now].filter((name) => !old.has(name)).sort(compareText);
    const { before, after, files, identities } = this;
    const nodes = new AffectedNodes({ before, after, files, identities }, this.options);
    const all = await nodes.among(common);
    return { common, removed, added, all, nodes };
  }

  /** Compares the nodes of the shard, safe to print. */
  async compared(scope: CompareScope): Promise<Masked<Comparison>> {
    await this.readSecrets(scope);
    const begun = await this.begun(scope);
    const inTurn = nodesInTurn(begun.affected, { ...this.options, sides: [this.before, this.after] });
    for await (const name of inTurn) this.compare(name, begun);
    this.end(begun);
    return this.soFar(begun);
  }

  /** Finds what has to be known before the first node is compared. */
  async begun(scope: CompareScope): Promise<BegunComparison> {
    const { all } = scope;
    const affected = namesWith(all, this.options.own);
    this.noteMissed(all);
    const { renamed: given, nodes, pairs, mostForMembers = Number.POSITIVE_INFINITY } = this.options;
    const hasMembers =
      (nodes ?? pairs) === undefined && this.options.causes === true && affected.length <= mostForMembers;
    if (hasMembers) this.layers = new Map();
    for (const { from, to } of pairs ?? (given ? [given] : [])) {
      await this.options.prefetch?.(this.before, [from], this.options);
      await this.options.prefetch?.(this.after, [to], this.options);
    }
    const alone = given ? undefined : await this.resolveAlone(scope);
    const renamed = given ? [given] : findRenames(alone?.removed ?? [], alone?.added ?? [], this.identities);
    const causes = this.options.causes === true ? this.causeSearch(renamed) : undefined;
    return { scope, affected, alone, renamed, causes };
  }

  /** Compares what is no affected node, after all of these. */
  end(begun: BegunComparison): void {
    const { scope, alone, renamed } = begun;
    const { removed, added, all, nodes } = scope;
    const { renamed: given, pairs } = this.options;
    for (const { from, to } of pairs ?? (given ? [given] : [])) this.compare(to, begun, from);
    for (const name of removed) if (name !== given?.from) this.compareLone(name, "removed");
    for (const name of added) if (name !== given?.to) this.compareLone(name, "added");
    if (alone !== undefined) this.reportFailing(alone, renamed);
    nodes.keep(all);
  }

  /** What the nodes that were compared so far show, safe to print. */
  soFar(begun: BegunComparison): Masked<Comparison> {
    return maskedComparison(this.found(begun), [this.before.inventory, this.after.inventory], this.options.secrets);
  }

  private found({ scope: { common, removed, added, nodes }, alone, renamed, causes }: BegunComparison): Comparison {
    const { layers } = this;
    const filesOf = (name: string) => layers?.get(name) ?? nodes.knownDependencies(name)?.files ?? [];
    return {
      from: endOf(this.before.snapshot),
      to: endOf(this.after.snapshot),
      changes: this.changes.folded(),
      ...(causes !== undefined && { ...this.definitionRenames(), kept: this.kept }),
      members: layers && madeOnce(() => comparedMembers(this.after.inventory, filesOf)),
      sideBySide: this.options.pairs && { pairs: this.options.pairs, unpaired: [], followName: this.followName },
      nodes: {
        added,
        removed,
        renamed,
        newNodes: alone?.added.flatMap(({ has }) => has ?? []),
        newlyFailing: sortedNodes(this.newlyFailing),
        newlyResolving: this.newlyResolving.toSorted(compareText),
        stillFailing: sortedNodes(this.stillFailing),
      },
      lookedAt: {
        nodes: common.length + removed.length + added.length + (this.options.pairs?.length ?? 0),
        resolvedAgain: this.resolvedAgain,
        files: listedFiles(this.files.paths, this.before.snapshot, this.after.snapshot),
        leftOut: [...leftOutBetween(this.before.snapshot, this.after.snapshot), ...this.notJudged.leftOut],
      },
    };
  }

  /** Which texts are masked depends on what all nodes read. */
  private async readSecrets({ all, removed, added }: CompareScope): Promise<void> {
    if (this.options.own === undefined) return;
    for (const [side, alone] of [
      [this.before, removed],
      [this.after, added],
    ] as const) {
      const names = [...all, ...alone];
      await this.options.prefetch?.(side, side.inventory.secrets.paths.length === 0 ? [] : names, {});
      readSecrets(side.inventory, names);
    }
  }

  /** Which classes are renamed depends on what the nodes of all shards look for. */
  private noteMissed(affected: readonly string[]): void {
    const [old, now] = [this.before.inventory, this.after.inventory];
    if (this.options.own === undefined || old.classNames === now.classNames || hasError(now)) return;
    for (const name of affected) for (const each of readsOf(now, name).missed) this.missed.add(each);
  }

  private definitionRenames(): Pick<Comparison, "renamed"> {
    const [before, after] = [this.before.inventory, this.after.inventory];
    if (this.files.paths.size < 2 || hasError(before) || hasError(after)) return {};
    const renamed = definitionRenames(before, after, this.missed);
    return renamed.length === 0 ? {} : { renamed };
  }

  /** The node with that name; a node of only one side may have another name on the other. */
  one(name: string): NodeDifference | undefined {
    const { before, after } = this;
    const [isOld, isNew] = [before, after].map(({ inventory }) => inventory.nodeNames.includes(name));
    if (isOld === false && isNew === false) return undefined;
    const renamed = isOld === isNew ? [] : this.renames();
    const rename = renamed.find(({ from, to }) => (isOld ? from : to) === name);
    const names = { old: isOld ? name : rename?.from, new: isNew ? name : rename?.to };
    const old = names.old === undefined ? undefined : outcomeOf(before.inventory, names.old);
    const now = names.new === undefined ? undefined : outcomeOf(after.inventory, names.new);
    if (old?.node === undefined || now?.node === undefined) return { old, new: now, changes: [], names };
    const changes = this.changesOf(this.states(old.node, now.node), this.causeSearch(renamed));
    return { old, new: now, changes, names };
  }

  private async resolveAlone({ removed, added }: CompareScope): Promise<NodesAlone> {
    const canBeRenamed = removed.length > 0 && added.length > 0;
    const alone = async (names: readonly string[], side: Side): Promise<readonly LoneOutcome[]> => {
      const found: LoneOutcome[] = [];
      for await (const name of nodesInTurn(names, { ...this.options, sides: [side] })) {
        const node = loneNode(name, side);
        // No other node has to be compared with it.
        found.push(canBeRenamed ? node : { ...node, node: undefined, file: undefined });
        if (!canBeRenamed) this.options.release?.(side, [name]);
      }
      return found;
    };
    return { removed: await alone(removed, this.before), added: await alone(added, this.after) };
  }

  /** A new node that fails is newly failing; so is a renamed one, unless it still fails. */
  private reportFailing({ removed, added }: NodesAlone, renamed: readonly Rename[]): void {
    const oldNames = new Map(renamed.map(({ from, to }) => [to, from]));
    const failedBefore = new Set(removed.filter((each) => each.resolves !== "whole").map(({ name }) => name));
    for (const each of added) {
      const { name, resolves, diagnostics } = each;
      if (this.notJudged.takes(diagnostics, [name])) continue;
      const hasFailed = failedBefore.has(oldNames.get(name) ?? "");
      if (!hasFailed && resolves !== "whole") this.newlyFailing.push({ name, diagnostics });
      if (hasFailed && resolves === "fails") this.noteStillFailing({ name, diagnostics });
    }
  }

  private renames(): readonly Rename[] {
    const [old, now] = [this.before, this.after].map(({ inventory }) => new Set(inventory.nodeNames));
    const alone = (side: Side, others: ReadonlySet<string> | undefined): readonly LoneNode[] => {
      return side.inventory.nodeNames.flatMap((name) => (others?.has(name) ? [] : [loneNode(name, side)]));
    };
    return findRenames(alone(this.before, now), alone(this.after, old), this.identities);
  }

  private names({ inventory }: Side): ReadonlySet<string> {
    const { nodes, pairs } = this.options;
    if (pairs !== undefined) return new Set();
    return new Set(nodes === undefined ? inventory.nodeNames : inventory.nodeNames.filter((name) => nodes.has(name)));
  }

  private causeSearch(renamed: readonly Rename[]): CauseSearch {
    const { identities, before, after } = this;
    const settingsFiles = [...this.files.paths].filter((path) => SETTINGS_FILES.includes(path)).sort(compareText);
    const states = (name: string): CausedStates | undefined => {
      const [old, now] = [outcomeOf(before.inventory, name).node, outcomeOf(after.inventory, name).node];
      return old && now && this.states(old, now);
    };
    const inventories = { before: before.inventory, after: after.inventory };
    const isChanged = (path: string) => this.files.paths.has(path);
    return causeSearch({ ...inventories, identities, renamed, settingsFiles, isChanged, states });
  }

  private states(old: ResolvedNode, now: ResolvedNode): CausedStates {
    const [before, after] = [this.before.inventory, this.after.inventory];
    return { old: new NodeData(before, { node: old }), new: new NodeData(after, { node: now }) };
  }

  /** Compares a node, which may have another name in the earlier state. */
  compare(name: string, { causes, scope }: BegunComparison, from: string = name): void {
    this.resolvedAgain += 1;
    const walks = { old: walkOf(this.before, from), new: walkOf(this.after, name) };
    const old = outcomeOf(this.before.inventory, from, walks.old);
    const now = outcomeOf(this.after.inventory, name, walks.new);
    const isLost = this.notJudged.takes([...old.diagnostics, ...now.diagnostics], [name]);
    if (!isLost) this.note({ from, to: name }, { old, new: now }, causes);
    if (from === name) scope.nodes.done(name, walks);
  }

  private note({ from, to: name }: Rename, { old, new: now }: Sides<ComparedOutcome>, causes?: CauseSearch): void {
    for (const each of now.reads?.missed ?? []) this.missed.add(each);
    this.layers?.set(name, layerFiles(now, this.after.inventory));
    if (old.node !== undefined && now.node !== undefined) {
      const caused = this.changesOf(this.states(old.node, now.node), causes);
      const isOne = from === name || this.options.pairs !== undefined;
      const changes = isOne ? caused : caused.map((change) => renamedToo(change, { from, to: name }));
      this.changes.add(name, changes);
      this.kept.push(...keptKeys(caused, { old: old.node, now: now.node }, this.identities));
      const [wasPartial, isPartial] = [old.node.conflicts.length > 0, now.node.conflicts.length > 0];
      if (isPartial && !wasPartial) {
        const open = now.node.conflicts.flatMap(({ paths }) => paths.map(({ path }) => path));
        this.newlyFailing.push({ name, diagnostics: now.diagnostics, open });
      }
      if (wasPartial && !isPartial) this.newlyResolving.push(name);
    } else if (old.node !== undefined) {
      const data = new NodeData(this.before.inventory, { node: old.node });
      const edit = causes?.failing({ old: data, name, diagnostics: now.diagnostics });
      this.newlyFailing.push({ name, diagnostics: now.diagnostics, edit });
    } else if (now.node !== undefined) this.newlyResolving.push(name);
    else this.noteStillFailing({ name, diagnostics: now.diagnostics });
  }

  private noteStillFailing(node: FailingNode): void {
    this.stillFailing.push({ ...node, isOfAll: hasError(this.after.inventory) ? true : undefined });
  }

  private changesOf(states: CausedStates, causes: CauseSearch | undefined): readonly Change[] {
    const { old: earlier, new: now } = states;
    const bare = this.bareChanges(this.options.as?.(earlier, now) ?? earlier, now);
    const changes = this.options.pairs === undefined ? bare : this.besideName(bare, states);
    return causes === undefined ? changes : causes.withCauses(changes, states);
  }

  /** Leaves out and counts what reclass says of the names, and what no longer differs once the two names are equal. */
  private besideName(changes: readonly Change[], { old, new: now }: CausedStates): readonly Change[] {
    const others = changes.filter(({ path: [, name] }) => name !== "_reclass_");
    const named = resolvedAsNamed(old.node, old.inventory, now.node.name);
    const left = named && this.bareChanges(new NodeData(old.inventory, { node: named }), now).map(({ path }) => path);
    const kept = others.filter(({ path }) => left?.some((each) => isAlong(each, path)) !== false);
    this.followName += others.length - kept.length;
    return kept;
  }

  private bareChanges(old: NodeData, now: NodeData): readonly Change[] {
    const { at, moved = false } = this.options;
    const options = { moved, identities: this.identities };
    return at === undefined ? dataChanges(old, now, options) : dataChangesAt(old, now, { ...options, path: at });
  }

  /** A value added or removed with its node, where one path is compared; other nodes are only listed by name. */
  private compareLone(name: string, kind: "added" | "removed"): void {
    const { at: path } = this.options;
    if (path === undefined) return;
    const { inventory } = kind === "added" ? this.after : this.before;
    const { node } = outcomeOf(inventory, name);
    const value = node && new NodeData(inventory, { node }).at(path);
    if (value === undefined) return;
    const cause: Change["cause"] = { kind: `node-${kind}`, node: name };
    const caused = this.options.causes === true ? { cause } : {};
    const change: Change =
      kind === "added" ? { kind, path, after: value, ...caused } : { kind: "removed", path, before: value, ...caused };
    this.changes.add(name, [change]);
  }
}

/** Failing nodes by name. */
export function sortedNodes(nodes: readonly FailingNode[]): readonly FailingNode[] {
  return nodes.toSorted((left, right) => compareText(left.name, right.name));
}

/** A change that no edit explains is caused by the new name. */
function renamedToo(change: Change, { from, to }: Rename): Change {
  if (change.cause?.kind !== "unknown") return change;
  return { ...change, cause: { kind: "node-renamed", node: from, to } };
}
