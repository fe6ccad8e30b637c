import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { withGitConfig } from "../git/program/config-override.ts";
import { git } from "../git/program/process.ts";
import type { FileAttributes } from "../git/store.ts";

/** Whether the text of a file of attributes can say anything about how a file is stored. */
export function saysStoredForm(text: string): boolean {
  return /\b(?:filter|ident|working-tree-encoding)\b/.test(text);
}

/** Whether it can give a file a filter. */
export function saysFilter(text: string): boolean {
  return /\bfilter\b/.test(text);
}

const NAMES = ["filter", "ident", "working-tree-encoding"];

/**
 * The attributes that say how files are stored, of those that have any; paths begin where the program is started. Read
 * from the work tree, or from the index alone. Throws HeirError when git fails.
 */
export async function checkAttributes(
  program: GitProgram,
  paths: readonly string[],
  { from, ...options }: { readonly from: "worktree" | "index" } & Abortable,
): Promise<ReadonlyMap<string, FileAttributes>> {
  if (paths.length === 0) return new Map();
  const args = ["check-attr", "-z", "--stdin", ...(from === "index" ? ["--cached"] : []), ...NAMES];
  const input = paths.map((path) => `${path}\0`).join("");
  // Attributes of the machine and of the user do not count: a state means the same everywhere.
  const env = withGitConfig(program.env, [["core.attributesFile", "/dev/null"]]);
  const printed = await git({ ...program, env }, args, { ...options, input });
  return attributesIn(printed.toString());
}

/** What git printed: path, attribute and value, each before a NUL. */
function attributesIn(printed: string): ReadonlyMap<string, FileAttributes> {
  const fields = printed.split("\0");
  const found = new Map<string, FileAttributes>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", name = "", value = ""] = fields.slice(at, at + 3);
    const attribute = attributeOf(name, value);
    if (attribute !== undefined) found.set(path, { ...found.get(path), ...attribute });
  }
  return found;
}

function attributeOf(name: string, value: string): FileAttributes | undefined {
  if (value === "unspecified" || value === "unset") return undefined;
  if (name === "ident") return value === "set" ? { ident: true } : undefined;
  // Without a value these attributes mean nothing to git.
  if (value === "set") return undefined;
  return name === "filter" ? { filter: value } : { encoding: value };
}
