import { isAbsolute, join } from "node:path";
import { HeirError } from "../model/findings/failure.ts";
import { parentOf } from "../model/inventory/folder-paths.ts";
import { blobId } from "../model/inventory/object-id.ts";
import type { SourceFile } from "../model/values/value.ts";
import { regularFileText } from "./disk/read-files.ts";
import { blobText, type GitFacts, type GitStore } from "./git/store.ts";
import type { Choices, SettingsReader } from "./inventory/finder.ts";
import type { HeirSettings } from "./repository/settings.ts";

interface ChoicesSource {
  readonly settings: HeirSettings;
  readonly reader: SettingsReader;
  readonly facts: GitFacts;
  readonly store: GitStore;
}

/** What git's configuration chooses: folders, and default settings with their names of folders. */
export async function choicesOf({ settings, reader, facts, store }: ChoicesSource): Promise<Choices> {
  const named = settings.get("defaultsettings")?.at(-1);
  const defaults = named === undefined ? undefined : await defaultSettings(named, facts, store);
  const isOn = (name: string) => settings.get(name)?.at(-1)?.toLowerCase() === "true";
  const keepsOne = isOn("core.ignorecase") ? "case" : isOn("core.precomposeunicode") ? "form" : undefined;
  const folders = (settings.get("folder") ?? []).map(folderName);
  return { names: await reader.names(defaults), folders, defaults, keepsOne };
}

/** `inventory/` and `./inventory` are `inventory`. */
function folderName(setting: string): string {
  const names = setting.split("/").filter((name) => name !== "" && name !== ".");
  return names.join("/");
}

/** `FILE`, from the top of the work tree, or `REV:PATH`. Throws HeirError for one that is not there. */
async function defaultSettings(named: string, { topLevel, gitDir }: GitFacts, store: GitStore): Promise<SourceFile> {
  const isFile = isAbsolute(named) || !named.includes(":");
  const text = isFile
    ? regularFileText(isAbsolute(named) ? named : join(topLevel ?? gitDir, named))
    : await committedText(named, store);
  const path = `heir.defaultSettings ${named}`;
  if (text !== undefined) return { path, blob: blobId(Buffer.from(text)), text };
  throw new HeirError("environment", `git config heir.defaultSettings names ${named}, which is not there`);
}

async function committedText(named: string, store: GitStore): Promise<string | undefined> {
  const at = named.indexOf(":");
  const path = named.slice(at + 1);
  const { tree } = await store.resolve(named.slice(0, at));
  const { entries } = await store.tree(tree, parentOf(path));
  const id = entries.get(path.slice(parentOf(path).length).replace(/^\//, ""))?.id;
  return id === undefined ? undefined : blobText(store, id);
}
