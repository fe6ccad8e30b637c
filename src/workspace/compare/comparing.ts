import { namesWith } from "../../base/name-key.ts";
import { noOutputs } from "../../cache/run-cache.ts";
import type { KnownDependencies } from "../../cache/states/dependencies.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Side } from "../load/outcome.ts";
import { OpenStates } from "../load/states.ts";
import type { CompareOptions, LoadOptions, WorkPart, Workspace } from "../workspace.ts";
import type { SidesOptions } from "./comparison.ts";

/** States of which any two are compared, and what can be asked of that. */
export abstract class ComparingStates extends OpenStates {
  abstract readonly load: Workspace["load"];
  abstract readonly filesAt: Workspace["filesAt"];
  abstract readonly overrides: readonly string[];
  private known: KnownDependencies | undefined;

  /** Drops what was read of the files of nodes; it is read again if it is asked for. */
  protected abstract drop(snapshot: Snapshot, names: Iterable<string>): void;

  readonly compare: Workspace["compare"] = async (from, to, options = {}) => {
    const { ComparisonWork } = await import("./comparison.ts");
    const [before, after, how] = await this.sides(from, to, options);
    const work = new ComparisonWork(before, after, how);
    const scope = await work.scope();
    const part = ({ own }: WorkPart) => new ComparisonWork(before, after, { ...how, own }).compared(scope);
    return (await options.divided?.({ names: namesWith(scope.all, options.own), part })) ?? work.compared(scope);
  };

  readonly affected: Workspace["affected"] = async (from, to, options = {}) => {
    const { ComparisonWork } = await import("./comparison.ts");
    const scope = await new ComparisonWork(...(await this.sides(from, to, options))).scope();
    scope.nodes.keep(scope.all);
    return scope;
  };

  readonly compareGradually: Workspace["compareGradually"] = async (from, to, options = {}) => {
    const { compareGradually } = await import("./gradual.ts");
    return compareGradually(...(await this.sides(from, to, options)));
  };

  private async side(snapshot: Snapshot, options: LoadOptions): Promise<Side> {
    return { snapshot, inventory: await this.load(snapshot, options) };
  }

  private async sides(from: Snapshot, to: Snapshot, options: CompareOptions): Promise<[Side, Side, SidesOptions]> {
    const { withBothSecrets } = await import("./side.ts");
    const { signal } = options;
    const side = (snapshot: Snapshot) => this.side(snapshot, { scope: "shared", signal });
    const [before, after] = await withBothSecrets([await side(from), await side(to)], side);
    const dependencies = await this.dependencies();
    // What is not cached is walked again by the next comparison.
    const isNeeded = this.outputs === noOutputs && options.once !== true;
    const isHeld = isNeeded || [before, after].some(({ inventory }) => this.isHeld(inventory));
    const prefetch: SidesOptions["prefetch"] = ({ snapshot }, nodes, how) =>
      this.load(snapshot, { nodes, signal: how.signal });
    const release: SidesOptions["release"] = ({ snapshot }, nodes) => this.drop(snapshot, nodes);
    return [before, after, { ...options, dependencies, prefetch, release: isHeld ? undefined : release }];
  }

  private async dependencies(): Promise<KnownDependencies | undefined> {
    const { knownDependencies } = await import("../../cache/states/dependencies.ts");
    this.known ??= knownDependencies(this.outputs, this.overrides);
    return this.known;
  }

  /** Whether files are kept once they were read: a partial clone fetches all at once, and which texts are secret must be known. */
  protected isHeld({ secrets }: Inventory): boolean {
    return this.source.isPartial === true || secrets.paths.length > 0;
  }

  readonly readers: Workspace["readers"] = async (snapshot) => {
    const known = (await this.dependencies())?.of(snapshot);
    if (known === undefined) return undefined;
    const counts = new Map<string, number>();
    for (const { files } of known.values()) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
    return counts;
  };

  readonly evidence: Workspace["evidence"] = async ([from, to], comparison, options = {}) => {
    const { askedLayers, evidenceOf } = await import("./evidence.ts");
    const { signal } = options;
    const asked = askedLayers(comparison, await this.load(to, { scope: "shared", signal }));
    const nodes = new Set(asked.map(({ node }) => node));
    const former = new Map(comparison.nodes.renamed.map((rename) => [rename.to, rename.from]));
    const before = [...nodes].map((name) => former.get(name) ?? name);
    const [old, now] = [await this.side(from, { nodes: before, signal }), await this.side(to, { nodes, signal })];
    const files = (await import("./edited-files.ts")).editedFiles(this, [from, to]);
    return evidenceOf(comparison, asked, { ...options, sides: { old, new: now }, files });
  };

  readonly why: Workspace["why"] = async (from, to, name, { signal } = {}) => {
    const sides = { old: await this.side(from, { signal }), new: await this.side(to, { signal }) };
    const [{ nodeWhy }, { editedFiles }] = await Promise.all([import("./why.ts"), import("./edited-files.ts")]);
    return nodeWhy(sides, name, editedFiles(this, [from, to]));
  };

  override keep(): void {
    this.known?.write();
    super.keep();
  }
}
