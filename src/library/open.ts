import { HeirError } from "../model/findings/failure.ts";
import { memoryWorkspace, openWorkspace } from "../workspace/open.ts";
import { OpenRepository } from "./repository.ts";
import type { ConfigRepository, FolderOptions, SettingsOverrides } from "./types.ts";

/**
 * Opens an inventory folder, in git or not: the given one, as with `heir -C`, or the nearest one at or above the
 * current folder. Throws {@link HeirError} for a missing folder, an unknown setting, and a repository that git refuses
 * to read. Close it when done: git processes may run in the background.
 */
export async function open(folder?: string, options: FolderOptions = {}): Promise<ConfigRepository> {
  options.signal?.throwIfAborted();
  const directory = folder === undefined ? {} : { directory: folder };
  const settings = overridesFrom(options.settings);
  const workspace = await openWorkspace({ cwd: process.cwd(), ...directory, ...settings });
  options.signal?.throwIfAborted();
  return new OpenRepository(workspace, settings.overrides);
}

/**
 * An inventory from files in memory: path from the inventory folder (`nodes/web1.yml`, with forward slashes) to text or
 * bytes. Its only state is `WORKTREE`; later changes of the map have no effect. For tests, and for editors that check
 * unsaved text. Throws {@link HeirError} for an unknown setting.
 */
export function memory(
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<FolderOptions, "settings"> = {},
): ConfigRepository {
  const settings = overridesFrom(options.settings);
  return new OpenRepository(memoryWorkspace(files, settings), settings.overrides);
}

/** JSON is valid YAML. */
function overridesFrom(settings: SettingsOverrides = {}) {
  const overrides = Object.entries(settings).map(([name, value]) => {
    if (/^\w+$/.test(name)) return `${name}=${JSON.stringify(value)}`;
    throw new HeirError("usage", `"${name}" is no name of a setting`);
  });
  return { overrides, overridesName: "settings" };
}
