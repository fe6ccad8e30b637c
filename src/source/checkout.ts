import type { Abortable } from "../model/snapshot.ts";
import { type GitProgram, git } from "./git-process.ts";
import type { Checkout, CheckoutEntry } from "./git-store.ts";

const flags = ["-z", "-t", "--stage", "--modified", "--deleted", "--others", "--exclude-standard", "--full-name"];

/**
 * What is checked out below `prefix`, by one `git ls-files`: it names tracked paths, then once more those that have
 * changed or gone, and untracked ones that are not ignored. Throws HeirError where there is no work tree.
 */
export async function readCheckout(program: GitProgram, prefix: string, options: Abortable = {}): Promise<Checkout> {
  const pathspec = prefix === "" ? ":(top)" : `:(top,literal)${prefix}`;
  const listed = await git(program, ["ls-files", ...flags, "--", pathspec], options);
  const entries = new Map<string, CheckoutEntry>();
  const start = prefix === "" ? 0 : prefix.length + 1;
  let tracked = false;
  const gone = new Set<string>();
  for (const line of listed.toString().split("\0")) {
    const item = checkoutLine(line);
    if (item === undefined) continue;
    const path = item.path.slice(start);
    tracked ||= item.tag !== "?";
    if (item.tag === "R") gone.add(path);
    if (item.entry !== undefined) entries.set(path, entries.get(path)?.kind === "dirty" ? dirty : item.entry);
  }
  for (const path of gone) entries.delete(path);
  return { entries, tracked };
}

const dirty: CheckoutEntry = { kind: "dirty" };

interface CheckoutLine {
  readonly tag: string;
  readonly path: string;
  /** Absent for what is no file: a submodule, or another repository inside this one. */
  readonly entry: CheckoutEntry | undefined;
}

/** `? path` for an untracked path; `T mode id stage<TAB>path` for a tracked one, with T one of H, S, M, R, C. */
function checkoutLine(line: string): CheckoutLine | undefined {
  const tag = line.slice(0, 1);
  if (tag === "?") return { tag, path: line.slice(2), entry: line.endsWith("/") ? undefined : dirty };
  const [, mode, id, stage, path] = /^. (\d+) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line) ?? [];
  if (mode === undefined || id === undefined || path === undefined) return undefined;
  if (mode === "160000") return { tag, path, entry: undefined };
  const clean = stage === "0" && (tag === "H" || tag === "S");
  return { tag, path, entry: clean ? { kind: "clean", id, mode } : dirty };
}
