import { join, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";
import { type HookManager, hookManagers } from "./managers.ts";
import { type HookPlace, hookPlace, isForeignFolder } from "./place.ts";

/** What `heir init` does about hooks: installs them, or shows lines for the tool that has them. */
type HookAdoption = { readonly kind: "install" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/** How hooks come into a repository. Writes nothing. Throws HeirError when git fails. */
export async function hookAdoption(top: string, isGit: boolean): Promise<HookAdoption> {
  const place = isGit ? await hookPlace({ cwd: top }) : undefined;
  const used = usedManagers(top, place?.folder ?? join(top, ".git/hooks"));
  if (used.length > 0) return { kind: "paste", lines: used.flatMap(managerLines) };
  if (place === undefined || !(await isForeignFolder(place))) return { kind: "install" };
  const { hint = "" } = await foreignHooksPath(place);
  return { kind: "paste", lines: hint.split("\n").slice(1) };
}

/** Why nothing is installed where another tool keeps the hooks, and what to do there instead. */
export async function foreignHooksPath({ setting, folder, facts }: HookPlace): Promise<HeirError> {
  const { value = "", scope = "", origin = "" } = setting ?? {};
  const top = facts.topLevel ?? facts.gitDir;
  const used = usedManagers(top, folder);
  const lines = (used.length > 0 ? used : hookManagers).flatMap(managerLines);
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
  return hookManagers.filter((manager) => isUsed(manager, top, folder));
}

/** The lines with which a tool runs heir. */
function managerLines({ name, pieces }: HookManager): readonly string[] {
  return Object.entries(pieces).flatMap(([file, text]) => [
    `${name}, in ${file}:`,
    ...text
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
  ]);
}

function isUsed({ name, signs }: HookManager, top: string, folder: string): boolean {
  if (folder.split(sep).some((part) => part === `.${name}`)) return true;
  const texts = signs.map((file) => regularFileText(join(top, file)));
  return texts.some((text) => text !== undefined);
}
