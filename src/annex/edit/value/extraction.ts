import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory, Step } from "../../../model/inventory/inventory.ts";
import { definitionRoots } from "../../../model/inventory/settings.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Destination } from "../../../model/values/proposal.ts";
import type { ValueLayer } from "../../../model/values/value-place.ts";
import { walkNode } from "../../../resolve/node.ts";
import { noSuchName, type StateReading } from "../../../workspace/scope/things.ts";
import { type EditedState, editableFiles } from "../../../workspace/write/worktree-files.ts";
import { writtenAt } from "../../../written/written.ts";
import { layerMove, layerRemoval, writeMoved } from "../layer/layer-value.ts";
import { nameAdded, nameAtEnd } from "../layer/list-items.ts";
import type { EditPlan } from "../plan.ts";
import type { Claim } from "../proof/claim.ts";
import { expectFreeClass } from "../rename/rename.ts";
import { DraftedFiles } from "../text/drafted-text.ts";
import { type LeftFile, layerOf, Reach } from "./layers.ts";

export interface ExtractRequest {
  readonly paths: readonly ParameterPath[];
  readonly nodes: ReadonlySet<string>;
  readonly to: Destination;
}

export interface ExtractScope extends EditedState {
  /** The nodes that read a file. */
  readersOf(file: string): Iterable<string>;
}

/** The state of the work tree from which values move. Throws HeirError as `editableFiles` does. */
export async function extractScope(state: StateReading, paths: readonly ParameterPath[]): Promise<ExtractScope> {
  const files = await editableFiles(state.workspace, state.snapshot);
  const reach = new Reach(state.inventory, paths[0] ?? ["parameters"]);
  return { ...state, files, readersOf: (file) => reach.readersOf(file) };
}

export interface Extraction {
  /** None if no line says the values for these nodes alone; several if a new class can come at several places of lists. */
  readonly plans: readonly EditPlan[];
  /** Files that say the values and stay as they are. */
  readonly left: readonly LeftFile[];
}

/** Where a new class comes in a list of classes. */
type Position = "last" | "first";

/** The first one that is proved is taken. */
export const POSITIONS: readonly Position[] = ["last", "first"];

/** `class:NAME` or `group:NAME` as a destination. Throws HeirError for any other text. */
export function destinationOf(text: string): Destination {
  const [, kind, name = ""] = /^(class|group):(\S+)$/s.exec(text) ?? [];
  if (kind === "class" || kind === "group") return { kind, name };
  throw new HeirError("usage", `"${text}" is no place for values`, "write class:NAME or group:NAME");
}

/**
 * Moves lines that say paths for some nodes alone to a class or group (rule X12); a new class comes into the lists of
 * the files they leave, at one of `positions`. Nothing is proved: not that lines are equal, nor that no other node has
 * the place. Throws HeirError for a name that cannot be a class, and for files that are never edited.
 */
export async function extraction(
  request: ExtractRequest,
  scope: ExtractScope,
  positions: readonly Position[] = POSITIONS,
): Promise<Extraction> {
  const { to } = request;
  const { inventory, snapshot } = scope;
  const { file, isNew } = destinationFile(to, inventory);
  const claim: Claim = isNew ? { kind: "same", but: [{ sign: "+", name: to.name }] } : { kind: "same" };
  const plans: EditPlan[] = [];
  let left: readonly LeftFile[] = [];
  for (const position of isNew ? positions : positions.slice(0, 1)) {
    const drafts = new DraftedFiles(scope.files);
    const moving = { ...scope, ...request, drafts, to: { ...to, file } };
    if (isNew) drafts.create(file);
    const found = await movedValues(moving);
    const unlisted = isNew ? await listed(found.touched, moving, position) : [];
    left = [...found.left, ...unlisted];
    const files = drafts.edits();
    if (found.touched.size > 0) plans.push({ verb: "extract", claim, snapshot, files });
  }
  return { plans, left };
}

interface Moving extends ExtractRequest, ExtractScope {
  readonly to: Destination & { readonly file: string };
  readonly drafts: DraftedFiles;
}

/** Moves path by path: which files that touches, and which stay. */
async function movedValues(moving: Moving) {
  const { paths, nodes, inventory, to, readersOf } = moving;
  const layers = [...nodes].map((name) => walkNode(inventory, name).ancestry.steps);
  const left: LeftFile[] = [];
  const touched = new Set<string>();
  for (const path of paths) {
    const own: ValueLayer[] = [];
    for (const source of decidingFiles(path, layers, inventory)) {
      if (source.file === to.file) continue;
      const others = [...readersOf(source.file)].filter((name) => !nodes.has(name));
      if (others.length === 0) own.push(source);
      else left.push({ file: source.file, others });
    }
    if (!(await isMoved(path, own, moving))) left.push({ file: own[0]?.file ?? to.file, others: [] });
    for (const { file } of own) touched.add(file);
  }
  return { touched, left };
}

function destinationFile({ kind, name }: Destination, inventory: Inventory) {
  if (kind === "group") {
    const group = inventory.groups.groups.get(name);
    if (group === undefined) throw noSuchName(["group"], name, inventory.groups.groups.keys());
    return { file: group.file.path, isNew: false };
  }
  const file = inventory.fileOf("class", name);
  if (file !== undefined) return { file, isNew: false };
  expectFreeClass(inventory, name);
  return { file: `${definitionRoots(inventory.settings).class}${name.replaceAll(".", "/")}.yml`, isNew: true };
}

/** The files of the last layer of each node that says a path, in the order of the nodes: each has its layers. */
function decidingFiles(
  path: ParameterPath,
  nodes: readonly (readonly Step[])[],
  inventory: Inventory,
): readonly ValueLayer[] {
  const [section, ...keys] = path;
  const found = new Map<string, ValueLayer>();
  for (const steps of nodes) {
    const step = steps.findLast((each) => {
      const written = writtenAt(section === "exports" ? each.exports : each.parameters, keys, inventory.settings);
      return written !== undefined && written.path.length === keys.length;
    });
    const layer = step && layerOf(step, inventory);
    if (layer?.layer === "class" || layer?.layer === "node") found.set(layer.file, layer);
  }
  return [...found.values()];
}

/** Writes the text of the first file to the destination, and takes the path out of all of them; `false` where that cannot be written. */
async function isMoved(
  path: ParameterPath,
  own: readonly ValueLayer[],
  { to, drafts, inventory: { settings } }: Moving,
): Promise<boolean> {
  const [first] = own;
  if (first === undefined) return true;
  const value = layerMove(await drafts.now(first.file), path, { layer: first.layer, settings });
  if (value === undefined) return false;
  const draft = await drafts.of(to.file);
  const isWritten = draft.whole(() => writeMoved(draft, { path, value }, { layer: to.kind, settings }));
  if (!isWritten) return false;
  for (const { file, layer } of own) {
    if (!(await drafts.change(file, (now) => layerRemoval(now, path, { layer, settings })))) return false;
  }
  return true;
}

/** Puts a class into the lists of files; those in which it cannot be written are returned. */
async function listed(
  files: Iterable<string>,
  { drafts, to: { name } }: Pick<Moving, "drafts" | "to">,
  position: Position,
): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = [];
  for (const file of files) {
    const isListed = await drafts.change(file, (now) => {
      return position === "last" ? nameAtEnd(now, "classes", name) : nameAdded(now, { key: "classes", index: 0 }, name);
    });
    if (!isListed) left.push({ file, others: [] });
  }
  return left;
}
