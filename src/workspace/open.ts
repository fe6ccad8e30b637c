import { foundFor } from "../base/text-order.ts";
import { FileCache } from "../cache/file-cache.ts";
import { cachePacks } from "../cache/run-cache.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";
import type { SecretsChoice, SecretsOptions } from "../model/secrets/masked.ts";
import { memorySource } from "../source/memory.ts";
import { ComparingStates } from "./compare/comparing.ts";
import { nodeOutcome, secretsOf } from "./load/outcome.ts";
import { OpenStates, openStates, type WorkspaceOptions } from "./load/states.ts";
import { Loader } from "./loader.ts";
import { bisected, blamed, openedLog } from "./log/histories.ts";
import { Views } from "./views/views.ts";
import type { LoadOptions, Workspace } from "./workspace.ts";

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

const PASS_NODES = 256;

class OpenWorkspace extends ComparingStates implements Workspace {
  readonly load: Workspace["load"] = (snapshot, options) => this.loader.load(snapshot, options);
  readonly settingsOf: Workspace["settingsOf"] = (snapshot, options) => this.loader.settingsOf(snapshot, options);
  readonly learn: Workspace["learn"] = (texts) => this.loader.learn(texts);
  readonly secretTexts: Workspace["secretTexts"];
  readonly files: FileCache;
  readonly overrides: readonly string[];
  /** By when ends of lines are judged: both sides of a step by one. */
  private readonly now: number;
  private readonly loader: Loader;

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
      if (!isWhole) this.drop(snapshot, some);
    }
  }

  readonly bisect: Workspace["bisect"] = (question, options) => bisected(this, question, options);
  readonly log: Workspace["log"] = (request, options) => openedLog(this, request, options);
  readonly blame: Workspace["blame"] = (request, options) => blamed(this, request, options);

  readonly check: Workspace["check"] = async (snapshot, options = {}) => {
    const { checkedState } = await import("./check/findings.ts");
    return checkedState(this, snapshot, { now: this.now, ...options });
  };

  readonly filesAt: Workspace["filesAt"] = async (snapshot, paths, { signal, report = () => undefined } = {}) => {
    await this.files.prefetch(snapshot, paths, { signal });
    return foundFor(paths, (path) => {
      const blob = snapshot.blobs.get(path);
      return blob === undefined ? undefined : this.files.file(path, blob, report);
    });
  };

  readonly knownFindings: Workspace["knownFindings"] = async (snapshot, options) => {
    const { readFindings } = await import("../cache/states/findings.ts");
    return readFindings(snapshot, this, options);
  };

  readonly keepFindings: Workspace["keepFindings"] = async (snapshot, known) => {
    const { writeFindings } = await import("../cache/states/findings.ts");
    writeFindings({ snapshot, inventory: await this.load(snapshot, { scope: "names" }) }, known, this);
  };

  views(inventory: Inventory, secrets?: SecretsChoice): Views {
    return new Views(inventory, secretsOf([inventory], secrets));
  }

  protected drop(snapshot: Snapshot, names: Iterable<string>): void {
    this.loader.drop(snapshot, names);
  }

  override keep(): void {
    this.files.keep();
    super.keep();
  }
}
