import { keptAt } from "../../base/made-once.ts";
import { addTo } from "../../base/text-order.ts";
import { type Packed, packed, unpacked } from "../../encoding/packed.ts";
import type { RuleFact } from "../../model/contracts/value-test.ts";
import { type Diagnostic, findingSpans } from "../../model/findings/diagnostic.ts";
import { MOST_KEPT } from "../../model/findings/finding-limit.ts";
import type { Inventory, NodeOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import { type Abortable, type Snapshot, settingsBesides } from "../../model/inventory/snapshot.ts";
import { type SourceFile, textByPaths } from "../../model/values/value.ts";
import { formPaths } from "../../parse/inventory.ts";
import { kept } from "../../speed/kept.ts";
import { isOn } from "../../speed/on.ts";
import type { FileCache } from "../file-cache.ts";
import { type OutputCache, outputKey } from "../run-cache.ts";

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
  const bytes = isOn("findings") ? outputs.get(keyOf(snapshot, overrides)) : undefined;
  if (bytes === undefined) return new KnownFindings();
  // Only records written by this very build are read.
  const { surroundings, files: needed, nodes }: KeptFindings = JSON.parse(Buffer.from(bytes).toString());
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

export interface CheckedNode {
  /** In the order of discovery. */
  readonly diagnostics: readonly Diagnostic[];
  /** What rules over nodes need to know of it. */
  readonly facts: readonly RuleFact[];
  /** Path to blob id of every file used. */
  readonly files: ReadonlyMap<string, string>;
  readonly missed: ReadonlySet<string>;
}

export interface CheckedSide {
  readonly snapshot: Pick<Snapshot, "blobs" | "place">;
  readonly inventory: Inventory;
}

/**
 * The findings of nodes from any state: a node with the same files has the same findings, if all files that affect more
 * than one node are equal: settings, groups, policies, local property files.
 */
export class KnownFindings {
  /** Equal where the known findings are valid; undefined as long as there are none. */
  private surroundings: string | undefined;
  private readonly nodes = new Map<string, CheckedNode[]>();
  private readonly sideOf = kept("shared", (_: Inventory, side: CheckedSide) => this.side(side));

  constructor(known?: RecordedFindings) {
    this.surroundings = known?.surroundings;
    for (const [name, node] of known?.nodes ?? []) this.add(name, node);
  }

  /** The known findings of the nodes of a state; undefined if other surroundings apply. */
  in({ snapshot, inventory }: CheckedSide): KnownNodes | undefined {
    // The secrets in files that are not read are unknown.
    if (inventory.secrets.paths.length > 0) return undefined;
    const side = this.sideOf(inventory, { snapshot, inventory });
    this.surroundings ??= side.surroundings;
    return this.surroundings === side.surroundings ? side : undefined;
  }

  private side({ snapshot, inventory }: CheckedSide): KnownNodes & { readonly surroundings: string } {
    const found = new Map<string, CheckedNode>();
    return {
      surroundings: surroundingsOf(snapshot, inventory),
      of: (name) => {
        const node =
          found.get(name) ?? this.nodes.get(name)?.find((each) => hasSameFindings(each, { snapshot, inventory }));
        if (node !== undefined) found.set(name, node);
        return node;
      },
      add: (outcome, found) => {
        if (found.diagnostics.length <= MOST_KEPT && isLocal(outcome, inventory))
          this.add(outcome.name, { ...found, ...outcome.reads });
      },
    };
  }

  record(side: CheckedSide): RecordedFindings | undefined {
    const known = this.in(side);
    if (known === undefined) return undefined;
    const nodes = side.inventory.nodeNames.flatMap((name): readonly (readonly [string, CheckedNode])[] => {
      const node = known.of(name);
      return node === undefined ? [] : [[name, node]];
    });
    return { surroundings: this.surroundings ?? "", nodes };
  }

  private add(name: string, { diagnostics, facts, files, missed }: CheckedNode): void {
    addTo(this.nodes, name, { diagnostics, facts, files, missed });
  }
}

export interface RecordedFindings {
  readonly surroundings: string;
  readonly nodes: readonly (readonly [name: string, node: CheckedNode])[];
}

export interface KnownNodes {
  of(name: string): CheckedNode | undefined;
  /** Adds what was found of a resolved node, if it depends only on what the node read. */
  add(outcome: NodeOutcome, found: Pick<CheckedNode, "diagnostics" | "facts">): void;
}

/** The files that affect more than one node, and their content; also the names of nodes, where a contract asks for them. */
export function surroundingsOf({ blobs, place }: Pick<Snapshot, "blobs" | "place">, inventory: Inventory): string {
  const { settings, contracts, nodeNames } = inventory;
  const names = contracts?.asksNodes === true ? nodeNames : [];
  const files = [...new Set([...SETTINGS_FILES, ...formPaths(blobs, settings)])]
    .filter((path) => blobs.has(path))
    .sort()
    .map((path) => `${blobs.get(path)} ${path}`);
  return [settingsBesides(place), ...files, ...names].join("\n");
}

/** Whether a node has the same findings in a state with the same surroundings. */
export function hasSameFindings({ files, missed }: CheckedNode, { snapshot, inventory }: CheckedSide): boolean {
  const { blobs } = snapshot;
  for (const [path, blob] of files) if (blobs.get(path) !== blob) return false;
  for (const name of missed) if (inventory.fileOf("class", name) !== undefined) return false;
  return true;
}

/**
 * Whether the findings of a node depend only on what it read: it has no queries, no hint on an error names what it
 * could have used, and it includes all that its classes include.
 */
export function isLocal({ node, reads, diagnostics }: NodeOutcome, inventory: Inventory): boolean {
  if (node === undefined || reads.queries.length > 0 || node.conflicts.length > 0) return false;
  return diagnostics.every(({ severity }) => severity !== "error") && !removesClasses(node, inventory);
}

function removesClasses({ definition, steps }: ResolvedNode, { groups, class: classOf }: Inventory): boolean {
  const classes = steps.flatMap(({ layer, name }) => (layer === "class" ? (classOf(name) ?? []) : []));
  const all = [definition, ...classes, ...groups.groups.values()];
  return all.some((each) => each.classes.some(({ remove }) => remove));
}
