import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
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

/** What an earlier run found of the nodes of a state. Where it is not kept, or cannot be used, nothing is known. */
export async function readFindings(
  snapshot: Snapshot,
  { outputs, files, overrides }: FindingsPlace,
  options?: Abortable,
): Promise<KnownFindings> {
  const kept = outputs.get(keyOf(snapshot, overrides));
  if (kept === undefined) return new KnownFindings();
  const record = readRecord(kept);
  const needed = filesOfFindings(record);
  if (needed.some(([path, blob]) => snapshot.blobs.get(path) !== blob)) return new KnownFindings();
  const paths = needed.map(([path]) => path);
  await files.prefetch(snapshot, paths, options);
  return new KnownFindings(recordedFindings(record, (path, blob) => files.file(path, blob, () => {})));
}

/** Keeps what is known of the nodes of a state, unless it is kept already. */
export function writeFindings(
  side: CheckedSide & { readonly snapshot: Snapshot },
  known: KnownFindings,
  { outputs, overrides }: FindingsPlace,
): void {
  const key = keyOf(side.snapshot, overrides);
  if (outputs.get(key) !== undefined) return;
  const record = known.record(side);
  const isHere = ({ path, blob }: { readonly path: string; readonly blob: string }): boolean => {
    return side.snapshot.blobs.get(path) === blob;
  };
  const nodes = record?.nodes.filter(([, { diagnostics }]) => {
    return diagnostics.every(({ span, related }) => {
      return (span === undefined || isHere(span.file)) && related.every((other) => isHere(other.span.file));
    });
  });
  if (record !== undefined && nodes !== undefined) outputs.put(key, findingsRecord({ ...record, nodes }));
}

/** That nodes are the same is judged by what they read, so that nothing but where to look depends on the key. */
function keyOf({ id }: Snapshot, overrides: readonly string[]): string {
  return outputKey("findings of nodes 1", [id, overrides]);
}
