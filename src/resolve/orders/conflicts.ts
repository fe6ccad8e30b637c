import { wordList } from "../../base/name-set.ts";
import { grouped } from "../../base/text-order.ts";
import { type Diagnostic, finding, type Related } from "../../model/findings/diagnostic.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { ConflictSide, GroupConflict, Inventory } from "../../model/inventory/inventory.ts";
import { type ParameterPath, printAmong } from "../../model/values/parameter-path.ts";
import { mappingOf } from "../../model/values/value.ts";
import { kept, keptByText } from "../../speed/kept.ts";
import { PropertySteps } from "../ancestry/made-steps.ts";
import { writtenPlace } from "../merge/merge.ts";
import { carriedBy } from "./carried.ts";
import type { OrdersJudgement } from "./judge.ts";
import type { OpenQuestion } from "./open-paths.ts";
import { narrowedMap } from "./outcome.ts";

interface NodeConflicts {
  readonly conflicts: readonly GroupConflict[];
  readonly latent: readonly GroupConflict[];
}

/** The questions of a node: paths with the same groups are one. Nodes with the same open paths share them. */
export function conflictsOf(judged: OrdersJudgement, inventory: Inventory): NodeConflicts {
  return foundConflicts(judged.open, judged, inventory);
}

type Open = OrdersJudgement["open"];

const foundConflicts = kept("shared", (_: Open, judged: OrdersJudgement, inventory: Inventory): NodeConflicts => {
  const isStrict = inventory.settings.conflicts === "strict";
  return {
    conflicts: [
      ...groupedConflicts(askedOf(judged), "open", inventory),
      ...groupedConflicts(judged.limits, "limit", inventory),
    ],
    latent: isStrict ? [] : groupedConflicts(judged.latent, "open", inventory),
  };
});

/** The open questions; with `conflicts: strict` also properties that groups define differently with the same result. */
export function askedOf({ open, latent, strict }: OrdersJudgement): readonly OpenQuestion[] {
  const isAsked = (asked: readonly OpenQuestion[], { path }: OpenQuestion): boolean =>
    asked.some((other) => other.path[0] === path[0] && other.path[1] === path[1]);
  const more = strict.filter((each) => !isAsked(open, each));
  const hidden = latent.filter((each) => isAsked(more, each));
  return [...open, ...hidden, ...more.filter((each) => !isAsked(hidden, each))];
}

/** Paths with the same groups as one question. */
export function groupedConflicts(
  asked: readonly OpenQuestion[],
  kind: GroupConflict["kind"],
  inventory: Inventory,
): readonly GroupConflict[] {
  const byGroups = grouped(asked, (each) => each.groups.join("\0"));
  return [...byGroups.values()].map((questions) => {
    const groups = questions[0]?.groups ?? [];
    const pairs = new Map(questions.flatMap((each) => each.pairs).map((pair) => [pair.join("\0"), pair]));
    const paths = questions.map(({ path }) => ({ path, sides: groups.flatMap((id) => sideOf(id, path, inventory)) }));
    // What groups say themselves comes before what only refers to it.
    paths.sort((one, other) => Number(one.sides.length === 0) - Number(other.sides.length === 0));
    return { kind, groups, pairs: [...pairs.values()], paths };
  });
}

/** As {@link foundSide}; nodes share it. */
function sideOf(id: string, path: ParameterPath, inventory: Inventory): readonly ConflictSide[] {
  return sides(inventory.class, [id, ...path].join("\0"), () => foundSide(id, path, inventory));
}

const sides = keptByText("shared", (_: Inventory["class"], _key, find: () => readonly ConflictSide[]) => find());

/** What a group says at a path, or at the place above it where it says something. */
function foundSide(id: string, path: ParameterPath, inventory: Inventory): readonly ConflictSide[] {
  const group = inventory.groups.groups.get(id);
  if (group === undefined) return [];
  const [section, name = "", ...below] = path;
  if (section === "classes") return mentionSide(group, name);
  if (section !== "parameters" && section !== "exports") return [];
  const { settings } = inventory;
  const origin = writtenPlace(stepsFor(group, name, inventory), [section, name, ...below], settings);
  return origin === undefined ? [] : [{ group: id, origin }];
}

function mentionSide({ id, classes }: Group, name: string): readonly ConflictSide[] {
  const mention = classes.find((each) => each.name === name) ?? classes[0];
  return mention === undefined ? [] : [{ group: id, origin: mention.origin }];
}

/** What a group and its classes define for one name, as layers. */
function stepsFor(group: Group, name: string, inventory: Inventory) {
  const { settings } = inventory;
  const names = new Set([name]);
  const classes = [...carriedBy(group, inventory).classes].flatMap((each) => inventory.class(each) ?? []);
  const steps = classes.map((definition) => ({
    parameters: narrowedMap(definition.parameters, names, settings),
    exports: narrowedMap(definition.exports, names, settings),
  }));
  const { properties, values } = group.properties;
  const own = {
    properties: properties.filter((property) => property.name === name),
    values: narrowedMap(values, names, settings),
  };
  const last = { ...new PropertySteps().group({ ...group, properties: own }), exports: mappingOf([], values.origin) };
  return [...steps, last];
}

/** A question as the error of a node; `whole` says what fails the node in some order. */
export function conflictFault(conflict: GroupConflict, node: string, whole?: Diagnostic): Diagnostic {
  const unordered = `nothing orders ${wordList(conflict.groups, "and")}`;
  const [first, ...others] = sidesOf(conflict);
  const related = others.map(sidePlace);
  if (conflict.kind === "limit") {
    const reason = `${unordered} on ${node}, and they have too many orders to compare`;
    const hint = "order some of them in order.yml, best the groups at the top";
    return finding("order-limit", first?.origin, questionText(conflict, reason), { related, hint });
  }
  const hint = "heir properties --conflicts shows the chains for order.yml that resolve it";
  if (whole === undefined) {
    return finding("group-conflict", first?.origin, questionText(conflict, unordered), { related, hint });
  }
  return finding("group-conflict", whole.span, `${node}: ${whole.message} in one order; ${unordered}`, { hint });
}

/** A question that a layer above the groups hides. */
export function latentFault(conflict: GroupConflict): Diagnostic {
  const [first, ...others] = sidesOf(conflict);
  const reason = `nothing orders ${wordList(conflict.groups, "and")}, and only a later layer hides it`;
  const related = others.map(sidePlace);
  const hint = "order them in order.yml before somebody removes the later layer";
  return finding("latent-conflict", first?.origin, questionText(conflict, reason), { related, hint });
}

/** `dns, motd: reason; class foo: in this node or not`. */
function questionText({ paths }: GroupConflict, reason: string): string {
  const all = paths.map(({ path }) => path);
  const values = all.filter((path) => !isName(path)).map((path) => printAmong(path, all));
  const names = all.filter(isName).map(([section, name = ""]) => {
    return `${section === "classes" ? "class" : "application"} ${name}: in this node or not`;
  });
  return values.length === 0 ? [...names, reason].join("; ") : [`${values.join(", ")}: ${reason}`, ...names].join("; ");
}

function isName([section]: ParameterPath): boolean {
  return section === "classes" || section === "applications";
}

/** What the groups say at the first path of which they say something themselves. */
function sidesOf({ paths }: GroupConflict): readonly ConflictSide[] {
  return paths.find(({ sides }) => sides.length > 0)?.sides ?? [];
}

function sidePlace({ group, origin }: ConflictSide): Related {
  return { span: origin, caption: `group ${group} says this` };
}
