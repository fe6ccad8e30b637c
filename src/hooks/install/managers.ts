import { basename, join, sep } from "node:path";
import { regularFileText } from "../../source/disk/read-files.ts";
import { installedText } from "../../source/installed/installation.ts";

interface HookManager {
  readonly name: string;
  /** Files of its users at the top of the repository. */
  readonly signs: readonly string[];
  /** The files with which it runs heir: integrations/ has their lines. */
  readonly files: readonly string[];
}

export const hookManagers: readonly HookManager[] = [
  {
    name: "husky",
    signs: [".husky/pre-commit", ".husky/_/h", ".husky/_/husky.sh"],
    files: [".husky/pre-commit", ".husky/pre-merge-commit", ".husky/commit-msg", ".husky/pre-push"],
  },
  {
    name: "lefthook",
    signs: ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", "lefthook.toml", "lefthook.json"],
    files: ["lefthook.yml"],
  },
  { name: "pre-commit", signs: [".pre-commit-config.yaml"], files: [".pre-commit-config.yaml"] },
];

export function usedManagers(top: string, folder: string): readonly HookManager[] {
  const parts = folder.split(sep);
  const isThere = (file: string): boolean => regularFileText(join(top, file)) !== undefined;
  return hookManagers.filter(({ name, signs }) => parts.includes(`.${name}`) || signs.some(isThere));
}

/** The lines with which tools run heir, without the comments of what is shipped. */
export async function managerLines(managers: readonly HookManager[]): Promise<readonly string[]> {
  const pieces = managers.flatMap(({ name, files }) => files.map((file) => ({ name, file })));
  const lines = pieces.map(async ({ name, file }) => {
    const text = await installedText(`integrations/${name}/${basename(file)}`);
    const all = text.trimEnd().split("\n");
    const own = all.filter((line) => !line.startsWith("#"));
    return [`${name}, in ${file}:`, ...own.map((line) => `  ${line}`)];
  });
  return (await Promise.all(lines)).flat();
}
