import { noOutputs, type OutputCache } from "../cache/outputs.ts";
import { parseCache } from "../cache/parsed-files.ts";
import { explainValue } from "../inspect/explain/explain.ts";
import { InvariantError } from "../model/findings/failure.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { NodeOutcome } from "../model/inventory/resolved.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { Bisection, BisectQuestion } from "../model/results/bisection.ts";
import type { Comparison } from "../model/results/comparison.ts";
import type { Contribution } from "../model/results/contribution.ts";
import type { Blame } from "../model/results/log.ts";
import type { NodeWhy } from "../model/results/why.ts";
import { mask } from "../model/secrets/mask.ts";
import type { Masked, SecretsChoice } from "../model/secrets/masked.ts";
import {
  createInventory,
  editedDefinitions,
  editedInventory,
  formPaths,
  inventoryPaths,
  listingPaths,
} from "../parse/inventory.ts";
import { memorySource } from "../source/memory.ts";
import type { Source } from "../source/open.ts";
import { revisionsIn } from "../source/revision.ts";
import type { KnownFindings, Suspects } from "./check/known-findings.ts";
import type { Side } from "./compare/comparison.ts";
import { allFilesOf, filesOf } from "./load/closure.ts";
import { FileCache, NotLoaded } from "./load/file-cache.ts";
import type { InventoryMakers } from "./load/nearby-inventories.ts";
import { hasError, nodeOutcome } from "./load/outcome.ts";
import { type ReadSettings, SETTINGS_FILES, SettingsCache } from "./load/settings-cache.ts";
import { OpenStates, openStates } from "./load/states.ts";
import { Views } from "./load/views.ts";
import { secretsOf } from "./load/visible-secrets.ts";
import type { BlameRequest, Log, LogOptions, LogRequest } from "./log/request.ts";
import type {
  CheckOptions,
  CheckResult,
  CompareOptions,
  ExplainedValue,
  InventoryQuestion,
  StatesQuestion,
  Workspace,
  WorkspaceOptions,
} from "./workspace.ts";

/**
 * Opens the inventory folder at or above a directory. Throws HeirError for a directory that is not there, an override
 * that cannot be read, and a repository that git refuses.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  return workspaceOf(await openStates(options));
}

/** A workspace over states. Throws HeirError for an override that cannot be read. */
export function workspaceOf(states: OpenStates): Workspace {
  const { commonDir } = states;
  return new OpenWorkspace(states, new FileCache(commonDir === undefined ? undefined : parseCache(commonDir)));
}

/**
 * A workspace over files given as text or bytes, path by path; its only state is `WORKTREE`. Throws HeirError for an
 * override that cannot be read.
 */
export function memoryWorkspace(
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<WorkspaceOptions, "overrides" | "overridesName"> = {},
): Workspace {
  return new OpenWorkspace(new OpenStates(memorySource(files), options), new FileCache());
}

class OpenWorkspace implements Workspace {
  readonly defaultRevision: string;
  readonly prefix: string;
  readonly place: Workspace["place"];
  readonly answers: OutputCache;
  readonly snapshot: Workspace["snapshot"];
  readonly ends: Workspace["ends"];
  readonly commitOf: Workspace["commitOf"];
  readonly history: Workspace["history"];
  readonly revisionNames: Workspace["revisionNames"];
  private readonly inventories = new WeakMap<Snapshot, Inventory>();
  /** Snapshots all of whose files are loaded. */
  private readonly complete = new WeakSet<Snapshot>();
  /** Nodes that were resolved to find out what has to be read. */
  private readonly outcomes = new WeakMap<Inventory, ReadonlyMap<string, NodeOutcome>>();
  private readonly states: OpenStates;
  private readonly source: Source;
  readonly files: FileCache;
  readonly overrides: readonly string[];
  private readonly settings: SettingsCache;

  constructor(states: OpenStates, files: FileCache) {
    const { overrides = [], overridesName } = states.options;
    this.overrides = overrides;
    this.states = states;
    this.source = states.source;
    this.files = files;
    this.settings = new SettingsCache(files, overrides, overridesName);
    this.defaultRevision = states.defaultRevision;
    this.prefix = states.prefix;
    this.place = states.place;
    this.answers = states.answers;
    this.snapshot = states.snapshot.bind(states);
    this.ends = states.ends.bind(states);
    this.commitOf = states.commitOf.bind(states);
    this.history = states.history.bind(states);
    this.revisionNames = states.revisionNames.bind(states);
  }

  async inventory(snapshot: Snapshot, options?: Abortable): Promise<Inventory> {
    const known = this.inventories.get(snapshot);
    if (known !== undefined && this.complete.has(snapshot)) return known;
    const { settings } = await this.readSettings(snapshot, options);
    await this.files.load(snapshot, inventoryPaths(snapshot.blobs, settings), options);
    this.complete.add(snapshot);
    return known ?? this.list(snapshot, options);
  }

  async nodesInventory(snapshot: Snapshot, options: Abortable = {}): Promise<Inventory> {
    const inventory = await this.listedForms(snapshot, options);
    await this.loadNodes({ snapshot, inventory }, inventory.nodeNames, options);
    return inventory;
  }

  async listing(snapshot: Snapshot, options?: Abortable): Promise<Inventory> {
    const known = this.inventories.get(snapshot);
    if (known !== undefined) return known;
    const { settings } = await this.readSettings(snapshot, options);
    await this.files.load(snapshot, listingPaths(snapshot.blobs, settings), options);
    return this.list(snapshot, options);
  }

  async read(snapshot: Snapshot, names: readonly string[], options?: Abortable): Promise<Inventory> {
    const resolved = (inventory: Inventory): Inventory => {
      if (hasError(inventory)) return inventory;
      this.outcomes.set(inventory, new Map(names.map((name) => [name, nodeOutcome(inventory, name)])));
      return inventory;
    };
    return this.asking(snapshot, names, resolved, options);
  }

  async asking<T>(
    snapshot: Snapshot,
    names: readonly string[],
    work: InventoryQuestion<T>,
    options?: Abortable,
  ): Promise<T> {
    for (let begun = 1; ; begun += 1) {
      const inventory = await this.listing(snapshot, options);
      const readable = hasError(inventory) ? [] : names;
      try {
        for (const paths of filesOf(inventory, readable)) await this.files.load(snapshot, paths, options);
        return work(inventory);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        // What was half worked out is given up with the inventory; what was parsed stays.
        this.inventories.delete(snapshot);
        if (begun < MOST_BEGINNINGS && isClass(inventory, error.path))
          await this.files.load(snapshot, [error.path], options);
        else await this.inventory(snapshot, options);
      }
    }
  }

  *resolve(inventory: Inventory, names: Iterable<string> = inventory.nodeNames): Iterable<NodeOutcome> {
    const known = this.outcomes.get(inventory);
    for (const name of names) yield known?.get(name) ?? nodeOutcome(inventory, name);
  }

  explain(inventory: Inventory, name: string, value: ExplainedValue): readonly Contribution[] {
    return explainValue(inventory, name, value);
  }

  async compare(from: Snapshot, to: Snapshot, options: CompareOptions = {}): Promise<Masked<Comparison>> {
    const [{ compareSides }, { KnownDependencies }] = await Promise.all([
      import("./compare/comparison.ts"),
      import("./load/dependencies.ts"),
    ]);
    const { answers, states } = this;
    const reaches = answers === noOutputs ? undefined : new KnownDependencies(answers, states.options.overrides ?? []);
    const known = { ...options, ...(reaches && { reaches }) };
    const read = async (snapshot: Snapshot) => ({ snapshot, inventory: await this.inventory(snapshot, options) });
    const whole = async () => compareSides(await read(from), await read(to), known);
    const listed = async (snapshot: Snapshot) => ({ snapshot, inventory: await this.listedForms(snapshot, options) });
    const load = (of: Side, names: readonly string[]) => this.loadNodes(of, names, options);
    const partly = async () => compareSides(await listed(from), await listed(to), { ...known, load });
    return this.partlyOrWhole([from, to], partly, whole);
  }

  async reading<T>(states: readonly Snapshot[], work: StatesQuestion<T>, options: CheckOptions = {}): Promise<T> {
    const { suspects } = options;
    const inventories = new Map<Snapshot, Inventory>();
    const inventoryOf = (snapshot: Snapshot): Inventory => {
      const inventory = inventories.get(snapshot);
      if (inventory === undefined) throw new InvariantError("work on a state that was not named");
      return inventory;
    };
    const on = async (read: (state: Snapshot) => Promise<Inventory>): Promise<T> => {
      for (const state of states) inventories.set(state, await read(state));
      return work(inventoryOf);
    };
    const whole = () => on((state) => this.inventory(state, options));
    if (suspects === undefined) return whole();
    return this.partlyOrWhole(states, () => on((state) => this.partly(state, suspects, options)), whole);
  }

  async why(from: Snapshot, to: Snapshot, name: string, options?: Abortable): Promise<NodeWhy | undefined> {
    const old = { snapshot: from, inventory: await this.inventory(from, options) };
    const now = { snapshot: to, inventory: await this.inventory(to, options) };
    const [{ nodeWhy }, { editedFiles }] = await Promise.all([
      import("./compare/why.ts"),
      import("./compare/edited-files.ts"),
    ]);
    return nodeWhy({ old, new: now }, name, editedFiles(this.source, this.files, [from, to]));
  }

  async bisect(question: BisectQuestion, options?: Abortable): Promise<Bisection> {
    const { bisectValue } = await import("./log/bisect.ts");
    return bisectValue(question, { source: this.source, inventory: this.inventory.bind(this) }, options);
  }

  async check(snapshot: Snapshot, options: CheckOptions = {}): Promise<CheckResult> {
    const { checkSnapshot } = await import("./check/findings.ts");
    return this.reading([snapshot], (inventoryOf) => checkSnapshot(snapshot, inventoryOf(snapshot), options), options);
  }

  async knownFindings(snapshot: Snapshot, options?: Abortable): Promise<KnownFindings> {
    const { readFindings } = await import("./check/findings-store.ts");
    return readFindings(snapshot, this, options);
  }

  async keepFindings(snapshot: Snapshot, known: KnownFindings): Promise<void> {
    const { writeFindings } = await import("./check/findings-store.ts");
    writeFindings({ snapshot, inventory: await this.listing(snapshot) }, known, this);
  }

  async log(request: LogRequest, options: LogOptions = {}): Promise<Log> {
    for (const word of request.revisions) {
      for (const revision of revisionsIn(word)) await this.source.resolve(revision, options);
    }
    const { revisions, firstParent = false } = request;
    const history = this.source.history({ revisions, firstParent });
    const { openLog } = await import("./log/log.ts");
    return openLog({ history, ...this.makers(options) }, request, options);
  }

  async blame(request: BlameRequest, options: LogOptions = {}): Promise<Masked<Blame>> {
    const history = this.source.history({ revisions: [request.commit ?? "HEAD"], firstParent: false });
    const { blameNode } = await import("./log/blame.ts");
    const lines = this.source.lines.bind(this.source);
    const blame = await blameNode({ history, ...this.makers(options), lines }, request, options);
    return mask("blame", blame, secretsOf([request.inventory], options.secrets));
  }

  views(inventory: Inventory, secrets?: SecretsChoice): Views {
    return new Views(inventory, secretsOf([inventory], secrets));
  }

  close(): Promise<void> {
    this.files.keep();
    return this.states.close();
  }

  /** Does work for which a part of some states is read; where that needs more, it begins again with all of them. */
  private async partlyOrWhole<T>(
    states: readonly Snapshot[],
    partly: () => Promise<T>,
    whole: () => Promise<T>,
  ): Promise<T> {
    try {
      return await partly();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      // What was half worked out is given up with the inventory; what was parsed stays.
      for (const state of states) if (!this.complete.has(state)) this.inventories.delete(state);
    }
    return whole();
  }

  /** The inventory of a state, with what decides on all nodes, and what some nodes take. */
  private async partly(snapshot: Snapshot, { names, paths }: Suspects, options: CheckOptions): Promise<Inventory> {
    const inventory = await this.listing(snapshot, options);
    const { nodeNames, settings } = inventory;
    const forms = formPaths(snapshot.blobs, settings);
    // Groups and policies are held against all nodes.
    const nodes = forms.length === 0 ? [] : nodeNames.flatMap((name) => inventory.fileOf("node", name) ?? []);
    await this.files.load(snapshot, [...forms, ...nodes, ...paths, ...(options.unused ?? [])], options);
    if (hasError(inventory)) return inventory;
    const known = nodeNames.filter((name) => names.has(name));
    for (const level of allFilesOf(inventory, known)) await this.files.load(snapshot, level, options);
    return inventory;
  }

  private async readSettings(snapshot: Snapshot, options?: Abortable): Promise<ReadSettings> {
    await Promise.all([this.files.load(snapshot, SETTINGS_FILES, options), this.settings.prepare()]);
    return this.settings.of(snapshot);
  }

  /** The inventory of a snapshot. Faults of the listing show where files begin: those are loaded as they turn up. */
  private async list(snapshot: Snapshot, options?: Abortable): Promise<Inventory> {
    const { blobs, folders } = snapshot;
    const file = this.files.file.bind(this.files);
    for (;;) {
      try {
        const inventory = createInventory({ blobs, folders, ...this.settings.of(snapshot), file });
        this.inventories.set(snapshot, inventory);
        return inventory;
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await this.files.load(snapshot, [error.path], options);
      }
    }
  }

  /** As `listing`; but of files only those of nodes and classes are not loaded. */
  private async listedForms(snapshot: Snapshot, options: Abortable): Promise<Inventory> {
    const inventory = await this.listing(snapshot, options);
    await this.files.load(snapshot, formPaths(snapshot.blobs, inventory.settings), options);
    return inventory;
  }

  private async loadNodes({ snapshot, inventory }: Side, names: readonly string[], options: Abortable): Promise<void> {
    if (hasError(inventory)) return;
    for (const paths of allFilesOf(inventory, names)) await this.files.load(snapshot, paths, options);
  }

  private makers(options: Abortable): InventoryMakers {
    return {
      inventory: (snapshot) => this.inventory(snapshot, options),
      lean: async (snapshot, names) => {
        const inventory = await this.listedForms(snapshot, options);
        await this.loadNodes({ snapshot, inventory }, names, options);
        return inventory;
      },
      definitions: (edits, settings) => editedDefinitions(edits, this.definitionSource(settings)),
      edited: (base, definitions) => editedInventory(base, definitions, this.definitionSource(base.settings)),
      load: (edits, paths) => this.files.load(edits, paths, options),
    };
  }

  private definitionSource(settings: Settings): Parameters<typeof editedDefinitions>[1] {
    return { settings, definitions: this.settings.definitionsUnder(settings), file: this.files.file.bind(this.files) };
  }
}

/** Work that was begun so often goes through all classes: then they are read at once. */
const MOST_BEGINNINGS = 5;

function isClass(inventory: Inventory, path: string): boolean {
  return inventory.classNames.some((name) => inventory.fileOf("class", name) === path);
}
