import { keptAt } from "../base/remembered.ts";
import { type Packed, packed, unpacked } from "../encoding/packed.ts";
import { type Diagnostic, findingSpans } from "../model/findings/diagnostic.ts";
import { type Abortable, type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { type SourceFile, textByPaths } from "../model/values/value.ts";
import { isOn } from "../speed/table.ts";
import type { FileCache } from "./file-cache.ts";
import { type CheckedNode, type CheckedSide, KnownFindings, type RecordedFindings } from "./known-findings.ts";
import { type OutputCache, outputKey } from "./outputs.ts";

interface FindingsPlace {
  readonly outputs: OutputCache;
  readonly files: FileCache;
  /** Settings of this run alone. */
  readonly overrides: readonly string[];
}

/** The findings of an earlier run for the nodes of a state; nothing is known where none are cached, or usable. */
export async function readFindings(
  snapshot: Snapshot,
  { outputs, files, overrides }: FindingsPlace,
  options?: Abortable,
): Promise<KnownFindings> {
  const kept = isOn("findings") ? outputs.get(keyOf(snapshot, overrides)) : undefined;
  if (kept === undefined) return new KnownFindings();
  // Only records written by this very build are read.
  const { surroundings, files: needed, nodes }: KeptFindings = JSON.parse(Buffer.from(kept).toString());
  if (needed.some(([path, blob]) => snapshot.blobs.get(path) !== blob)) return new KnownFindings();
  const paths = needed.map(([path]) => path);
  await files.prefetch(snapshot, paths, options);
  const opened = needed.map(([path, blob]) => files.file(path, blob, () => {}));
  const all = unpacked<readonly KeptNode[]>(nodes, opened);
  const known = all.map(([name, node]) => [name, { ...node, files: new Map(node.files) }] as const);
  return new KnownFindings({ surroundings, nodes: known });
}

/** Caches the known findings of the nodes of a state, unless they are cached already. */
export function writeFindings(
  side: CheckedSide & { readonly snapshot: Snapshot },
  known: KnownFindings,
  { outputs, overrides }: FindingsPlace,
): void {
  const key = keyOf(side.snapshot, overrides);
  if (!outputs.takes(side.snapshot) || outputs.get(key) !== undefined) return;
  const record = known.record(side);
  const isHere = ({ path, blob }: SourceFile): boolean => side.snapshot.blobs.get(path) === blob;
  const nodes = record?.nodes.filter(([, node]) => filesOfFindings(node).every(isHere));
  if (record !== undefined && nodes !== undefined) outputs.put(key, findingsRecord({ ...record, nodes }));
}

/** Each node is compared by what it read, so the key only decides where to look. */
function keyOf({ id, place }: Snapshot, overrides: readonly string[]): string {
  return outputKey("findings of nodes 4", [id, settingsBesides(place), overrides]);
}

type FileId = readonly [path: string, blob: string];

type KeptNode = readonly [name: string, node: Omit<CheckedNode, "files"> & { readonly files: readonly FileId[] }];

interface KeptFindings {
  readonly surroundings: string;
  /** Those that findings are in. */
  readonly files: readonly FileId[];
  /** Of {@link KeptNode}. */
  readonly nodes: Packed;
}

function findingsRecord({ surroundings, nodes }: RecordedFindings): Uint8Array {
  const named = new Map<string, FileId>();
  const idOf = (path: string, blob: string) => keptAt(named, path, (): FileId => [path, blob]);
  const files = new Set(nodes.flatMap(([, node]) => filesOfFindings(node).map(({ path, blob }) => idOf(path, blob))));
  const [known, equal] = [new Map<Diagnostic, Diagnostic>(), new Map<string, Diagnostic>()];
  const shared = (each: Diagnostic) => keptAt(known, each, () => keptAt(equal, textByPaths(each), () => each));
  const all = nodes.map(([name, node]): KeptNode => {
    const ids = Array.from(node.files, ([path, blob]) => idOf(path, blob));
    return [name, { ...node, files: ids, diagnostics: node.diagnostics.map(shared) }];
  });
  const record: KeptFindings = { surroundings, files: [...files], nodes: packed(all, "names") };
  return Buffer.from(JSON.stringify(record));
}

function filesOfFindings({ diagnostics, facts }: CheckedNode): readonly SourceFile[] {
  const spans = [
    ...facts.flatMap(({ values }) => values.map(({ span }) => span)),
    ...diagnostics.flatMap((each) => {
      return [findingSpans(each), (each.follows ?? []).map(({ span }) => span), each.contract?.span ?? []].flat();
    }),
  ];
  return spans.map(({ file }) => file);
}
