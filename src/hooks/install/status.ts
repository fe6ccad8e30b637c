import { join } from "node:path";
import { lastRun } from "../../cache/judged-trees.ts";
import { hookFile, installedHooks, isProgram } from "../../source/hooks/hook-files.ts";
import { hasMergeDriver, heirSettings } from "../../source/repository/settings.ts";
import { gitHooks, type HookName } from "./names.ts";
import { type HookPlace, type HookPlaceOptions, hookPlace, hookSources, isOurs, KEPT } from "./place.ts";
import { finishBegun } from "./put.ts";

type HookState =
  | "missing"
  /** As this version of heir writes it. */
  | "installed"
  /** heir's, but not as this version writes it: edited, or of another version. */
  | "different"
  | "foreign"
  | "not-executable"
  /** heir's, with line ends that the shell cannot read. */
  | "line-ends";

export type HookStatus = Awaited<ReturnType<typeof hookStatus>>;

/** The status of the hooks, as in `heir hooks status --json`; ends an interrupted run. Throws HeirError outside git. */
export async function hookStatus(options: HookPlaceOptions) {
  const place = await hookPlace(options);
  await finishBegun(place);
  const sources = await hookSources();
  const settings = heirSettings(place.program);
  const record = await installedHooks(place.facts.commonDir);
  const hooks = gitHooks.map(async ({ name, kind }) => {
    const kept = await hookFile(join(place.folder, name + KEPT));
    return { name, kind, state: await stateOf(place, name, sources), keeps_earlier: kept.kind !== "none" };
  });
  return {
    v: 1,
    folder: place.folder,
    hooks_path: place.setting,
    /** Where heir's hooks were installed, if git no longer runs them from there. */
    moved_from: record === undefined || record.folder === place.folder ? undefined : record.folder,
    hooks: await Promise.all(hooks),
    merge_driver: await hasMergeDriver(place.program),
    command: await programStatus(settings.get("command")?.at(-1)),
    node: await programStatus(settings.get("node")?.at(-1)),
    last_run: await lastRun(place.facts.gitDir),
  };
}

async function stateOf({ folder }: HookPlace, name: HookName, texts: ReadonlyMap<string, string>): Promise<HookState> {
  const file = await hookFile(join(folder, name));
  if (file.kind === "none") return "missing";
  if (file.kind === "other" || !isOurs(file)) return "foreign";
  if (file.text.includes("\r\n")) return "line-ends";
  if (!file.executable) return "not-executable";
  return file.text === texts.get(name) ? "installed" : "different";
}

/** A recorded program, and whether it exists; undefined when none is recorded. */
async function programStatus(path: string | undefined) {
  return path === undefined ? undefined : { path, found: await isProgram(path) };
}
