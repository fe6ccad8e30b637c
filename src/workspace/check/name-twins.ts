import { keptAt } from "../../base/made-once.ts";
import { skeleton, twinDifference } from "../../base/name-twins.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { startOf } from "../../model/values/value.ts";

/**
 * Files, and folders on their way, that are twins: warnings where some disks keep only one of them, errors where git has
 * recorded that this disk does. `read` are the paths of the snapshot that the inventory reads. Never fails.
 */
export function nameTwins(read: Iterable<string>, { blobs, folders, place }: Snapshot): readonly Diagnostic[] {
  const first = new Map<string, string>();
  const found = new Map<string, Diagnostic>();
  for (const path of read) {
    // Of two twins folding changes one at least: names that it does not change are not looked at.
    if (skeleton(path) === path) continue;
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const entry = end < 0 ? path : path.slice(0, end);
      const name = entry.lastIndexOf("/") + 1;
      const key = entry.slice(0, name) + skeleton(entry.slice(name));
      const isThere = end < 0 ? blobs.has(key) : folders.has(key);
      const twin = keptAt(first, key, () => (isThere ? key : entry));
      if (twin !== entry && !found.has(entry))
        found.set(entry, twinFinding(entry, twin, { what: end < 0 ? "file" : "folder", place }));
      if (end < 0) break;
    }
  }
  return [...found.values()];
}

function twinFinding(
  path: string,
  twin: string,
  { what, place: { keepsOne } }: { readonly what: "file" | "folder"; readonly place: Snapshot["place"] },
): Diagnostic {
  const { difference, kind, shown } = twinDifference(twin, path);
  const isOne = kind !== "letters" && (keepsOne === "case" || keepsOne === kind);
  const disks = isOne ? "this disk keeps only one of them" : `on some disks they are the same ${what}`;
  const message = `${shown(twin)} and ${shown(path)} differ only in ${difference}${kind === "letters" ? "" : `: ${disks}`}`;
  const span = (at: string) => startOf({ path: at, blob: "", text: "" });
  return finding("name-twin", span(path), message, {
    as: kind === "letters" ? "info" : isOne ? "error" : undefined,
    related: [{ span: span(twin), caption: "its twin" }],
    hint: "rename one of them",
  });
}
