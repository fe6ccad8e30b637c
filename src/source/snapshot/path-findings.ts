import { command } from "../../base/command.ts";
import { terminalSafe } from "../../base/terminal-text.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Span } from "../../model/values/origin.ts";
import type { RefusedNames } from "../git/store.ts";
import { isListed } from "./folder-paths.ts";

/** The findings for a tree that git does not check out as it is, anywhere in it. */
export function refusedNames({ paths, disorder }: RefusedNames): readonly Diagnostic[] {
  const found = paths.map((path) => {
    const message = `git does not check out ${terminalSafe(path)}: a clone ends with an error`;
    return finding("name-refused", undefined, message, { hint: "rename it, and make the commit again" });
  });
  if (disorder === undefined) return found;
  const message = `the tree with ${terminalSafe(disorder)} has an entry twice, or entries out of order`;
  return [
    ...found,
    finding("name-refused", undefined, message, { hint: "git fsck names the tree; make the commit again" }),
  ];
}

/** The finding for a path that is no UTF-8; none for files that no snapshot lists. */
export function unreadableName(path: string): readonly Diagnostic[] {
  if (!isListed(path)) return [];
  const message = `the name of ${terminalSafe(path)} is not UTF-8`;
  return [finding("name-not-utf8", pathSpan(path), message, { hint: "rename the file; heir does not read it" })];
}

/**
 * The span of a finding about a whole path, from which readers learn the folder. `text` and `id` are the target and the
 * blob of a symbolic link.
 */
export function pathSpan(
  path: string,
  { text = "", id = "" }: { readonly text?: string | undefined; readonly id?: string | undefined } = {},
): Span {
  return { file: { path, blob: id, text }, start: 0, end: text.length };
}

/** The finding for a path, in an inventory, that git could not merge. Never fails. */
export function unmergedFault(path: string): Diagnostic {
  const message = `${path} is not merged: the index holds more than one version of it`;
  const hint = `resolve the conflict, then ${command(["git", "add"], [path])}`;
  return finding("unmerged", pathSpan(path), message, { hint });
}
