import { join } from "node:path";
import { sortedNamesIn } from "../../source/disk/changed-files.ts";
import { installedFolder } from "../../source/disk/installation.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";

/** What is shipped for one other program. */
export interface Integration {
  readonly name: string;
  /** Where it is, absolute. */
  readonly folder: string;
  readonly files: readonly string[];
}

/** All integrations, by their names. Throws HeirError where the installation lacks them. */
export async function shippedIntegrations(): Promise<readonly Integration[]> {
  const top = await installedFolder("integrations");
  const found: Integration[] = [];
  for (const name of await sortedNamesIn(top)) {
    const folder = join(top, name);
    const names = await sortedNamesIn(folder);
    found.push({ name, folder, files: names.filter((file) => regularFileText(join(folder, file)) !== undefined) });
  }
  return found;
}

/** The text of a file of an integration; undefined if it has none of that name. Never fails. */
export function integrationText({ folder, files }: Integration, file: string): string | undefined {
  return files.includes(file) ? regularFileText(join(folder, file)) : undefined;
}
