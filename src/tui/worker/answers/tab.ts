import { setImmediate } from "node:timers/promises";
import { nodeValue, shownParts } from "../../../model/inventory/node-parts.ts";
import type { ExplainedLayer } from "../../../model/results/explanation.ts";
import { spanPlace } from "../../../model/values/value.ts";
import { reasonRows } from "../../../report/inspect/groups.ts";
import { policiesRows } from "../../../report/inspect/policies.ts";
import { propertiesRows } from "../../../report/properties/properties.ts";
import { layerName, routeText } from "../../../report/text/origin.ts";
import { plainText, type Row, rowColumns, segment } from "../../../report/text/row.ts";
import { shownValues } from "../../../workspace/load/outcome.ts";
import type { Views } from "../../../workspace/views/views.ts";
import { type AskedPlace, type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { AnswerWork } from "../opened/repository.ts";
import { type NodeStatus, nodeStatus, problemRows, treeRows } from "../rows/node-tree.ts";

/** What a tab of a node says. */
export async function answerTab(
  { target, node, tab: name }: NodeAsked & { readonly tab: TextTab },
  { repository, signal }: AnswerWork,
) {
  const [before, after] = await repository.sides(target, { signal });
  const inventory = after.nodeNames.includes(node) ? after : before;
  const views = (await repository.workspace()).views(inventory, repository.secrets);
  const rows: readonly Row[] = [...tabs[name]({ node, views })];
  return { key: comparedKey(target), node, tab: name, rows };
}

interface Of {
  readonly node: string;
  readonly views: Views;
}

type TextTab = "sources" | "groups" | "policies" | "properties";

const tabs: Readonly<Record<TextTab, (of: Of) => Iterable<Row>>> = {
  sources: sourceRows,
  groups: groupRows,
  policies: ({ node, views }) => {
    const { view } = views.policies(node);
    return view === undefined ? [UNRESOLVED] : policiesRows(view);
  },
  properties: ({ node, views }) => {
    const view = views.properties(node)?.view;
    if (view === undefined) return [UNRESOLVED];
    const choices = views.propertyChoices(node);
    return propertiesRows(view, { name: undefined, width: 60, choices });
  },
};

const UNRESOLVED: Row = [segment("muted", "the node does not resolve")];

/** The linearisation, weakest first, and how each layer came in. */
function sourceRows({ node, views }: Of): readonly Row[] {
  const { layers } = views.explainer(node).explanation(["environment"]);
  return rowColumns(layers.map((layer) => layerCells(node, layer)));
}

function layerCells(node: string, { step, position, through }: ExplainedLayer): readonly Row[] {
  const { layer, parameters, because } = step;
  const { file } = layer === "class" || layer === "node" ? parameters.origin : because;
  return [
    [plainText(String(position).padStart(4))],
    [segment("node", layerName(step))],
    [segment("source", file.path)],
    [segment("muted", through.length === 0 ? "" : routeText(node, through))],
    [segment("source", spanPlace(through.at(-1)?.origin))],
  ];
}

/** The groups of the node, weakest first, each with the reason. */
function groupRows({ node, views }: Of): readonly Row[] {
  const ids = views.groupsOf(node);
  if (ids.length === 0) return [[segment("muted", "in no group")]];
  return ids.flatMap((id) => {
    const reason = views.why(node, id);
    return reason === undefined ? [] : [...reasonRows(reason)];
  });
}

type NodeAsked = Pick<AskedPlace, "target" | "node">;

/** All values of one node in the newer state, or in the older one if only that has it. */
export async function answerNode({ target, node: name }: NodeAsked, { repository, signal }: AnswerWork) {
  const [before, after] = await repository.sides(target, { signal });
  const isThere = after.nodeNames.includes(name);
  const workspace = await repository.workspace();
  const inventory = isThere ? after : before;
  const [outcome] = workspace.resolve(inventory, [name]);
  if (outcome === undefined) return undefined;
  const shown = shownValues([before, after], repository.secrets);
  return {
    key: comparedKey(target),
    node: name,
    status: isThere ? nodeStatus(outcome) : ("gone" as const),
    file: inventory.fileOf("node", name),
    rows: treeRows(outcome.node && shown(nodeValue(outcome.node, shownParts), [])),
    problems: problemRows(outcome),
  };
}

const TURN_MS = 60;

type Known = readonly [name: string, status: NodeStatus];

/** The status of every node, those that were asked for first; known ones are answered at once. */
export async function* answerStatuses(
  { target, first }: { readonly target: ComparedStates; readonly first: readonly string[] },
  { repository, signal, progress }: AnswerWork,
) {
  const key = comparedKey(target);
  const [before, after] = await repository.sides(target, { signal });
  const known = repository.statuses(after);
  const selected = await repository.selection.selected(await repository.ends(target, { signal }), { signal });
  const there = new Set(after.nodeNames.filter((name) => selected.has(name)));
  const lost = before.nodeNames.filter((name) => !there.has(name) && selected.has(name));
  const gone = lost.map((name): Known => [name, "gone"]);
  const part = (some: readonly Known[]) => ({ key, known: some });
  yield part([...gone, ...known]);
  const workspace = await repository.workspace();
  const open = new Set([...first.filter((name) => there.has(name)), ...there]);
  for (const name of known.keys()) open.delete(name);
  let batch: Known[] = [];
  let since = performance.now();
  for (const outcome of workspace.resolve(after, open)) {
    const status = nodeStatus(outcome);
    known.set(outcome.name, status);
    batch.push([outcome.name, status]);
    if (performance.now() - since < TURN_MS) continue;
    yield part(batch);
    progress(known.size, there.size);
    await setImmediate();
    signal.throwIfAborted();
    batch = [];
    since = performance.now();
  }
  yield part(batch);
}
