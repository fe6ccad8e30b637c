import { HeirError } from "../model/findings/failure.ts";
import { memoryWorkspace, openWorkspace } from "../workspace/open.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FolderOptions, SettingsOverrides } from "./types.ts";

/** Makes a repository of a workspace that was opened with these overrides of settings. */
export type Making<Opened> = (workspace: Workspace, overrides: readonly string[]) => Opened;

/** Opens an inventory folder, in git or not: throws as `open` of the library. */
export async function opened<Opened>(
  make: Making<Opened>,
  folder: string | undefined,
  options: FolderOptions,
): Promise<Opened> {
  options.signal?.throwIfAborted();
  const directory = folder === undefined ? {} : { directory: folder };
  const settings = overridesFrom(options.settings);
  const workspace = await openWorkspace({ cwd: process.cwd(), ...directory, ...settings });
  options.signal?.throwIfAborted();
  return make(workspace, settings.overrides);
}

/** As {@link opened}, for files in memory: path from the inventory folder to text or bytes. */
export function inMemory<Opened>(
  make: Making<Opened>,
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<FolderOptions, "settings">,
): Opened {
  const settings = overridesFrom(options.settings);
  return make(memoryWorkspace(files, settings), settings.overrides);
}

/** JSON is valid YAML. */
function overridesFrom(settings: SettingsOverrides = {}) {
  const overrides = Object.entries(settings).map(([name, value]) => {
    if (/^\w+$/.test(name)) return `${name}=${JSON.stringify(value)}`;
    throw new HeirError("usage", `"${name}" is no name of a setting`);
  });
  return { overrides, overridesName: "settings" };
}
