import { textInReference } from "../../encoding/value-text.ts";
import { conflictAt } from "../../model/inventory/conflicts.ts";
import { modeLetters } from "../../model/inventory/settings.ts";
import type { Cause, CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { referencePath } from "../../model/values/reference-path.ts";
import { templatesIn } from "../../model/values/template.ts";
import { type Span, startOf, type TemplatePart, type TemplateValue, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { stepKey, uniqueEdits } from "../cause.ts";
import { editedPlaces } from "../changes/values.ts";
import type { Identities } from "../identity.ts";
import { Ancestry } from "./ancestry.ts";
import { contractCause, countedDefault } from "./contracts.ts";
import {
  contributionOf,
  countingContributions,
  isSameContribution,
  resultAt,
  type WrittenContribution,
  winnerOf,
} from "./contributions.ts";
import { orderCause } from "./groups.ts";
import type { QueryCauses } from "./queries.ts";
import { type CauseSide, type CauseSides, facings, layerOwner, writtenEdit } from "./side.ts";

/** What the causes of all nodes of a comparison have in common. */
export interface CauseContext {
  readonly identities: Identities;
  readonly queryCause: QueryCauses;
  /** The edit of the settings; undefined if they are the same. */
  readonly settings: CauseEdit | undefined;
}

/** How deep references are followed. */
const DEEPEST = 12;

/** The causes of changed parameters and exports of one node, each computed once. */
export class ValueCauses {
  readonly ancestry: Ancestry;
  private readonly sides: CauseSides;
  readonly context: CauseContext;
  private readonly known = new Map<string, readonly CauseEdit[]>();
  private depth = 0;

  constructor(sides: CauseSides, context: CauseContext) {
    this.sides = sides;
    this.context = context;
    this.ancestry = new Ancestry(sides, ({ template }, owner) => template && this.reference(template, [], owner));
  }

  /** Why the value at a path differs, the strongest layer's cause first; empty if no cause is found. */
  causes(path: ParameterPath): readonly CauseEdit[] {
    const key = path.join("\0");
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // A loop of references ends here, without a cause.
    this.known.set(key, []);
    this.depth += 1;
    const found = this.depth > DEEPEST ? [] : (this.ofWinner(path) ?? this.ofAll(path));
    this.depth -= 1;
    this.known.set(key, found);
    return found;
  }

  private ofAll(path: ParameterPath): readonly CauseEdit[] {
    const found = valueCauses(path, this.sides, this);
    if (found.length > 0) return found;
    const given = countedDefault(path, this.sides.new);
    const behind = given?.templates.map((each) => this.reference(each, [], given.owner)) ?? [];
    return [contractCause(path, this.sides), ...behind].filter((cause) => cause !== undefined).slice(0, 1);
  }

  /** Most scalars come from one layer, the same on both sides. */
  private ofWinner(path: ParameterPath): readonly CauseEdit[] | undefined {
    const { old, new: now } = this.sides;
    const after = winnerOf(now, path);
    const before = after && winnerOf(old, path);
    if (after === undefined || before === undefined || stepKey(before.step) !== stepKey(after.step)) return undefined;
    const owner = layerOwner(after.step);
    if (!isSameContribution(before, after, this.context.identities)) {
      return [{ kind: "value-edited", in: owner, old: before.value.origin, new: after.value.origin }];
    }
    const cause = after.value.kind === "template" ? this.reference(after.value, [], owner) : undefined;
    return cause && [cause];
  }

  /** Why references in a text have other targets or values. */
  reference(template: TemplateValue, rest: ParameterPath, owner: CauseOwner): CauseEdit | undefined {
    for (const part of template.parts) {
      const cause = this.part(part, { template, rest: template.parts.length === 1 ? rest : [], owner });
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  private part(part: TemplatePart, within: WithinText): CauseEdit | undefined {
    const { template, rest, owner } = within;
    if (part.kind === "query") {
      const self = part.query.tests.flatMap(({ other }) => (other.kind === "parameter" ? [other.path] : []));
      const where = { in: owner, new: template.origin };
      return (
        this.context.queryCause(part, where, { asking: this.sides.new, first: rest[0] }) ??
        self.flatMap((path) => this.target(path, part.source, { ...within, rest: [] }) ?? [])[0]
      );
    }
    if (part.kind !== "reference") return undefined;
    for (const inner of part.path) {
      const cause = this.part(inner, { ...within, rest: [] });
      if (cause !== undefined) return cause;
    }
    const { old, new: now } = this.sides;
    const texts = [now, old].flatMap((side) => pathText(part.path, side, template.origin) ?? []);
    for (const text of new Set(texts)) {
      const cause = this.target(referencePath(text, now.inventory.settings).keys, part.source, within);
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  private target(keys: ParameterPath, source: string, within: WithinText): CauseEdit | undefined {
    const { template, rest, owner } = within;
    for (let length = rest.length; length >= 0; length -= 1) {
      const path = [...keys, ...rest.slice(0, length)];
      const [before, after] = [this.sides.old, this.sides.new].map((side) => valueAt(side.node.parameters, path));
      if (before === undefined && after === undefined) continue;
      if (before !== undefined && after !== undefined && this.context.identities.same(before, after)) return undefined;
      const cause = joined(this.causes(["parameters", ...path]));
      if (cause === undefined) return undefined;
      const target = { reference: source, path: ["parameters", ...path], cause };
      return { kind: "reference-changed", ...target, in: owner, new: template.origin };
    }
    return undefined;
  }
}

/** The text that a reference is in, and the further keys of the path if it is all of the text. */
interface WithinText {
  readonly template: TemplateValue;
  readonly rest: ParameterPath;
  readonly owner: CauseOwner;
}

/** Several causes as one: the first, with the others beside it. */
export function joined(edits: readonly CauseEdit[]): Cause | undefined {
  const [first, ...also] = edits;
  return first === undefined || also.length === 0 ? first : { ...first, also };
}

/** A value that differs, and what the layers of each side write for it, strongest first. */
interface AskedValue {
  readonly path: ParameterPath;
  readonly sides: CauseSides;
  readonly context: CauseContext;
  readonly values: ValueCauses;
  readonly before: readonly WrittenContribution[];
  readonly after: readonly WrittenContribution[];
  /** Those of the later side that the value consists of. */
  readonly counted: readonly WrittenContribution[];
  /** The value is a scalar, so that one definition decides it. */
  readonly single: boolean;
}

function valueCauses(path: ParameterPath, sides: CauseSides, values: ValueCauses): readonly CauseEdit[] {
  const { context } = values;
  const [old, now] = [resultAt(sides.old, path), resultAt(sides.new, path)];
  const [before, after] = [contributionsTo(path, sides.old), contributionsTo(path, sides.new)];
  const counted = countingContributions(after, path.length - 1, now);
  const single = (old ?? now)?.kind === "scalar" && (now ?? old)?.kind === "scalar";
  const asked: AskedValue = { path, sides, context, values, before, after, counted, single };
  const differences = differencesIn(asked, [...counted, ...countingContributions(before, path.length - 1, old)]);
  if (differences.length > 0) return differences;
  const references = referenceCauses(asked);
  if (references.length > 0) return references;
  const further = modeCause(asked) ?? layerOrderCause(asked) ?? conflictCause(asked);
  if (further !== undefined) return [further];
  const hidden = differencesIn(asked, [...after, ...before]);
  if (hidden.length > 0) return hidden;
  return context.settings === undefined ? [] : [context.settings];
}

function contributionsTo(path: ParameterPath, { inventory, node }: CauseSide): readonly WrittenContribution[] {
  return node.steps.flatMap((step) => contributionOf(step, path, inventory.settings) ?? []).reverse();
}

/** The causes of contributions that differ or are on one side only, in the order of their layers. */
function differencesIn(asked: AskedValue, contributions: readonly WrittenContribution[]): readonly CauseEdit[] {
  const [old, now] = [byLayer(asked.before), byLayer(asked.after)];
  const found: CauseEdit[] = [];
  for (const key of new Set(contributions.map(({ step }) => stepKey(step)))) {
    const edit = differenceOf(asked, old.get(key), now.get(key));
    if (edit === undefined) continue;
    found.push(edit);
    if (asked.single) break;
  }
  return uniqueEdits(found);
}

function differenceOf(
  { sides, context, values }: AskedValue,
  before: WrittenContribution | undefined,
  after: WrittenContribution | undefined,
): CauseEdit | undefined {
  const lone = after ?? before;
  if (lone === undefined) return undefined;
  const { step } = lone;
  const owner = layerOwner(step);
  if (before !== undefined && after !== undefined) {
    if (isSameContribution(before, after, context.identities)) return renamed(owner, before, after);
    // The automatic parameters follow from the node's name, its environment, or a setting.
    if (step.layer === "automatic")
      return renameCause(sides) ?? environmentCause(sides, context.identities) ?? context.settings;
    return { kind: "value-edited", in: owner, ...editedPlaces(before.value, after.value, context.identities) };
  }
  const { added, removed } = facings(sides);
  const facing = after === undefined ? removed : added;
  if (facing.there.step(stepKey(step)) === undefined && step.layer !== "node") {
    return step.layer === "automatic" ? context.settings : values.ancestry.lone(step, facing);
  }
  return { kind: facing.here.alone("value"), in: owner, ...facing.here.at(lone.value.origin) };
}

function referenceCauses({ path, counted, values, single }: AskedValue): readonly CauseEdit[] {
  const found: CauseEdit[] = [];
  for (const { value, depth, step } of counted) {
    const rest = path.slice(depth + 1);
    const owner = layerOwner(step);
    for (const template of templatesIn(value, depth === path.length - 1)) {
      const cause = values.reference(template, template === value ? rest : [], owner);
      if (cause !== undefined) found.push(cause);
      if (cause !== undefined && single) return [cause];
    }
  }
  return uniqueEdits(found);
}

/** The lowest layer of a property whose own inherit mode differs. */
function modeCause({ path: [section, property], sides }: AskedValue): CauseEdit | undefined {
  if (section !== "parameters" || property === undefined) return undefined;
  const [old, now] = [modesOf(sides.old, property), modesOf(sides.new, property)];
  for (const [key, mode] of now) {
    const before = old.get(key);
    if (before === undefined || before.text === mode.text) continue;
    return { kind: "inherit-mode-changed", property, in: mode.owner, old: before.span, new: mode.span };
  }
  return undefined;
}

function layerOrderCause({ before, after, counted, sides, values }: AskedValue): CauseEdit | undefined {
  const [old, now] = [byLayer(before), byLayer(after)];
  const others = before.filter(({ step }) => now.has(stepKey(step)));
  for (const all of [counted, after]) {
    const common = all.filter(({ step }) => old.has(stepKey(step)));
    for (const [at, { step: above }] of common.entries()) {
      const former = others[at]?.step;
      const below = former && stepKey(former) !== stepKey(above) ? now.get(stepKey(former))?.step : undefined;
      if (below === undefined) continue;
      return above.layer === "group" && below.layer === "group"
        ? orderCause({ lower: below.name, higher: above.name }, sides)
        : values.ancestry.reordered(above, below);
    }
  }
  return undefined;
}

/** A property in conflict has no value until an edge orders the groups. */
function conflictCause({ path, sides }: AskedValue): CauseEdit | undefined {
  const conflict = conflictAt([...sides.new.node.conflicts, ...sides.old.node.conflicts], path);
  const [lower, higher] = conflict?.groups ?? [];
  return lower === undefined || higher === undefined ? undefined : orderCause({ lower, higher }, sides);
}

/** The new name of a node that was renamed. */
export function renameCause({ old, new: now }: CauseSides): CauseEdit | undefined {
  const [node, to] = [old.node.name, now.node.name];
  return node === to ? undefined : { kind: "node-renamed", node, to };
}

/** Why a node is in another environment. */
export function environmentCause({ old, new: now }: CauseSides, identities: Identities): CauseEdit | undefined {
  const [before, after] = [old.node.definition.environment, now.node.definition.environment];
  const owner: CauseOwner = { layer: "node", name: now.node.name };
  const isSame = before !== undefined && after !== undefined && identities.same(before, after);
  return isSame ? undefined : writtenEdit(owner, before?.origin, after?.origin);
}

function byLayer(contributions: readonly WrittenContribution[]): ReadonlyMap<string, WrittenContribution> {
  return new Map(contributions.map((each) => [stepKey(each.step), each]));
}

/** The same text in another file: the file of the layer was renamed. */
function renamed(owner: CauseOwner, before: WrittenContribution, after: WrittenContribution): CauseEdit | undefined {
  const [old, now] = [before.value.origin.file, after.value.origin.file];
  if (old.path === now.path || owner.layer === "automatic") return undefined;
  return { kind: "file-renamed", in: owner, old: startOf(old), new: startOf(now) };
}

/** The text of a reference's path on one side; undefined if a reference in it has no target. */
function pathText(parts: readonly TemplatePart[], side: CauseSide, origin: Span): string | undefined {
  let text = "";
  for (const part of parts) {
    if (part.kind === "text") text += part.text;
    if (part.kind !== "reference") continue;
    const inner = pathText(part.path, side, origin);
    const value = inner === undefined ? undefined : targetOf(inner, side, origin);
    if (value === undefined) return undefined;
    text += textInReference(value, side.inventory.settings);
  }
  return text;
}

/** What a reference gives on one side: its target, or its default. */
function targetOf(text: string, { node, inventory }: CauseSide, origin: Span): Value | undefined {
  const { keys, fallback } = referencePath(text, inventory.settings);
  const target = valueAt(node.parameters, keys);
  if (target !== undefined || fallback === undefined) return target;
  const read = inventory.readDefault(fallback, origin);
  return "fault" in read ? undefined : read;
}

interface LayerMode {
  readonly text: string;
  readonly owner: CauseOwner;
  readonly span: Span;
}

/** The inherit mode of a property in each layer of properties that states one itself. */
function modesOf({ node, inventory }: CauseSide, property: string): ReadonlyMap<string, LayerMode> {
  const modes = new Map<string, LayerMode>();
  for (const step of node.steps) {
    if (step.modes === undefined) continue;
    const { layer, name } = step;
    const { globals, groups } = inventory.groups;
    const set =
      layer === "group" ? groups.get(name)?.properties : layer === "global" ? globals : node.definition.own?.properties;
    const own = set?.properties.find((each) => each.name === property);
    if (own === undefined) continue;
    const text = own.inheritMode === undefined ? "" : modeLetters(own.inheritMode);
    modes.set(stepKey(step), { text, owner: { layer, name }, span: own.nameOrigin });
  }
  return modes;
}
