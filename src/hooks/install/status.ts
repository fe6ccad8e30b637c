import { join } from "node:path";
import { lastRun } from "../../cache/judged-trees.ts";
import { hookFile, installedHooks, isProgram } from "../../source/disk/hook-files.ts";
import { hasMergeDriver, heirSettings } from "../../source/repository/settings.ts";
import { gitHooks, type Hook } from "./names.ts";
import { type HookPlace, type HookPlaceOptions, hookPlace, hookSources, isOurs, KEPT } from "./place.ts";
import { finishBegun } from "./put.ts";

export type HookState =
  | "missing"
  /** As this version of heir writes it. */
  | "installed"
  /** heir's, but not as this version writes it: edited, or of another version. */
  | "different"
  /** Somebody else's. */
  | "foreign"
  /** heir's, but git does not run it. */
  | "not-executable"
  /** heir's, with line ends that the shell cannot read. */
  | "line-ends";

export interface HookLine {
  readonly hook: Hook;
  readonly state: HookState;
  /** A hook of someone else is run first. */
  readonly keeps: boolean;
}

export type HookStatus = Awaited<ReturnType<typeof hookStatus>>;

/** A recorded program, and whether it exists; undefined when none is recorded. */
export type ProgramLine = NonNullable<Awaited<ReturnType<typeof programLine>>>;

/** Reads the status of the hooks; ends an installation or removal that was interrupted. Throws HeirError outside git. */
export async function hookStatus(options: HookPlaceOptions) {
  const place = await hookPlace(options);
  await finishBegun(place);
  const sources = await hookSources();
  const settings = heirSettings(place.program);
  const record = await installedHooks(place.facts.commonDir);
  const lines: HookLine[] = [];
  for (const hook of gitHooks) {
    const kept = await hookFile(join(place.folder, hook.name + KEPT));
    lines.push({ hook, state: await stateOf(place, hook, sources), keeps: kept.kind !== "none" });
  }
  return {
    folder: place.folder,
    /** `core.hooksPath`, if it is set. */
    setting: place.setting,
    /** Where heir's hooks were installed, if git no longer runs them from there. */
    movedFrom: record === undefined || record.folder === place.folder ? undefined : record.folder,
    hooks: lines,
    command: await programLine(settings.get("command")?.at(-1)),
    node: await programLine(settings.get("node")?.at(-1)),
    lastRun: await lastRun(place.facts.gitDir),
    /** Whether git merges files of the inventory through heir. */
    hasDriver: await hasMergeDriver(place.program),
  };
}

async function stateOf(
  { folder }: HookPlace,
  { name }: Hook,
  sources: ReadonlyMap<string, string>,
): Promise<HookState> {
  const file = await hookFile(join(folder, name));
  if (file.kind === "none") return "missing";
  if (file.kind === "other" || !isOurs(file)) return "foreign";
  if (file.text.includes("\r\n")) return "line-ends";
  if (!file.executable) return "not-executable";
  return file.text === sources.get(name) ? "installed" : "different";
}

async function programLine(path: string | undefined) {
  return path === undefined ? undefined : { path, isThere: await isProgram(path) };
}
