import { keptAt, madeOnce } from "../base/made-once.ts";
import { didYouMean, nearestHint, similar } from "../base/similar.ts";
import { type Diagnostic, finding, type Related } from "../model/findings/diagnostic.ts";
import type { Definition } from "../model/inventory/definition.ts";
import { type Criterion, criteriaOf, type Group, type Match } from "../model/inventory/group.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { atomsOf } from "../model/selector/selector.ts";
import { startOf } from "../model/values/value.ts";
import { isEmptyMap, leavesOf, mapMember } from "../model/values/value-at.ts";
import { factValues } from "../resolve/groups/match.ts";
import { wishesOf } from "../resolve/groups/node-groups.ts";
import { type GroupStructure, groupStructure, type PlacedGroup } from "../resolve/groups/structure.ts";
import { repeatedClasses } from "./definition.ts";

/**
 * Warnings about groups: unknown nodes, groups that can never have a node, facts or properties that no node has,
 * classes that are listed twice. Nothing while a group file has an error, as what it leaves out would be reported too.
 * A group that a future node could join is fine, as is a criterion that asks whether a fact exists. Facts are checked
 * only if some node has facts; otherwise they may come from elsewhere. Never fails.
 */
export function groupFindings(inventory: Inventory): readonly Diagnostic[] {
  const structure = groupStructure(inventory.groups);
  const isReadable = inventory.groups.diagnostics.every(({ severity }) => severity !== "error");
  if (structure.groups.size === 0 || !isReadable) return [];
  const names = new Set(inventory.nodeNames);
  const facts = knownFacts(inventory);
  const properties = propertyNames(inventory);
  const holders = possibleHolders(structure, inventory, names);
  return [...structure.groups.values()].flatMap((placed) => [
    ...unknownNodes(placed.group, names),
    ...(holders.has(placed.group.id) ? [] : [empty(placed, holders)]),
    ...unknownFacts(placed.group, facts),
    ...unsetProperties(placed.group, properties, inventory),
    ...repeatedClasses(placed.group.classes),
  ]);
}

type Names = ReadonlySet<string>;

function unknownNodes({ id, members }: Group, names: Names): readonly Diagnostic[] {
  const unknown = members.kind === "nodes" ? members.nodes.filter(({ name }) => !names.has(name)) : [];
  return unknown.map(({ name, origin }) => {
    const hint = nearestHint(name, names) ?? "remove it from the list";
    return finding("unknown-node", origin, `group ${id} lists node ${name}, which has no file`, { hint });
  });
}

/** The ids of the groups that could have a node. */
function possibleHolders({ groups, evaluation }: GroupStructure, inventory: Inventory, names: Names): Names {
  const wishes = inventory.nodeNames.map((name) => wishesOf(inventory.node(name)?.own?.groups ?? []));
  const holders = new Set(wishes.flatMap(({ joins }) => [...joins.keys()]));
  for (const id of evaluation) {
    const placed = groups.get(id);
    if (placed === undefined) continue;
    const { role, group, asked, children } = placed;
    const isAsked = [...asked].every((each) => holders.has(each));
    const canHold = {
      match: () => isAsked && group.members.kind === "match" && canFind(group.members.match, holders),
      nodes: () => group.members.kind === "nodes" && group.members.nodes.some(({ name }) => names.has(name)),
      umbrella: () => children.some((child) => holders.has(child) && groups.get(child)?.role !== "priority"),
      priority: () => isAsked,
    };
    if (canHold[role]()) holders.add(id);
  }
  return holders;
}

function canFind({ join, criteria, not }: Match, holders: ReadonlySet<string>): boolean {
  if (not) return true;
  const canHold = (criterion: Criterion): boolean => criterion.kind !== "group" || holders.has(criterion.id);
  return join === "any" ? criteria.some(canHold) : criteria.length > 0 && criteria.every(canHold);
}

function empty({ group: { id, file, members }, role, asked }: PlacedGroup, holders: ReadonlySet<string>): Diagnostic {
  const above = [...asked].find((each) => !holders.has(each));
  const reasons = {
    match: "no node can meet its match",
    nodes: "none of its nodes exists",
    umbrella: "it has neither match nor nodes, and no child that can have one",
    priority: "its parents have no node in common",
  };
  const isMatch = members.kind === "match";
  const isKeptOut = above !== undefined && (isMatch || role === "priority");
  const why = isKeptOut ? `${above}, which is above it, can have none` : reasons[role];
  const hint = "give it a match or nodes, or delete it";
  const place = isMatch ? members.match.origin : startOf(file);
  return finding("group-empty", place, `group ${id} can never have a node: ${why}`, { hint });
}

function unknownFacts(group: Group, facts: ReturnType<typeof knownFacts>): readonly Diagnostic[] {
  return criteriaOf(group).flatMap((criterion): readonly Diagnostic[] => {
    if (criterion.kind !== "fact" || criterion.test.op === "exists" || criterion.test.op === "notExists") return [];
    if (facts.has(criterion.path)) return [];
    const hint = facts.hintFor(criterion.path);
    const message = `group ${group.id} tests the fact ${pathText(criterion.path)}, which no node has`;
    return [finding("group-unknown-fact", criterion.origin, message, { hint })];
  });
}

/** The names of the properties that nodes set themselves. */
function propertyNames({ nodeNames, node }: Inventory): ReadonlySet<string> {
  return new Set(nodeNames.flatMap((name) => node(name)?.own?.properties.properties ?? []).map(({ name }) => name));
}

/** Criteria that hold for no node, since they name a property that none sets. */
function unsetProperties(group: Group, properties: ReadonlySet<string>, inventory: Inventory): readonly Diagnostic[] {
  return criteriaOf(group).flatMap((criterion): readonly Diagnostic[] => {
    if (criterion.kind !== "property" || !("name" in criterion.test)) return [];
    const { op, name } = criterion.test;
    if (op === "notEq" || op === "notExists" || properties.has(name)) return [];
    const nodes = inventory.nodeNames.flatMap((each) => inventory.node(each) ?? []);
    const [parameter] = nodes.flatMap(({ parameters }) => mapMember(parameters, name)?.origin ?? []);
    const related: readonly Related[] =
      parameter === undefined ? [] : [{ span: parameter, caption: "a parameter, which criteria do not test" }];
    const hint = `set it below properties: in a node${parameter === undefined ? "" : `; ${name} is a parameter`}`;
    const text = `group ${group.id} tests the property ${name}, which no node sets`;
    return [finding("criterion-unset", criterion.origin, text, { hint, related })];
  });
}

/** The facts of all nodes; each path is looked up once. */
function knownFacts(inventory: Inventory) {
  const known = new Map<string, boolean>();
  const nodes = inventory.nodeNames;
  const allPaths = madeOnce(() => {
    const owns = nodes.flatMap((name) => inventory.node(name)?.own ?? []);
    const leaves = owns.flatMap(({ facts }) => leavesOf(facts, []));
    return new Set(leaves.flatMap(({ path, value }) => (isEmptyMap(value) ? [] : pathText(path))));
  });
  return {
    /** Whether some node has the fact, or none has any. */
    has: (path: readonly string[]): boolean => {
      const isOf = (node: Definition | undefined) => node !== undefined && factValues(node, path).length > 0;
      return keptAt(known, path.join("\0"), () => {
        return nodes.some((name) => isOf(inventory.node(name))) || allPaths().size === 0;
      });
    },
    hintFor: (path: readonly string[]) => nearestHint(pathText(path), allPaths()),
  };
}

/** A path in the notation of criteria. */
function pathText(path: readonly string[]): string {
  return path.join(path.some((key) => key.includes(".")) ? ":" : ".");
}

/** Classes and groups that stages name, and that are not there. */
export function stageFaults({ settings, classNames, groups }: Inventory): readonly Diagnostic[] {
  return settings.stages.flatMap(({ name: stage, nodes, origin }) =>
    (nodes === undefined ? [] : atomsOf(nodes.selector)).flatMap(({ of, name, fits }) => {
      if (of !== "class" && of !== "group") return [];
      const names = of === "class" ? classNames : [...groups.groups.keys()];
      if (names.some(fits)) return [];
      const hint = didYouMean(similar(name, names), name);
      const code = of === "class" ? "unknown-class" : "unknown-group";
      return [finding(code, origin, `stage ${stage} names the ${of} ${name}, which is not there`, { hint })];
    }),
  );
}
