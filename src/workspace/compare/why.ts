import { bothLayers, type LayersOf } from "../../compare/causes/both-layers.ts";
import { Identities } from "../../compare/identity.ts";
import { NodeExplainer } from "../../inspect/explain/node.ts";
import { isError } from "../../model/findings/diagnostic.ts";
import { endOf } from "../../model/inventory/snapshot.ts";
import type { Cause, CauseEdit, Change, ItemEdit } from "../../model/results/change.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { CauseChain, NodeWhy, Why, WhyChange, WhyLayer, WhyRequest, WhySide } from "../../model/results/why.ts";
import { isDifferent } from "../../model/results/why.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { hasError, type Side, secretsOf } from "../load/outcome.ts";
import { compareNode, type NodeDifference } from "./comparison.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { Sides } from "./side.ts";
import { fileEdits } from "./why-edits.ts";

/** Why one node differs between two states; undefined if neither has it. A lone node is sought under other names. */
export function nodeWhy(sides: Sides<Side>, name: string, files: EditedFiles): NodeWhy | undefined {
  const difference = compareNode(sides.old, sides.new, name);
  return difference && new DifferingNode(sides, difference, files);
}

/** A node that is compared once for all questions. */
class DifferingNode implements NodeWhy {
  private readonly difference: NodeDifference;
  private readonly files: EditedFiles;
  private readonly old: NodeSide;
  private readonly new: NodeSide;
  private readonly identities = new Identities();

  constructor(sides: Sides<Side>, difference: NodeDifference, files: EditedFiles) {
    const { old, new: now, names } = difference;
    this.difference = difference;
    this.files = files;
    this.old = nodeSide(sides.old, names.old, old);
    this.new = nodeSide(sides.new, names.new, now);
  }

  knows(path: ParameterPath): boolean {
    return this.old.knows(path) || this.new.knows(path);
  }

  differs(path: ParameterPath): boolean {
    const changes = this.changesAt(path).map((change) => ({ change, layers: [], chains: [] }));
    return isDifferent({ old: this.old.side(path), new: this.new.side(path), changes });
  }

  get resolves(): boolean {
    return this.outcomes.every((outcome) => outcome === undefined || outcome.node !== undefined);
  }

  private get outcomes() {
    return [this.difference.old, this.difference.new];
  }

  async why(path: ParameterPath, options: WhyRequest = {}): Promise<Masked<Why>> {
    const [old, now] = [this.old.side(path), this.new.side(path)];
    const changes = this.changesAt(path).map((change): WhyChange => {
      const layers = isExplained(change.path) ? changeLayers(change, this.layersAt(change.path), options.all) : [];
      return { change, layers, chains: this.chains(change.cause) };
    });
    const layers = changes.length === 0 && isExplained(path) ? bothLayers(...this.layersAt(path), options.all) : [];
    const causes = [...changes.flatMap(({ chains }) => chains.map((chain) => chain.at(-1)?.edit)), this.whole()];
    const edits = await fileEdits(
      {
        causes: causes.filter((cause) => cause !== undefined),
        sides: { old: this.old.state, new: this.new.state },
        names: this.difference.names,
        errors: { old: old.errors, new: now.errors },
        reads: this.outcomes.flatMap((outcome) => [...(outcome?.node?.reads.files.keys() ?? [])]),
      },
      this.files,
      options,
    );
    const inventories = [this.old.state.inventory, this.new.state.inventory];
    return mask("why", { path, old, new: now, changes, layers, edits }, secretsOf(inventories, options.secrets));
  }

  /** The edit of the node as a whole, if no value changed. */
  private whole(): CauseEdit | undefined {
    const { old, new: now } = this.difference.names;
    if (old === undefined && now !== undefined) return { kind: "node-added", node: now };
    if (now === undefined && old !== undefined) return { kind: "node-removed", node: old };
    return undefined;
  }

  /** The changes at a path or below it; for a change above it, its effect at the path. */
  private changesAt(path: ParameterPath): readonly Change[] {
    return this.difference.changes.flatMap((change) => {
      if (startsWith(change.path, path)) return [change];
      if (!startsWith(path, change.path)) return [];
      return this.within(change, path) ?? [];
    });
  }

  private within(change: Change, path: ParameterPath): Change | undefined {
    const [, name] = path;
    if (isOfNames(path) && change.kind === "changed") {
      const items = change.items.filter((edit) => editedName(edit) === name);
      return items.length === 0 ? undefined : { ...change, items };
    }
    const [before, after] = [this.old.valueAt(path), this.new.valueAt(path)];
    const rest = { path, cause: change.cause };
    if (before === undefined) return after && { kind: "added", after, ...rest };
    if (after === undefined) return { kind: "removed", before, ...rest };
    return this.identities.same(before, after) ? undefined : { kind: "changed", before, after, items: [], ...rest };
  }

  private layersAt(path: ParameterPath): readonly [old: LayersOf, now: LayersOf] {
    return [this.old.layersAt(path), this.new.layersAt(path)];
  }

  private chains(cause: Cause | undefined): readonly CauseChain[] {
    if (cause === undefined) return [];
    const { also = [], ...edit } = cause;
    const inner = "cause" in edit ? this.chains(edit.cause) : [];
    const values = (path: ParameterPath) => ({ before: this.old.valueAt(path), after: this.new.valueAt(path) });
    const link = { edit, ...(edit.kind === "reference-changed" && values(edit.path)) };
    const own = inner.length === 0 ? [[link]] : inner.map((rest) => [link, ...rest]);
    return [...own, ...also.flatMap((each) => this.chains(each))];
  }
}

type NodeSide = ReturnType<typeof nodeSide>;

function nodeSide(state: Side, name: string | undefined, outcome: NodeDifference["old"]) {
  const { inventory, snapshot } = state;
  const explainer = name === undefined || hasError(inventory) ? undefined : new NodeExplainer(inventory, name);
  const node = outcome?.node;
  const valueAt = (path: ParameterPath) => node && new NodeData(inventory, { node }).at(path);
  return {
    state,
    valueAt,
    knows: (path: ParameterPath): boolean => {
      return isExplained(path) ? explainer?.knows(path) === true : valueAt(path) !== undefined;
    },
    side: (path: ParameterPath): WhySide => {
      const isKnown = isExplained(path) ? explainer?.explanation(path).isKnown : undefined;
      const isOpen = outcome !== undefined && (node === undefined || isKnown === false);
      const errors = isOpen ? outcome.diagnostics.filter(isError) : [];
      return { end: endOf(snapshot), name, value: valueAt(path), resolves: outcome !== undefined && !isOpen, errors };
    },
    layersAt: (path: ParameterPath): LayersOf => explainer?.layersOf(path) ?? { layers: [], contributions: [] },
  };
}

function startsWith(path: ParameterPath, start: ParameterPath): boolean {
  return start.every((key, at) => path[at] === key);
}

/** Whether values at a path have layers: the whole node has none. */
export function isExplained([section]: ParameterPath): boolean {
  return section !== undefined;
}

/**
 * The layers of both sides behind a change, weakest first; of a list of names only what they do to the edited names.
 * Without `all`, layers without a contribution are left out. Never fails.
 */
export function changeLayers(
  change: Change,
  [old, now]: readonly [old: LayersOf, now: LayersOf],
  all = false,
): readonly WhyLayer[] {
  const layers = bothLayers(old, now, all).map((row) => editedNames(row, change));
  const contributes = (side: WhyLayer["old"]) => (side?.contributions.length ?? 0) > 0;
  return all ? layers : layers.filter((row) => contributes(row.old) || contributes(row.new));
}

/** Reduces a list of names to the edited ones; the others are the same on both sides. */
function editedNames(row: WhyLayer, change: Change): WhyLayer {
  if (!isOfNames(change.path) || change.kind !== "changed") return row;
  const edited = new Set(change.items.map(editedName));
  const only = (side: WhyLayer["old"]): WhyLayer["old"] => {
    const isEdited = ({ value }: ExplainedContribution) =>
      edited.has(value.kind === "scalar" ? String(value.data).replace(/^~/, "") : "");
    return side && { ...side, contributions: side.contributions.filter(isEdited) };
  };
  return { ...row, old: only(row.old), new: only(row.new) };
}

function editedName(edit: ItemEdit): string {
  const value = edit.kind === "removed" ? edit.before : edit.after;
  return value.kind === "scalar" ? String(value.data) : "";
}
