import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { sortedNamesIn } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import type { Source } from "../../source/open.ts";
import { findRepository } from "../../source/repository/without-git.ts";
import { isExcusable } from "../check/baseline.ts";
import { hasError } from "../load/outcome.ts";
import { openStates } from "../load/states.ts";
import { openWorkspace } from "../open.ts";
import { type ProposedSettings, proposedSettings, withSettings } from "./proposed-settings.ts";

const SALT = ["salt", "top.sls"];

export interface FolderLook {
  /** Absolute. */
  readonly top: string;
  /** The repository that it is in: its own, or one of a folder above. */
  readonly git: "own" | "above" | "none";
  /** Whether it has nothing, or nothing but files of a starter that was begun. */
  readonly isEmpty: boolean;
  readonly found: readonly Found[];
  readonly inventory: LookedInventory | undefined;
  /** Set where the repository has other inventories, too, and nobody chose this one. */
  readonly isOneOfSeveral: boolean;
  readonly ansible: Awaited<ReturnType<typeof countAnsible>>;
  /** Folders with settings of reclass that are outside of any commit, and are not read. */
  readonly notRead: readonly string[];
}

export type LookedInventory = Awaited<ReturnType<typeof inventoryIn>>;

export interface LookOptions {
  /** The folder that is asked for; absolute. */
  readonly path: string;
  readonly isNamed: boolean;
  readonly signal: AbortSignal;
}

/** Reads what a folder has. Throws HeirError for several inventories with none named, and for a bare repository. */
export async function lookAround({ path, isNamed, signal }: LookOptions): Promise<FolderLook> {
  const states = await openStates({ cwd: path, cache: false });
  try {
    const { source } = states;
    states.expectWorktree();
    const all = await source.all.worktree({ signal });
    const [first] = all;
    if (all.length > 1) {
      const named = all.map(({ place }) => place.folder || ".").join(", ");
      throw new HeirError("usage", `several inventories: ${named}`, "heir init DIR");
    }
    const isElsewhere = isNamed && resolve(path) !== source.top;
    const inventory = first.place.missing === undefined ? await inventoryIn(source, first, signal) : undefined;
    const ansible = await countAnsible(source.top);
    return {
      top: source.top,
      git: source.git === undefined ? "none" : "own",
      isEmpty: false,
      found: [...(inventory ? [inventory.found] : []), ...(ansible ? [ansibleFound] : [])],
      inventory,
      isOneOfSeveral: isElsewhere && first.place.chosen === undefined && (await hasSeveral(source.top, signal)),
      ansible,
      notRead: inventory === undefined ? [] : await foldersOutside(),
    };
  } finally {
    await states.close();
  }
}

/** What there is in a folder with nothing, or with nothing but files of a starter. Never fails. */
export function emptyLook(path: string): FolderLook {
  const repository = findRepository(path, process.env);
  const git = repository === undefined ? "none" : repository.topLevel === path ? "own" : "above";
  const nothing = { found: [], inventory: undefined, isOneOfSeveral: false, ansible: undefined, notRead: [] };
  return { top: path, git, isEmpty: true, ...nothing };
}

const ansibleFound: Found = { kind: "ansible", folder: ".", nodes: 0, classes: 0, errors: 0 };

/** Where reclass itself looks for settings, if there is anything. */
async function foldersOutside(): Promise<readonly string[]> {
  const places = { "/etc/reclass": "/etc/reclass", "~/.reclass": join(homedir(), ".reclass") };
  const found: string[] = [];
  for (const [shown, folder] of Object.entries(places)) {
    if ((await sortedNamesIn(folder).catch(() => [])).length > 0) found.push(shown);
  }
  return found;
}

async function hasSeveral(top: string, signal: AbortSignal): Promise<boolean> {
  const states = await openStates({ cwd: top, cache: false });
  const all = await states.source.all.worktree({ signal });
  await states.close();
  return all.length > 1;
}

async function inventoryIn(source: Source, { place }: Snapshot, signal: AbortSignal) {
  const { folder } = place;
  const at = join(source.top, folder);
  const inside = new Set(await sortedNamesIn(at));
  const workspace = await openWorkspace({ cwd: at, cache: false });
  try {
    const own = await workspace.snapshot("WORKTREE", { signal });
    const proposed: ProposedSettings = inside.has("heir.yml") ? {} : await proposedSettings(workspace, own, { signal });
    const snapshot = withSettings(own, proposed);
    const inventory = await workspace.load(snapshot, { signal });
    const { findings } = await workspace.check(snapshot, { signal });
    const errors = findings.filter(({ diagnostic }) => diagnostic.severity === "error");
    const failing = new Set(errors.flatMap(({ nodes }) => nodes));
    const resolving = inventory.nodeNames.filter((name) => !hasError(inventory) && !failing.has(name));
    const excusable = errors.filter(isExcusable).length;
    const kind = inventoryKind({
      folder,
      inside,
      above: await namesAbove(source.top, folder),
      dialect: inventory.settings.dialect,
      hasCommodoreClass: inventory.classNames.includes("global.commodore"),
    });
    const counts = { nodes: inventory.nodeNames.length, classes: inventory.classNames.length, errors: errors.length };
    const found: Found = { kind, folder: folder || ".", ...counts };
    return {
      found,
      /** From the top; `""` for the top. */
      folder,
      /** The settings that it needs and does not write, besides secrets. */
      proposed,
      /** Paths of values that look like secrets in clear text. */
      clear: findings.flatMap(({ diagnostic: { code, path = [] } }) => {
        return code === "secret-in-clear" ? [path.map(String)] : [];
      }),
      /** How many errors a baseline can excuse; the others are of what was not read. */
      excusable,
      /** How many nodes resolve, where something was not read. */
      resolving: excusable === errors.length ? undefined : resolving.length,
      node: resolving[0],
    };
  } finally {
    await workspace.close();
  }
}

async function namesAbove(top: string, folder: string): Promise<ReadonlySet<string>> {
  const names: string[] = [];
  for (let at = folder; at !== ""; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
    names.push(...(await sortedNamesIn(join(top, at))));
  }
  return new Set(names);
}

/** What kind of repository heir finds; every kind but `ansible` is an inventory that heir reads. */
type FoundKind = "heir" | "reclass" | "salt" | "kapitan" | "commodore" | "ansible";

interface Found {
  readonly kind: FoundKind;
  /** From the top, with forward slashes; `.` for the top. */
  readonly folder: string;
  readonly nodes: number;
  readonly classes: number;
  readonly errors: number;
}

/** What tells the kind of an inventory: its folder from the top, and the names in it and in the folders above it. */
interface Neighbourhood {
  readonly folder: string;
  readonly inside: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly dialect: Settings["dialect"];
  readonly hasCommodoreClass: boolean;
}

/** The kind of an inventory. Never fails. */
export function inventoryKind({ folder, inside, above, ...more }: Neighbourhood): FoundKind {
  const hasTargets = inside.has("targets") && inside.has("classes") && !inside.has("nodes");
  if (hasTargets || more.dialect === "kapitan") {
    const isCommodore = more.hasCommodoreClass || inside.has("commodore.yml") || above.has("commodore.yml");
    return isCommodore ? "commodore" : "kapitan";
  }
  const isSalt = folder.split("/").includes("salt") || SALT.some((name) => inside.has(name) || above.has(name));
  if (isSalt) return "salt";
  return inside.has("heir.yml") ? "heir" : "reclass";
}

const HOSTS_FILE = /^(?:hosts|inventory|production|staging)(?:\.(?:ini|ya?ml))?$/;
const KEYS = /^[A-Za-z_]\w*:/gm;
const VARIABLES = ["group_vars", "host_vars"];

/**
 * Files of hosts and of variables, where the repository at a folder is one for Ansible: as far as it is told without
 * understanding it. Throws what reading it throws.
 */
async function countAnsible(top: string) {
  const text = (path: string) => regularFileText(join(top, path));
  const pathsIn = async (folders: readonly string[]): Promise<readonly string[]> => {
    const names = await Promise.all(folders.map((folder) => sortedNamesIn(join(top, folder)).catch(() => [])));
    return folders.flatMap((folder, at) => names[at]?.map((name) => join(folder, name)) ?? []);
  };
  const all = await pathsIn(["", "inventory", ...(await pathsIn(["inventories"]))]);
  const ofVariables = all.filter((path) => VARIABLES.includes(basename(path)));
  if (ofVariables.length === 0 && !all.includes("ansible.cfg")) return undefined;
  const variables = (await pathsIn(ofVariables)).map((path) => text(path)?.match(KEYS)?.length ?? 0);
  const named = all.filter((path) => dirname(path) === "inventory" || HOSTS_FILE.test(basename(path)));
  const hosts = [...new Set([...configured(text("ansible.cfg") ?? ""), ...named])].flatMap((path) => text(path) ?? []);
  const host = hosts.map(firstHost).find((each) => each !== undefined);
  return { hostsFiles: hosts.length, variables: variables.reduce((sum, count) => sum + count, 0), host };
}

/** The files that `inventory` in ansible.cfg names. */
function configured(text: string): readonly string[] {
  const [, value = ""] = /^inventory\s*=\s*(.*?)\s*$/m.exec(text) ?? [];
  return value.split(",").flatMap((path) => path.trim() || []);
}

/** The first host of a file in the form of INI or YAML; of a range like `web[1:9]` the first one. */
function firstHost(text: string): string | undefined {
  const [, , yaml] = /^( *)hosts:\s*\n\1 +(["']?[\w.-]+)/m.exec(text) ?? [];
  if (yaml !== undefined) return yaml.replace(/^["']/, "");
  let isHosts = true;
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.*)\]/.exec(line)?.[1];
    if (section !== undefined) isHosts = !section.includes(":");
    const [name = ""] = line.trim().split(/\s/);
    if (isHosts && section === undefined && /^\w[\w.-]*(?:\[\w+:|$)/.test(name))
      return name.replace(/\[(\w+):.*/, "$1");
  }
  return undefined;
}
