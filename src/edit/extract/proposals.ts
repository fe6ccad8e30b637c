import { addTo } from "../../base/grouped.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Destination, Proposal } from "../../model/values/proposal.ts";
import { walkNode } from "../../resolve/node.ts";
import { type EditPlan, type EditPlanOptions, firstProved } from "../plan.ts";
import { bytesAfter } from "../text/change.ts";
import { type EqualScope, type EqualValues, equalValues } from "./equal-values.ts";
import { type ExtractScope, extraction, POSITIONS } from "./extraction.ts";

export interface ProposalScope extends ExtractScope, EqualScope, Pick<EditPlanOptions, "signal"> {}

/** The most proposals to list. */
const MOST_LISTED = 10;

/** The most to try: each one is resolved. */
const MOST_TRIED = 40;

/**
 * Equal values that can move to one place, each proved, most lines saved first (rule X12 of docs/concepts/edits.md). Lines that are
 * part of a better proposal are in no further one. Throws what reading the state throws.
 */
export async function proposals(scope: ProposalScope): Promise<readonly Proposal[]> {
  const trying = { ...scope, holders: new NodeHolders(scope.inventory) };
  const found: Proposal[] = [];
  const taken = new Map<string, ParameterPath[]>();
  let tried = 0;
  for (const values of equalValues(scope)) {
    if (found.length === MOST_LISTED || tried === MOST_TRIED) break;
    const others = values.speakers.flatMap(({ file }) => taken.get(file) ?? []);
    if (others.some((path) => values.paths.some((other) => isAlong(path, other)))) continue;
    tried += 1;
    const proposal = await proposed(values, trying);
    if (proposal === undefined) continue;
    found.push(proposal);
    for (const { file } of values.speakers) taken.set(file, [...(taken.get(file) ?? []), ...values.paths]);
  }
  return found.sort((one, other) => other.linesSaved - one.linesSaved);
}

interface Trying extends ProposalScope {
  readonly holders: NodeHolders;
}

/** The first place at which equal values can be proved to be the same; undefined if there is none that saves a line. */
async function proposed(values: EqualValues, scope: Trying): Promise<Proposal | undefined> {
  const { paths, nodes } = values;
  for (const to of destinations(values, scope)) {
    for (const position of POSITIONS) {
      const { plans, left } = await extraction({ paths, nodes: new Set(nodes), to }, scope, [position]);
      const [plan] = plans;
      if (plan === undefined || left.length > 0) break;
      const linesSaved = plan.files.reduce((sum, edit) => sum + linesIn(edit.before) - linesIn(bytesAfter(edit)), 0);
      if (linesSaved < 1) break;
      if (await isProved(plan, nodes, scope)) {
        return { paths, nodes, linesSaved, to, wanted: scope.holders.text(values) };
      }
      const isNew = plan.claim.kind === "same" && plan.claim.but !== undefined;
      if (!isNew) break;
    }
  }
  return undefined;
}

/** What does not hold for a few of the nodes does not hold: most plans that fail do so there. */
async function isProved(plan: EditPlan, nodes: readonly string[], scope: Trying): Promise<boolean> {
  const { workspace, signal } = scope;
  const options = { signal, allowUnresolved: false };
  const few = new Set([nodes[0], nodes[nodes.length >> 1], nodes.at(-1)].flatMap((name) => name ?? []));
  const first = await firstProved(workspace, [plan], { ...options, nodes: few });
  return first.proof.holds && (await firstProved(workspace, [plan], options)).proof.holds;
}

function linesIn(bytes: Uint8Array): number {
  return Buffer.from(bytes).toString().split("\n").length;
}

/** Which classes and groups a set of nodes has, and no other node. */
class NodeHolders {
  private readonly inventory: Inventory;
  private readonly byNodes = new Map<string, Destination[]>();

  constructor(inventory: Inventory) {
    this.inventory = inventory;
    const holders = new Map<string, { readonly to: Destination; readonly nodes: string[] }>();
    for (const name of inventory.nodeNames) {
      for (const step of walkNode(inventory, name).ancestry.steps.toReversed()) {
        if (step.layer !== "class" && step.layer !== "group") continue;
        const key = `${step.layer}:${step.name}`;
        const known = holders.get(key) ?? { to: { kind: step.layer, name: step.name }, nodes: [] };
        known.nodes.push(name);
        holders.set(key, known);
      }
    }
    for (const { to, nodes } of holders.values()) addTo(this.byNodes, nodes.join("\0"), to);
  }

  /** Classes that exactly these nodes have, the latest layer first, then groups. */
  of(nodes: readonly string[]): readonly Destination[] {
    const all = this.byNodes.get(nodes.join("\0")) ?? [];
    return [...all.filter(({ kind }) => kind === "class"), ...all.filter(({ kind }) => kind === "group")];
  }

  /** The nodes of equal values as NODES of a command line: the class or group that has just these, else what the files are of. */
  text({ nodes, speakers }: EqualValues): string {
    if (nodes.length === this.inventory.nodeNames.length) return "all";
    const [first] = nodes.length > 1 ? this.of(nodes) : [];
    if (first !== undefined) return `${first.kind}:${first.name}`;
    const names = nodes.join(",");
    const files = speakers.map(({ kind, name }) => (kind === "node" ? name : `class:${name}`)).join(",");
    return names.length < files.length ? names : files;
  }
}

/** The most existing places to try. */
const MOST_EXISTING = 3;

/**
 * Places for equal values, the best first: what exactly their nodes have, but for the classes that say them now, else a new
 * class. Of several classes, one whose name begins as theirs do comes first.
 */
function destinations(
  { nodes, paths, speakers }: EqualValues,
  { inventory, holders }: { readonly inventory: Inventory; readonly holders: NodeHolders },
): readonly Destination[] {
  const leaving = new Set(speakers.map(({ kind, name }) => `${kind}:${name}`));
  const parent = commonPart(speakers.map(({ kind, name }) => (kind === "class" ? name.split(".").slice(0, -1) : [])));
  const there = holders.of(nodes).filter(({ kind, name }) => !leaving.has(`${kind}:${name}`));
  const shared = ({ kind, name }: Destination) => (kind === "class" ? commonPart([parent, name.split(".")]).length : 0);
  const near = there.toSorted((one, other) => shared(other) - shared(one));
  return [...near.slice(0, MOST_EXISTING), { kind: "class", name: freeName([...parent, ...nameOf(paths)], inventory) }];
}

/** What paths have in common, as the last parts of a name. */
function nameOf(paths: readonly ParameterPath[]): readonly string[] {
  const own = paths.length === 1 ? paths.map((path) => path.slice(1)) : paths.map((path) => path.slice(1, -1));
  const parts = commonPart(own)
    .filter((key) => !key.startsWith("_"))
    .map((key) => key.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "");
  return parts.length === 0 ? ["common"] : parts;
}

/** A name that no class has. */
function freeName(parts: readonly string[], inventory: Inventory): string {
  const taken = new Set(inventory.classNames);
  const name = parts.join(".");
  if (!taken.has(name)) return name;
  let [free, number] = [`${name}.common`, 2];
  while (taken.has(free)) {
    free = `${name}.common${number}`;
    number += 1;
  }
  return free;
}

/** The parts that all of these begin with. */
function commonPart([first = [], ...more]: readonly (readonly string[])[]): readonly string[] {
  const differs = first.findIndex((part, index) => more.some((parts) => parts[index] !== part));
  return differs === -1 ? first : first.slice(0, differs);
}
