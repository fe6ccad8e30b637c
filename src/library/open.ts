import { HeirError } from "../model/findings/failure.ts";
import { memoryWorkspace, openWorkspace } from "../workspace/open.ts";
import { type Annexes, OpenRepository } from "./repository.ts";
import type { ConfigRepository, FolderOptions, SettingsOverrides } from "./types.ts";

/** Opens an inventory folder, in git or not: throws as `open` of the library. */
export async function opened(
  annexes: Annexes,
  folder: string | undefined,
  options: FolderOptions,
): Promise<ConfigRepository> {
  options.signal?.throwIfAborted();
  const directory = folder === undefined ? {} : { directory: folder };
  const settings = overridesFrom(options.settings);
  const workspace = await openWorkspace({ cwd: process.cwd(), ...directory, ...settings });
  options.signal?.throwIfAborted();
  return new OpenRepository(workspace, settings.overrides, annexes);
}

/** As {@link opened}, for files in memory: path from the inventory folder to text or bytes. */
export function inMemory(
  annexes: Annexes,
  files: Iterable<readonly [string, string | Uint8Array]>,
  options: Pick<FolderOptions, "settings">,
): ConfigRepository {
  const settings = overridesFrom(options.settings);
  return new OpenRepository(memoryWorkspace(files, settings), settings.overrides, annexes);
}

/** JSON is valid YAML. */
function overridesFrom(settings: SettingsOverrides = {}) {
  const overrides = Object.entries(settings).map(([name, value]) => {
    if (/^\w+$/.test(name)) return `${name}=${JSON.stringify(value)}`;
    throw new HeirError("usage", `"${name}" is no name of a setting`);
  });
  return { overrides, overridesName: "settings" };
}
