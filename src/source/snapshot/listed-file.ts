import { terminalSafe } from "../../base/terminal-text.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import { pathSpan } from "../disk/path-span.ts";

/** Whether a snapshot lists a file of this name: heir reads nothing else. Case counts, as in reclass. */
export function isListed(path: string): boolean {
  return path.endsWith(".yml") || path.endsWith(".yaml") || path.endsWith(".json");
}

/** The finding for a path that is no UTF-8; none for files that no snapshot lists. */
export function unreadableName(path: string): readonly Diagnostic[] {
  if (!isListed(path)) return [];
  const message = `the name of ${terminalSafe(path)} is not UTF-8`;
  return [finding("name-not-utf8", pathSpan(path), message, { hint: "rename the file; heir does not read it" })];
}
