import { addTo } from "../base/text-order.ts";
import type { RuleFact } from "../model/contracts/value-test.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { MOST_KEPT } from "../model/findings/finding-limit.ts";
import type { Inventory, NodeOutcome, ResolvedNode } from "../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../model/inventory/settings.ts";
import { type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import { formPaths } from "../parse/inventory.ts";
import { kept } from "../speed/kept.ts";

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
