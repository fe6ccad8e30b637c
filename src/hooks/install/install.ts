import { join, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { hookFile, type InstalledHooks, installedHooks, isEqualFile } from "../../source/hooks/hook-files.ts";
import { installedFolder } from "../../source/installed/installation.ts";
import { setLocalSetting } from "../../source/repository/settings.ts";
import { hookManagers, managerLines, usedManagers } from "./managers.ts";
import { gitHooks, type HookName, hookNamed } from "./names.ts";
import {
  HOOK_BODY,
  type HookPlace,
  type HookPlaceOptions,
  hookPlace,
  hookSources,
  isForeignFolder,
  isOurs,
  KEPT,
} from "./place.ts";
import { finishBegun, putHooks, registerDriver, removeHooks } from "./put.ts";

interface InstallOptions extends HookPlaceOptions {
  /** Also into a folder that another tool keeps, and over hooks of heir that were edited. */
  readonly force: boolean;
  /** Hooks beside those that are always installed. */
  readonly more: readonly HookName[];
  /** The Node.js program that runs heir. */
  readonly node: string;
  /** Whether git also merges files of the inventory through heir. */
  readonly hasDriver?: boolean;
}

/**
 * Writes heir's hooks into the folder that git runs hooks from, and the settings by which they find heir. An existing
 * hook is kept, and run first. Installing again changes nothing. Throws HeirError, with nothing written, when the
 * folder is that of another tool, unless `force` is given. Gives names of hooks: those written, those in place already,
 * those of others now run first (`kept`), and edited ones of heir, not changed; and the program that the hooks run.
 */
export async function installHooks(options: InstallOptions) {
  const place = await hookPlace(options);
  if (!options.force && (await isForeignFolder(place))) throw await foreignHooksPath(place);
  await finishBegun(place);
  const sources = await hookSources();
  const { files, ...report } = await planned(place, sources, options);
  const command = join(await installedFolder("dist"), "cli.js");
  await putHooks(place, files, sources, () => writeSettings(place, command, options));
  if (options.hasDriver) await registerDriver(place.program, options.node, command);
  return { folder: place.folder, ...report, command };
}

/** The files to write, and the report. Throws HeirError where a hook would have to be kept, but an older one is kept already. */
async function planned(place: HookPlace, sources: ReadonlyMap<string, string>, { force, more }: InstallOptions) {
  const isServer = place.facts.topLevel === undefined;
  const always = gitHooks.filter(({ kind, receives }) => kind !== "shows" && (receives ?? false) === isServer);
  const states = new Map<string, HookState>();
  for (const name of [...always.map((hook) => hook.name), ...more])
    states.set(name, await stateOf(place, name, sources));
  const body = await stateOf(place, HOOK_BODY, sources);
  if (body === "foreign") throw new HeirError("environment", `${place.folder} has another file named ${HOOK_BODY}`);
  const having = (state: HookState) => [...states].flatMap(([name, own]) => (own === state ? name : []));
  const [foreign, edited] = [having("foreign"), having("edited")];
  for (const name of foreign) {
    const path = join(place.folder, name);
    if ((await hookFile(path + KEPT)).kind === "none" || (await isEqualFile(path, path + KEPT))) continue;
    const message = `${place.folder} has a hook ${name} that is not heir's, and ${name}${KEPT} is there too`;
    throw new HeirError("environment", message, "put into one file what you want to keep, and remove the other");
  }
  const written = [...having("missing"), ...foreign, ...(force ? edited : [])];
  const files = body === "same" ? written : [HOOK_BODY, ...written];
  return { files, written, unchanged: having("same"), kept: foreign, edited: force ? [] : edited };
}

type HookState = "missing" | "same" | "edited" | "foreign";

async function stateOf(place: HookPlace, name: string, sources: ReadonlyMap<string, string>): Promise<HookState> {
  const file = await hookFile(join(place.folder, name));
  if (file.kind === "none") return "missing";
  if (file.kind === "other" || !isOurs(file)) return "foreign";
  if (file.text === sources.get(name)) return file.executable ? "same" : "missing";
  // An unedited file of an earlier version is replaced.
  const record = await installedHooks(place.facts.commonDir);
  const isAsWritten = record?.folder === place.folder && record.files.get(name) === file.digest;
  return isAsWritten || name === HOOK_BODY ? "missing" : "edited";
}

/** Settings by which a hook finds heir without PATH, and need not guess the rest. */
async function writeSettings({ program }: HookPlace, command: string, { node, more }: InstallOptions): Promise<void> {
  await setLocalSetting(program, "heir.command", command);
  await setLocalSetting(program, "heir.node", node);
  for (const name of more) {
    const setting = hookNamed(name)?.setting;
    if (setting !== undefined) await setLocalSetting(program, setting, "true");
  }
}

/** Removes heir's unedited files, settings and verdicts; restores the hooks of others. Throws HeirError outside git. */
export async function uninstallHooks(options: HookPlaceOptions) {
  const place = await hookPlace(options);
  const ended = await finishBegun(place);
  return ended ?? removeHooks(place, (await installedHooks(place.facts.commonDir)) ?? (await asShipped(place)));
}

/** Without a record of the installation, only files identical to this version's, in the repository's own folder. */
async function asShipped({ ownFolder }: HookPlace): Promise<InstalledHooks> {
  const digests = new Map<string, string>();
  for (const [name, text] of await hookSources()) {
    const file = await hookFile(join(ownFolder, name));
    if (file.kind === "file" && file.text === text) digests.set(name, file.digest);
  }
  return { folder: ownFolder, files: digests };
}

/** What `heir init` does about hooks: installs them, or shows lines for the tool that has them. */
type HookAdoption = { readonly kind: "install" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/** How hooks come into a repository. Writes nothing. Throws HeirError when git fails. */
export async function hookAdoption(top: string, isGit: boolean): Promise<HookAdoption> {
  const place = isGit ? await hookPlace({ cwd: top }) : undefined;
  const used = usedManagers(top, place?.folder ?? join(top, ".git/hooks"));
  if (used.length > 0) return { kind: "paste", lines: await managerLines(used) };
  if (place === undefined || !(await isForeignFolder(place))) return { kind: "install" };
  const { hint = "" } = await foreignHooksPath(place);
  return { kind: "paste", lines: hint.split("\n").slice(1) };
}

/** Why nothing is installed where another tool keeps the hooks, and what to do there instead. */
export async function foreignHooksPath({ setting, folder, facts }: HookPlace): Promise<HeirError> {
  const { value = "", scope = "", origin = "" } = setting ?? {};
  const top = facts.topLevel ?? facts.gitDir;
  const used = usedManagers(top, folder);
  const lines = await managerLines(used.length > 0 ? used : hookManagers);
  const message = `core.hooksPath is ${value} (${scope}, ${origin}): git runs the hooks there, and another tool keeps them`;
  const inside = folder.startsWith(top + sep);
  const force = `or, to install into that folder${inside ? "" : ", which is not in this repository"}: heir hooks install --force`;
  const hint = ["nothing was written; let that tool run heir:", ...lines, force].join("\n");
  return new HeirError("environment", message, hint);
}
