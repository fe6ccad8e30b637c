import { keptAt } from "../base/made-once.ts";
import type { FileCache, OpenFile } from "../cache/file-cache.ts";
import { SettingsCache } from "../cache/states/settings-cache.ts";
import type { ClassMention } from "../model/inventory/definition.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { rooted, SETTINGS_FILES, type Settings } from "../model/inventory/settings.ts";
import type { Abortable, FileIds, Snapshot } from "../model/inventory/snapshot.ts";
import type { SecretTexts } from "../model/secrets/masked.ts";
import { dropDefinition } from "../parse/definitions/node-files.ts";
import { createInventory, formPaths, hasContracts, inventoryPaths, listingPaths } from "../parse/inventory.ts";
import { mappedClasses } from "../resolve/ancestry/class-mapping.ts";
import { membershipOf } from "../resolve/groups/node-groups.ts";
import { Beside } from "../speed/kept.ts";
import { hasError } from "./load/outcome.ts";
import type { LoadOptions } from "./workspace.ts";

/** This many classes, or other files, that were not prefetched are read one by one; with the next one, all are. */
const MOST_MISSED = { classes: 8, others: 2 };

/** Builds the inventories of states, which share read and parsed files. */
export class Loader {
  readonly files: FileCache;
  private readonly settings: SettingsCache;
  private readonly inventories = new Beside<Snapshot, Inventory>();
  readonly secretTexts: SecretTexts[] = [];
  /** States that were prefetched completely. */
  private readonly complete = new WeakSet<Snapshot>();
  /** States whose policies and local property files were prefetched. */
  private readonly shared = new WeakSet<Snapshot>();
  private readonly followed = new Beside<Inventory, Followed>();

  /** Throws HeirError for an override that cannot be read. */
  constructor(files: FileCache, overrides: readonly string[] = [], overridesName?: string) {
    this.files = files;
    this.settings = new SettingsCache(files, overrides, overridesName);
  }

  /** The inventory of a state. Faults of the whole are in its `diagnostics`. */
  async load(snapshot: Snapshot, { scope, nodes, files = [], ...options }: LoadOptions = {}): Promise<Inventory> {
    const inventory = this.inventories.get(snapshot) ?? (await this.list(snapshot, options));
    if (this.complete.has(snapshot)) return inventory;
    const { settings } = inventory;
    const wanted = scope ?? (nodes === undefined ? "everything" : "names");
    const prefetch = (paths: Iterable<string>) => this.files.prefetch(snapshot, paths, options);
    if (wanted === "everything") {
      await prefetch(inventoryPaths(snapshot.blobs, settings));
      this.complete.add(snapshot);
      return inventory;
    }
    const isShared = wanted === "names" || this.shared.has(snapshot);
    await prefetch(isShared ? files : [...formPaths(snapshot.blobs, settings), ...files]);
    if (wanted !== "names") this.shared.add(snapshot);
    if (hasError(inventory)) return inventory;
    const names = [...(nodes ?? (wanted === "nodes" ? inventory.nodeNames : []))];
    const followed = keptAt(this.followed, inventory, (): Followed => ({ classes: new Set(), areAllKnown: true }));
    for (const level of filesOf(inventory, names, followed)) await prefetch(level);
    // Of several nodes that have class names with references, any class may be one.
    const isSure = followed.areAllKnown || names.length < 2;
    if (!isSure) await prefetch(inventory.classNames.flatMap((name) => inventory.fileOf("class", name) ?? []));
    return inventory;
  }

  /** Drops what was read of the files of nodes; it is read again if it is asked for. */
  drop(snapshot: Snapshot, names: Iterable<string>): void {
    const inventory = this.inventories.get(snapshot);
    if (inventory === undefined || snapshot.readNow === undefined) return;
    this.complete.delete(snapshot);
    const definitions = this.settings.definitionsUnder(inventory.settings);
    for (const name of names) {
      const listed = definitions.listed.node.get(name);
      // The last listing can be that of another state.
      if (listed === undefined || listed.blob !== snapshot.blobs.get(listed.path)) continue;
      dropDefinition(definitions, listed);
      this.files.drop(listed.path, listed.blob);
    }
  }

  /** Adds secret texts that another process found in files of these states. */
  learn(texts: readonly string[]): void {
    const states = [...this.secretTexts];
    if (texts.length === 0) return;
    this.secretTexts.push({ texts: new Set(texts), isName: (text) => states.some((each) => each.isName(text)) });
  }

  /** The settings of a state, and what is wrong with them. */
  async settingsOf(snapshot: Snapshot, options: Abortable = {}): Promise<ReturnType<SettingsCache["of"]>> {
    await this.files.prefetch(snapshot, SETTINGS_FILES, options);
    return this.settings.of(snapshot);
  }

  private async list(snapshot: Snapshot, options: Abortable): Promise<Inventory> {
    const { blobs, folders, lost, targets, ignored } = snapshot;
    const read = await this.settingsOf(snapshot, options);
    const { settings } = read;
    const isWhole = snapshot.readNow === undefined;
    await this.files.prefetch(snapshot, (isWhole ? inventoryPaths : listingPaths)(blobs, settings), options);
    if (isWhole) this.complete.add(snapshot);
    const isJudged = hasContracts(folders, settings);
    const inventory = createInventory({
      blobs,
      folders,
      lost,
      targets,
      ignored,
      ...read,
      file: this.opener(snapshot, settings),
      readContracts: isJudged ? (await import("../parse/contracts/files.ts")).readContracts : undefined,
    });
    this.inventories.set(snapshot, inventory);
    if (inventory.secrets.paths.length > 0) this.secretTexts.push(secretTextsOf(inventory, blobs));
    return inventory;
  }

  /** The files of a state; each file that was not prefetched makes it read more files along. */
  private opener(snapshot: Snapshot, settings: Settings): OpenFile {
    const classes = rooted(settings, settings.classes_uri);
    return this.files.opener(snapshot, (path, missed) => {
      const most = path.startsWith(classes) ? MOST_MISSED.classes : MOST_MISSED.others;
      return missed > most ? inventoryPaths(snapshot.blobs, settings) : [];
    });
  }
}

/** Holds no more of the inventory than its names. */
function secretTextsOf({ secrets: { texts }, nodeNames, classNames, groups }: Inventory, files: FileIds): SecretTexts {
  const names = [nodeNames, classNames, [...groups.groups.keys()]];
  return { texts, isName: (text) => files.has(text) || names.some((some) => some.includes(text)) };
}

/** How far class names were followed for earlier nodes of an inventory. */
interface Followed {
  readonly classes: Set<string>;
  /** Whether no name had references. */
  areAllKnown: boolean;
}

/** Files behind nodes' class names, level by level: read each before the next. Skips references and what is known. */
function* filesOf(inventory: Inventory, nodes: readonly string[], followed: Followed): Generator<readonly string[]> {
  yield nodes.flatMap((name) => inventory.fileOf("node", name) ?? []);
  let level = nodes.flatMap((name) => firstMentions(inventory, name));
  while (level.length > 0) {
    const fresh = new Set<string>();
    for (const { name, template } of level) {
      if (template !== undefined) followed.areAllKnown = false;
      else if (!followed.classes.has(name)) fresh.add(name);
    }
    for (const name of fresh) followed.classes.add(name);
    yield [...fresh].flatMap((name) => inventory.fileOf("class", name) ?? []);
    level = [...fresh].flatMap((name) => inventory.class(name)?.classes ?? []);
  }
}

/** The classes of a node itself, of the settings for it, and of the groups that hold it. */
function firstMentions(inventory: Inventory, name: string): readonly ClassMention[] {
  const node = inventory.node(name);
  if (node === undefined) return [];
  const { groups } = inventory.groups;
  const held = groups.size === 0 ? [] : [...membershipOf(inventory, node).groups];
  const ofGroups = held.flatMap((id) => groups.get(id)?.classes ?? []);
  return [...node.classes, ...mappedClasses(node, inventory.settings), ...ofGroups];
}
