import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import { foldedName, twinDifference } from "../model/inventory/name-twins.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";

/**
 * Warnings about files, and folders on their way, of which some disks keep only one. `read` are the paths of the
 * snapshot that the inventory reads. Never fails.
 */
export function nameTwins(read: Iterable<string>, { blobs, folders }: Snapshot): readonly Diagnostic[] {
  const first = new Map<string, string>();
  const found = new Map<string, Diagnostic>();
  for (const path of read) {
    // Of two twins folding changes one at least: names that it does not change are not looked at.
    if (foldedName(path) === path) continue;
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const entry = end < 0 ? path : path.slice(0, end);
      const name = entry.lastIndexOf("/") + 1;
      const key = entry.slice(0, name) + foldedName(entry.slice(name));
      const isThere = end < 0 ? blobs.has(key) : folders.has(key);
      const twin = first.get(key) ?? (isThere ? key : entry);
      first.set(key, twin);
      if (twin !== entry && !found.has(entry)) found.set(entry, twinFinding(entry, twin, end < 0 ? "file" : "folder"));
      if (end < 0) break;
    }
  }
  return [...found.values()];
}

function twinFinding(path: string, twin: string, kind: "file" | "folder"): Diagnostic {
  const { difference, shown } = twinDifference(twin, path);
  const message = `${shown(twin)} and ${shown(path)} differ only in ${difference}: on some disks they are the same ${kind}`;
  const span = (at: string) => ({ file: { path: at, blob: "", text: "" }, start: 0, end: 0 });
  return finding("name-twin", span(path), message, {
    related: [{ span: span(twin), caption: "its twin" }],
    hint: "rename one of them",
  });
}
