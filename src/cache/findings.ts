import { type Abortable, type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { isOn } from "../speed/table.ts";
import type { FileCache } from "./file-cache.ts";
import { filesOfFindings, findingsRecord, readRecord, recordedFindings } from "./findings-record.ts";
import { type CheckedSide, KnownFindings } from "./known-findings.ts";
import { type OutputCache, outputKey } from "./outputs.ts";

interface FindingsPlace {
  readonly outputs: OutputCache;
  readonly files: FileCache;
  /** Settings of this run alone. */
  readonly overrides: readonly string[];
}

/**
 * The findings of an earlier run for the nodes of a state. Where they are not cached, or not usable, nothing is known.
 */
export async function readFindings(
  snapshot: Snapshot,
  { outputs, files, overrides }: FindingsPlace,
  options?: Abortable,
): Promise<KnownFindings> {
  const kept = isOn("findings") ? outputs.get(keyOf(snapshot, overrides)) : undefined;
  if (kept === undefined) return new KnownFindings();
  const record = readRecord(kept);
  const needed = filesOfFindings(record);
  if (needed.some(([path, blob]) => snapshot.blobs.get(path) !== blob)) return new KnownFindings();
  const paths = needed.map(([path]) => path);
  await files.prefetch(snapshot, paths, options);
  return new KnownFindings(recordedFindings(record, (path, blob) => files.file(path, blob, () => {})));
}

/** Caches the known findings of the nodes of a state, unless they are cached already. */
export function writeFindings(
  side: CheckedSide & { readonly snapshot: Snapshot },
  known: KnownFindings,
  { outputs, overrides }: FindingsPlace,
): void {
  const key = keyOf(side.snapshot, overrides);
  if (!outputs.takes(side.snapshot)) return;
  if (outputs.get(key) !== undefined) return;
  const record = known.record(side);
  const isHere = ({ path, blob }: { readonly path: string; readonly blob: string }): boolean => {
    return side.snapshot.blobs.get(path) === blob;
  };
  const nodes = record?.nodes.filter(([, { diagnostics, facts }]) => {
    if (!facts.every(({ values }) => values.every((value) => isHere(value.span.file)))) return false;
    return diagnostics.every(({ span, related }) => {
      return (span === undefined || isHere(span.file)) && related.every((other) => isHere(other.span.file));
    });
  });
  if (record !== undefined && nodes !== undefined) outputs.put(key, findingsRecord({ ...record, nodes }));
}

/** Each node is compared by what it read, so the key only decides where to look. */
function keyOf({ id, place }: Snapshot, overrides: readonly string[]): string {
  return outputKey("findings of nodes 3", [id, settingsBesides(place), overrides]);
}
