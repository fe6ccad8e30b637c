import { join } from "node:path";
import { foreignHooksPath, toolLines, usedTools } from "./foreign-path.ts";
import { hookPlace, isForeignFolder } from "./place.ts";

/** What `heir init` does about hooks: installs them, or shows lines for the tool that has them. */
export type HookAdoption = { readonly kind: "install" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/** How hooks come into a repository. Writes nothing. Throws HeirError when git fails. */
export async function hookAdoption(top: string, isGit: boolean): Promise<HookAdoption> {
  const place = isGit ? await hookPlace({ cwd: top }) : undefined;
  const used = usedTools(top, place?.folder ?? join(top, ".git/hooks"));
  if (used.length > 0) return { kind: "paste", lines: used.flatMap(toolLines) };
  if (place === undefined || !(await isForeignFolder(place))) return { kind: "install" };
  const { hint = "" } = await foreignHooksPath(place);
  return { kind: "paste", lines: hint.split("\n").slice(1) };
}
