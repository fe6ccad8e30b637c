import { namesWith } from "../base/name-key.ts";
import { foundFor } from "../base/text-order.ts";
import { cachePacks } from "../cache/cache-packs.ts";
import type { KnownDependencies } from "../cache/dependencies.ts";
import { FileCache } from "../cache/file-cache.ts";
import { noOutputs } from "../cache/outputs.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { revisionsIn } from "../model/inventory/revision.ts";
import { SETTINGS_FILES } from "../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import { mask } from "../model/secrets/mask.ts";
import type { SecretsChoice, SecretsOptions } from "../model/secrets/masked.ts";
import type { SourceFile } from "../model/values/value.ts";
import { formPaths } from "../parse/inventory.ts";
import type { Stretches } from "../source/history/commit.ts";
import type { History } from "../source/history/history.ts";
import { memorySource } from "../source/snapshot/memory.ts";
import type { SidesOptions } from "./compare/comparison.ts";
import type { Side } from "./compare/side.ts";
import { nodeOutcome, secretsOf } from "./load/outcome.ts";
import { OpenStates, openStates, type WorkspaceOptions } from "./load/states.ts";
import { Loader } from "./loader.ts";
import type { LogRequest } from "./log/request.ts";
import { Views } from "./views/views.ts";
import type { CompareOptions, LoadOptions, WorkPart, Workspace } from "./workspace.ts";

/** Opens the inventory at or above a directory. Throws HeirError if it is missing, overrides are bad or git refuses. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  return workspaceOf(await openStates(options));
}

/** A workspace over states. Throws HeirError for an override that cannot be read. */
export function workspaceOf(states: OpenStates): Workspace {
  const { cache } = states;
  return new OpenWorkspace(states, new FileCache(cache && cachePacks(cache, "parse"), cache?.isNamed));
}

/** A workspace over given files by path; its only state is `WORKTREE`. Throws HeirError for an unreadable override. */
export function memoryWorkspace(
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<WorkspaceOptions, "overrides" | "overridesName"> = {},
): Workspace {
  return new OpenWorkspace(new OpenStates(memorySource(files), { ...options, cache: false }), new FileCache());
}

/** One node is followed through its names from the newest commit on, so that its history cannot be divided. */
async function stretchOfShare(history: History, share: Stretches, { node, filter, signal }: LogRequest & Abortable) {
  const part = node === undefined ? share : { index: 1, of: 1 };
  const wanted = filter && (await history.filtered(filter, { signal }));
  const stretch = await history.stretch({ part, wanted, signal });
  return node === undefined || share.index === 1 ? stretch : { ...stretch, end: 0 };
}

const PASS_NODES = 256;

class OpenWorkspace extends OpenStates implements Workspace {
  readonly load: Workspace["load"] = (snapshot, options) => this.loader.load(snapshot, options);
  readonly settingsOf: Workspace["settingsOf"] = (snapshot, options) => this.loader.settingsOf(snapshot, options);
  readonly learn: Workspace["learn"] = (texts) => this.loader.learn(texts);
  readonly secretTexts: Workspace["secretTexts"];
  readonly files: FileCache;
  readonly overrides: readonly string[];
  /** By when ends of lines are judged: both sides of a step by one. */
  private readonly now: number;
  private readonly loader: Loader;
  private known: KnownDependencies | undefined;

  constructor(states: OpenStates, files: FileCache) {
    super(states.source, states.options, states.seen);
    const { overrides = [], overridesName } = states.options;
    this.overrides = overrides;
    this.files = files;
    this.now = states.options.now ?? Date.now();
    this.loader = new Loader(files, overrides, overridesName);
    this.secretTexts = this.loader.secretTexts;
  }

  *resolve(inventory: Inventory, names: Iterable<string> = inventory.nodeNames, options: SecretsOptions = {}) {
    for (const name of names) yield nodeOutcome(inventory, name, options);
  }

  async *pass(snapshot: Snapshot, names: readonly string[], options: LoadOptions = {}) {
    const isWhole = this.isHeld(await this.load(snapshot, { ...options, scope: "names" }));
    const size = isWhole ? Math.max(1, names.length) : PASS_NODES;
    for (let at = 0; at < names.length; at += size) {
      const some = names.slice(at, at + size);
      yield* this.resolve(await this.load(snapshot, { ...options, nodes: some }), some);
      if (!isWhole) this.loader.drop(snapshot, some);
    }
  }

  readonly compare: Workspace["compare"] = async (from, to, options = {}) => {
    const { ComparisonWork } = await import("./compare/comparison.ts");
    const [before, after, how] = await this.sides(from, to, options);
    const work = new ComparisonWork(before, after, how);
    const scope = await work.scope();
    const part = ({ own }: WorkPart) => new ComparisonWork(before, after, { ...how, own }).compared(scope);
    return (await options.divided?.({ names: namesWith(scope.all, options.own), part })) ?? work.compared(scope);
  };

  readonly affected: Workspace["affected"] = async (from, to, options = {}) => {
    const { ComparisonWork } = await import("./compare/comparison.ts");
    const scope = await new ComparisonWork(...(await this.sides(from, to, options))).scope();
    scope.nodes.keep(scope.all);
    return scope;
  };

  readonly compareGradually: Workspace["compareGradually"] = async (from, to, options = {}) => {
    const { compareGradually } = await import("./compare/gradual.ts");
    return compareGradually(...(await this.sides(from, to, options)));
  };

  private async side(snapshot: Snapshot, options: LoadOptions): Promise<Side> {
    return { snapshot, inventory: await this.load(snapshot, options) };
  }

  private async sides(from: Snapshot, to: Snapshot, options: CompareOptions): Promise<[Side, Side, SidesOptions]> {
    const { withBothSecrets } = await import("./compare/side.ts");
    const { signal } = options;
    const side = (snapshot: Snapshot) => this.side(snapshot, { scope: "shared", signal });
    const [before, after] = await withBothSecrets([await side(from), await side(to)], side);
    const dependencies = await this.dependencies();
    // What is not cached is walked again by the next comparison.
    const isNeeded = this.outputs === noOutputs && options.once !== true;
    const isHeld = isNeeded || [before, after].some(({ inventory }) => this.isHeld(inventory));
    const prefetch: SidesOptions["prefetch"] = ({ snapshot }, nodes, how) =>
      this.load(snapshot, { nodes, signal: how.signal });
    const release: SidesOptions["release"] = ({ snapshot }, nodes) => this.loader.drop(snapshot, nodes);
    return [before, after, { ...options, dependencies, prefetch, release: isHeld ? undefined : release }];
  }

  private async dependencies(): Promise<KnownDependencies | undefined> {
    const { knownDependencies } = await import("../cache/dependencies.ts");
    this.known ??= knownDependencies(this.outputs, this.overrides);
    return this.known;
  }

  /** Whether files are kept once they were read: a partial clone fetches all at once, and which texts are secret must be known. */
  private isHeld({ secrets }: Inventory): boolean {
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
    const [{ askedLayers, evidenceOf }, { editedFiles }] = await Promise.all([
      import("./compare/evidence.ts"),
      import("./compare/edited-files.ts"),
    ]);
    const { signal } = options;
    const asked = askedLayers(comparison, await this.load(to, { scope: "shared", signal }));
    const nodes = new Set(asked.map(({ node }) => node));
    const former = new Map(comparison.nodes.renamed.map((rename) => [rename.to, rename.from]));
    const before = [...nodes].map((name) => former.get(name) ?? name);
    const [old, now] = [await this.side(from, { nodes: before, signal }), await this.side(to, { nodes, signal })];
    const files = editedFiles(this, [from, to]);
    return evidenceOf(comparison, asked, { ...options, sides: { old, new: now }, files });
  };

  readonly why: Workspace["why"] = async (from, to, name, { signal } = {}) => {
    const sides = { old: await this.side(from, { signal }), new: await this.side(to, { signal }) };
    const [{ nodeWhy }, { editedFiles }] = await Promise.all([
      import("./compare/why.ts"),
      import("./compare/edited-files.ts"),
    ]);
    return nodeWhy(sides, name, editedFiles(this, [from, to]));
  };

  readonly bisect: Workspace["bisect"] = async (question, options) => {
    const { bisectValue } = await import("./log/bisect.ts");
    return bisectValue(question, this, options);
  };

  readonly check: Workspace["check"] = async (snapshot, options = {}) => {
    const [{ readBaseline }, { checkSnapshot }, { loadChecked }, { checkedApart }] = await Promise.all([
      import("./check/baseline.ts"),
      import("./check/findings.ts"),
      import("./check/judgement.ts"),
      import("./check/apart.ts"),
    ]);
    const faults = [...((await readBaseline(this, snapshot, options))?.faults ?? [])];
    if (options.infos === true) {
      const { driverFaults } = await import("./merge-files/registered.ts");
      faults.push(...(await driverFaults(this.source, snapshot, options)));
    }
    const shared = await this.sharedFiles(snapshot, options);
    const elsewhere = await checkedApart(this, snapshot, shared, options);
    const inventory = await loadChecked(this, snapshot, { ...options, elsewhere: elsewhere !== undefined });
    return checkSnapshot(snapshot, inventory, { now: this.now, ...options, faults, shared, elsewhere });
  };

  /** The YAML files besides those of nodes and classes. */
  private async sharedFiles(snapshot: Snapshot, { signal }: Abortable): Promise<readonly SourceFile[]> {
    const { settings } = await this.load(snapshot, { scope: "names", signal });
    const forms = formPaths(snapshot.blobs, settings).filter((path) => !path.endsWith(".json"));
    return [...(await this.filesAt(snapshot, [...SETTINGS_FILES, ...forms], { signal })).values()];
  }

  readonly filesAt: Workspace["filesAt"] = async (snapshot, paths, { signal, report = () => undefined } = {}) => {
    await this.files.prefetch(snapshot, paths, { signal });
    return foundFor(paths, (path) => {
      const blob = snapshot.blobs.get(path);
      return blob === undefined ? undefined : this.files.file(path, blob, report);
    });
  };

  readonly knownFindings: Workspace["knownFindings"] = async (snapshot, options) => {
    const { readFindings } = await import("../cache/findings.ts");
    return readFindings(snapshot, this, options);
  };

  readonly keepFindings: Workspace["keepFindings"] = async (snapshot, known) => {
    const { writeFindings } = await import("../cache/findings.ts");
    writeFindings({ snapshot, inventory: await this.load(snapshot, { scope: "names" }) }, known, this);
  };

  readonly log: Workspace["log"] = async (request, options = {}) => {
    for (const word of request.revisions) {
      for (const revision of revisionsIn(word)) await this.source.resolve(revision, options);
    }
    const { revisions, firstParent = false } = request;
    const history = this.source.history({ revisions, firstParent });
    const { OpenLog } = await import("./log/log.ts");
    const { share } = request;
    const stretch = share && (await stretchOfShare(history, share, { ...request, ...options }));
    const commits = stretch === undefined ? history : history.within(stretch);
    return new OpenLog({ history: commits, stretch, workspace: this }, request, options);
  };

  readonly blame: Workspace["blame"] = async (request, options = {}) => {
    const revision = request.commit ?? "HEAD";
    await this.source.resolve(revision, options);
    const history = this.source.history({ revisions: [revision], firstParent: false });
    const { blameNode } = await import("./log/blame.ts");
    const blame = await blameNode({ history, workspace: this, source: this.source }, request, options);
    return mask("blame", blame, secretsOf([request.inventory], options.secrets));
  };

  views(inventory: Inventory, secrets?: SecretsChoice): Views {
    return new Views(inventory, secretsOf([inventory], secrets));
  }

  override keep(): void {
    this.known?.write();
    this.files.keep();
    super.keep();
  }
}
