import { basename, join, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { installedText } from "../../source/disk/installation.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";
import { type HookPlace, hookPlace, isForeignFolder } from "./place.ts";

/** A manager of the hooks of a repository. */
interface HookManager {
  readonly name: string;
  /** Files of its users at the top of the repository. */
  readonly signs: readonly string[];
  /** The files with which it runs heir: integrations/ has their lines. */
  readonly files: readonly string[];
}

/** Every known manager of hooks, in the order in which they are listed. */
const hookManagers: readonly HookManager[] = [
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

/** What `heir init` does about hooks: installs them, or shows lines for the tool that has them. */
type HookAdoption = { readonly kind: "install" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/** How hooks come into a repository. Writes nothing. Throws HeirError when git fails. */
export async function hookAdoption(top: string, isGit: boolean): Promise<HookAdoption> {
  const place = isGit ? await hookPlace({ cwd: top }) : undefined;
  const used = usedManagers(top, place?.folder ?? join(top, ".git/hooks"));
  if (used.length > 0) return { kind: "paste", lines: await linesOf(used) };
  if (place === undefined || !(await isForeignFolder(place))) return { kind: "install" };
  const { hint = "" } = await foreignHooksPath(place);
  return { kind: "paste", lines: hint.split("\n").slice(1) };
}

/** Why nothing is installed where another tool keeps the hooks, and what to do there instead. */
export async function foreignHooksPath({ setting, folder, facts }: HookPlace): Promise<HeirError> {
  const { value = "", scope = "", origin = "" } = setting ?? {};
  const top = facts.topLevel ?? facts.gitDir;
  const used = usedManagers(top, folder);
  const lines = await linesOf(used.length > 0 ? used : hookManagers);
  const message = `core.hooksPath is ${value} (${scope}, ${origin}): git runs the hooks there, and another tool keeps them`;
  const inside = folder.startsWith(top + sep);
  const force = `or, to install into that folder${inside ? "" : ", which is not in this repository"}: heir hooks install --force`;
  return new HeirError(
    "environment",
    message,
    ["nothing was written; let that tool run heir:", ...lines, force].join("\n"),
  );
}

/** The tools for hooks that are used in a repository, by their files and the folder of hooks. */
function usedManagers(top: string, folder: string): readonly HookManager[] {
  const parts = folder.split(sep);
  const isThere = (file: string): boolean => regularFileText(join(top, file)) !== undefined;
  return hookManagers.filter(({ name, signs }) => parts.includes(`.${name}`) || signs.some(isThere));
}

/** The lines with which tools run heir, without the comments of what is shipped. */
async function linesOf(managers: readonly HookManager[]): Promise<readonly string[]> {
  const pieces = managers.flatMap(({ name, files }) => files.map((file) => ({ name, file })));
  const lines = pieces.map(async ({ name, file }) => {
    const text = await installedText(`integrations/${name}/${basename(file)}`);
    const own = text
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("#"));
    return [`${name}, in ${file}:`, ...own.map((line) => `  ${line}`)];
  });
  return (await Promise.all(lines)).flat();
}
