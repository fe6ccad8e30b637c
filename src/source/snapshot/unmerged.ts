import { command } from "../../base/command.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { pathSpan } from "../disk/path-span.ts";

/** The finding for a path, in an inventory, that git could not merge. Never fails. */
export function unmergedFault(path: string): Diagnostic {
  const message = `${path} is not merged: the index holds more than one version of it`;
  const hint = `resolve the conflict, then ${command(["git", "add"], [path])}`;
  return finding("unmerged", pathSpan(path), message, { hint });
}
