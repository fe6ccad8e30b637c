import { addTo } from "../../base/text-order.ts";
import type { Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import type { ExplainedContribution, ExplainedLayer, Route, Waypoint } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { startOf, textValue } from "../../model/values/value.ts";
import type { TracedAncestry } from "../../resolve/ancestry/linearise.ts";
import { environmentOf } from "../../resolve/ancestry/made-steps.ts";
import { whyMember } from "./why-member.ts";

type Chain = TracedAncestry["trace"]["passedOver"][number]["chain"];

/** Every layer of a node with the groups and classes that lead to it. Never fails. */
export function explainedLayers(
  steps: readonly Step[],
  trace: TracedAncestry["trace"],
  { inventory, node }: { readonly inventory: Inventory; readonly node: Definition },
): readonly ExplainedLayer[] {
  const routes = routesOf(inventory, node);
  const again = new Map<string, Route[]>();
  for (const { chain, why } of trace.passedOver) {
    const name = chain.at(-1)?.name ?? "";
    if (why === "placed") addTo(again, name, routes.along(chain));
  }
  return steps.map((step, index): ExplainedLayer => {
    const { layer, name } = step;
    const chain = trace.chains.get(step) ?? [];
    return {
      step,
      position: index + 1,
      through: layer === "group" ? routes.toGroup(name) : routes.along(chain),
      again: layer === "class" ? (again.get(name) ?? []) : [],
    };
  });
}

/** Routes from one node to its groups and classes. */
export function routesOf(inventory: Inventory, node: Definition) {
  const { groups } = inventory.groups;
  const groupsByFile = new Map([...groups.values()].map(({ id, file }) => [file.path, id]));
  /** The route to a group; to an umbrella through the child that holds the node. */
  const toGroup = (id: string): Route => {
    const reason = whyMember(inventory, node, id);
    if (reason === undefined) return [];
    const { by, group } = reason;
    const child = by.kind === "children" ? by.ids[0] : undefined;
    const start = startOf(group.file);
    if (child === undefined) return [{ kind: "group", name: id, origin: "origin" in by ? by.origin : start }];
    const origin = groups.get(child)?.parents.find(({ name }) => name === id)?.origin ?? start;
    return [...toGroup(child), { kind: "group", name: id, origin }];
  };
  /** A chain of mentions. If it begins in a group, the route to the group is in front. */
  const along = (chain: Chain): Route => {
    const start = groupsByFile.get(chain[0]?.mention.origin.file.path ?? "");
    const classes = chain.map(({ name, mention }): Waypoint => ({ kind: "class", name, origin: mention.origin }));
    return start === undefined ? classes : [...toGroup(start), ...classes];
  };
  return { toGroup, along };
}

export interface NamedNode extends Readonly<TracedAncestry> {
  readonly inventory: Inventory;
  readonly node: Definition;
}

/**
 * The contributions to a list of names, in the order of the walk: `appended`, `removed`, or `hidden` if they change
 * nothing. `["applications", "motd"]` asks for one name; an index means the name at that position. Never fails.
 */
export function explainedNames(path: ParameterPath, named: NamedNode): readonly ExplainedContribution[] {
  const [section, key] = path;
  if (section === "environment") return environment(named);
  const all = section === "applications" ? applications(named) : section === "classes" ? classes(named) : groups(named);
  if (key === undefined) return all;
  const isName = all.some((each) => nameOf(each) === key);
  const listed = all.filter(({ counts }) => counts).map(nameOf);
  const name = isName ? key : listed[Number(key)];
  return all.filter((each) => nameOf(each) === name);
}

function nameOf({ value }: ExplainedContribution): string | undefined {
  return value.kind === "scalar" ? String(value.data).replace(/^~/, "") : undefined;
}

interface MentionedName extends Pick<ExplainedContribution, "action" | "counts"> {
  readonly section: string;
  readonly mention: NameMention;
}

/** The contribution of the layer at an index; none if there is no such layer. */
function contribution(
  steps: readonly Step[],
  index: number,
  { section, mention, action, counts }: MentionedName,
): readonly ExplainedContribution[] {
  const step = steps[index];
  if (step === undefined) return [];
  const value = textValue(mention.remove ? `~${mention.name}` : mention.name, mention.origin);
  const common = { step, position: index + 1, keepsBelow: true, references: [] };
  return [{ ...common, action, counts, value, path: [section] }];
}

function environment({ inventory, node, ancestry }: NamedNode): readonly ExplainedContribution[] {
  if (node.environment === undefined) return [];
  const index = indexOf(ancestry.steps, node);
  const step = ancestry.steps[index];
  const value = environmentOf(node, inventory.settings);
  if (step === undefined) return [];
  const common = { step, position: index + 1, keepsBelow: false, references: [], path: ["environment"] };
  return [{ ...common, action: "set", counts: true, value }];
}

/** The layer of a definition's parameters. Its properties are another layer. */
function indexOf(steps: readonly Step[], { kind, name }: Definition): number {
  return steps.findIndex((step) => step.layer === kind && step.name === name && step.modes === undefined);
}

function applications({ ancestry, trace }: NamedNode): readonly ExplainedContribution[] {
  const { steps, applications: final } = ancestry;
  return trace.gathered.flatMap(({ definition, inherited }) => {
    const index = indexOf(steps, definition);
    const known = new Set(inherited.map(({ name }) => name));
    return definition.applications.flatMap((mention) => {
      const { name, remove } = mention;
      const isListed = known.has(name);
      if (remove) known.delete(name);
      else known.add(name);
      const counts = final.includes(mention);
      const isTaken = !counts && final.some((other) => other.name === name);
      const added = isListed || isTaken ? "hidden" : "appended";
      const action = remove ? (isListed ? "removed" : "hidden") : added;
      return contribution(steps, index, { section: "applications", mention, action, counts });
    });
  });
}

/** The classes in order, each followed by later mentions, and the removals. */
function classes({ ancestry, trace }: NamedNode): readonly ExplainedContribution[] {
  const { steps } = ancestry;
  const section = "classes";
  const indexes = new Map(steps.map((step, index) => [step.layer === "class" ? step.name : "", index]));
  const placed = [...trace.chains].flatMap(([step, chain]) => {
    const mention = { name: step.name, remove: false, origin: chain.at(-1)?.mention.origin ?? step.because };
    return contribution(steps, steps.indexOf(step), { section, mention, action: "appended", counts: true });
  });
  const passed = trace.passedOver.flatMap(({ chain }) => {
    const hop = chain.at(-1);
    if (hop === undefined) return [];
    const mention = { name: hop.name, remove: false, origin: hop.mention.origin };
    const owner = steps.findIndex((step) => fileOf(step) === mention.origin.file.path);
    const index = indexes.get(hop.name) ?? owner;
    return contribution(steps, index, { section, mention, action: "hidden", counts: false });
  });
  const removed = trace.removals.flatMap(({ removal, earlier }) => {
    const index = steps.findIndex((step) => fileOf(step) === removal.origin.file.path);
    const action = earlier.length === 0 ? "hidden" : "removed";
    return contribution(steps, index, { section, mention: removal, action, counts: false });
  });
  return [...placed, ...passed, ...removed].toSorted((one, other) => one.position - other.position);
}

/** The file whose lists belong to a layer. */
function fileOf({ layer, because, parameters }: Step): string | undefined {
  if (layer === "automatic") return undefined;
  return layer === "class" || layer === "node" ? parameters.origin.file.path : because.file.path;
}

function groups({ ancestry, inventory, node }: NamedNode): readonly ExplainedContribution[] {
  const { steps, held } = ancestry;
  const routes = routesOf(inventory, node);
  return held.groups.flatMap(({ id, file }) => {
    const index = steps.findIndex(({ layer, name }) => layer === "group" && name === id);
    const mention = { name: id, remove: false, origin: routes.toGroup(id).at(-1)?.origin ?? startOf(file) };
    return contribution(steps, index, { section: "groups", mention, action: "appended", counts: true });
  });
}
