import {
  type Directive,
  type MergeOperand,
  type Policy,
  pairText,
  type Rule,
  type RuleDirective,
  type RuleTarget,
  type VariableMerge,
} from "../../model/inventory/policy.ts";
import type { CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type Span, startOf, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { ruleApplies, ruleReaches, simpleTargets } from "../../resolve/policies/targets.ts";
import { callsIn } from "../../written/property-calls.ts";
import type { Identities } from "../identity.ts";
import { groupCause } from "./groups.ts";
import { type CauseSide, type CauseSides, type Facing, facings, runtimeEdits, turned, writtenEdit } from "./side.ts";
import { joined, type ValueCauses } from "./values.ts";

interface PairIds {
  readonly rule: string;
  readonly directive: string;
}

/** Why the policies of a node, and the variables that its directives declare, differ. */
export class PolicyCauses {
  private readonly sides: CauseSides;
  private readonly identities: Identities;
  private readonly values: ValueCauses;

  constructor(sides: CauseSides, identities: Identities, values: ValueCauses) {
    this.sides = sides;
    this.identities = identities;
    this.values = values;
  }

  /** Why a pair of rule and directive, as text, is in a policy on one side only. */
  pair(text: string, facing: Facing): CauseEdit | undefined {
    const pairs = facing.here.policies.policies.flatMap(({ directives }) => directives);
    const found = pairs.find((each) => pairText(each) === text);
    return found && this.lone(idsOf(found), facing, 0);
  }

  /** Why pairs, or techniques, are in another order: a priority or a name. */
  order(texts: readonly string[]): CauseEdit | undefined {
    const policies = this.sides.new.policies.policies.flatMap(({ technique, place, directives }) => [
      { keys: [technique.id, `${technique.id}/${place.directive.id}`], pair: place },
      ...directives.map((pair) => ({ keys: [pairText(pair)], pair })),
    ]);
    for (const text of texts) {
      const found = policies.find(({ keys }) => keys.includes(text));
      const cause = found && this.rank(idsOf(found.pair));
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  variable([name = "", ...path]: ParameterPath): CauseEdit | undefined {
    const { added, removed } = facings(this.sides);
    const [before, after] = [declarerOf(this.sides.old, name), declarerOf(this.sides.new, name)];
    if (after === undefined) return before && this.unset(before, name, removed);
    if (before === undefined) return this.unset(after, name, added);
    const [old, now] = [before.directive, after.directive];
    if (old.id === now.id) return this.declared(old, now, [name, ...path]);
    const unset = this.unset(after, name, added) ?? this.unset(before, name, removed);
    return unset ?? this.rank(idsOf(after)) ?? this.rank(idsOf(before));
  }

  /** A directive declares a variable on one side only, or reaches the node on one side only. */
  private unset(pair: RuleDirective, name: string, facing: Facing): CauseEdit | undefined {
    const { here, there } = facing;
    const ids = idsOf(pair);
    const same = there.inventory.policies().directives.get(ids.directive);
    const isReached = there.policies.policies.some((policy) => has(policy, ids.directive));
    if (!isReached) return this.lone(ids, facing, 0);
    if (same !== undefined && placeIn(same, name) !== undefined) {
      if (there.data.at(["variables", name]) !== undefined) return undefined;
      const { directive } = pair;
      return here.name === "new" ? this.declared(same, directive, [name]) : this.declared(directive, same, [name]);
    }
    const span = placeIn(pair.directive, name) ?? startOf(pair.directive.file);
    return { kind: here.alone("value"), in: { layer: "directive", name: ids.directive }, ...here.at(span) };
  }

  private declared(before: Directive, after: Directive, [name, ...path]: ParameterPath): CauseEdit | undefined {
    const [old, now] = [before, after].map(({ sets }) => sets.findLast((each) => each.name === name)?.value);
    const [at, to] = [old && valueAt(old, path), now && valueAt(now, path)];
    const owner = { layer: "directive", name: after.id } as const;
    const merges = [before, after].map((each) => each.merges.findLast((merge) => merge.name === name));
    if (merges.some((merge) => merge !== undefined)) return this.merged(merges, owner, path);
    const isSame = at !== undefined && to !== undefined && this.identities.same(at, to);
    return isSame ? this.property(to, owner.name) : writtenEdit(owner, at?.origin, to?.origin);
  }

  /** An operand of a merge that names another value, or whose value differs; the second one is laid over the first. */
  private merged(
    [before, after]: readonly (VariableMerge | undefined)[],
    owner: CauseOwner,
    rest: ParameterPath,
  ): CauseEdit | undefined {
    if (before === undefined || after === undefined) return writtenEdit(owner, before?.origin, after?.origin);
    const operands = ["second", "first"] as const;
    const edited = operands.find((each) => before[each].text !== after[each].text);
    if (edited !== undefined) return writtenEdit(owner, before[edited].origin, after[edited].origin);
    for (const deeper of [rest, []]) {
      for (const each of operands) {
        const cause = this.operand(after[each], owner, deeper);
        if (cause !== undefined) return cause;
      }
    }
    return undefined;
  }

  private operand(operand: MergeOperand, owner: CauseOwner, rest: ParameterPath): CauseEdit | undefined {
    const { namespace, keys, text, origin } = operand;
    const found = ["runtime", namespace, ...keys, ...rest];
    const { old, new: now } = this.sides;
    const [before, after] = [old.data.at(found), now.data.at(found)];
    if (before === after || (before && after && this.identities.same(before, after))) return undefined;
    const own = ["parameters", ...keys, ...rest];
    const ofFile = joined(runtimeEdits({ before, after }, this.sides));
    const cause = ofFile ?? (namespace === "properties" ? joined(this.values.causes(own)) : undefined);
    if (cause === undefined) return undefined;
    const isOfFile = namespace !== "properties" || ("in" in cause && cause.in.layer === "local");
    const path = isOfFile ? found : own;
    return { kind: "reference-changed", reference: text, path, cause, in: owner, new: origin };
  }

  /** The first property in a text that is not the same on both sides. */
  private property(value: Value, directive: string): CauseEdit | undefined {
    for (const { keys, source } of callsIn(value)) {
      const [old, now] = [this.sides.old, this.sides.new].map((side) => valueAt(side.node.parameters, keys));
      if (old === now || (old && now && this.identities.same(old, now))) continue;
      const path = ["parameters", ...keys];
      const cause = joined(this.values.causes(path));
      if (cause === undefined) continue;
      const owner = { layer: "directive", name: directive } as const;
      return { kind: "reference-changed", reference: source, path, cause, in: owner, new: value.origin };
    }
    return undefined;
  }

  private lone(pair: PairIds, facing: Facing, depth: number): CauseEdit | undefined {
    if (depth > 3) return undefined;
    return (
      this.missing(pair, facing) ??
      this.notApplied(pair.rule, facing) ??
      this.notListed(pair, facing) ??
      this.edited(pair) ??
      this.overridden(pair, facing, depth)
    );
  }

  /** A rule, directive or technique whose file is on one side only. */
  private missing({ rule, directive }: PairIds, { here, there }: Facing): CauseEdit | undefined {
    const [mine, others] = [here.inventory.policies(), there.inventory.policies()];
    const technique = mine.directives.get(directive)?.technique?.name ?? "";
    const files = [
      ["rule", rule, mine.rules, others.rules],
      ["directive", directive, mine.directives, others.directives],
      ["technique", technique, mine.techniques, others.techniques],
    ] as const;
    for (const [layer, name, has, lacks] of files) {
      const file = lacks.has(name) ? undefined : has.get(name)?.file;
      if (file !== undefined) return here.fileAlone({ layer, name }, file);
    }
    return undefined;
  }

  /** A rule that is disabled on one side, or whose targets include the node on one side only. */
  private notApplied(id: string, facing: Facing): CauseEdit | undefined {
    const { here, there } = facing;
    const [rule, other] = [here, there].map((side) => side.inventory.policies().rules.get(id));
    if (rule === undefined || other === undefined) return undefined;
    const owner = { layer: "rule", name: id } as const;
    const [mine, theirs] = [here.at(startOf(rule.file)), there.at(startOf(other.file))];
    if (!ruleApplies(there.inventory, other)) {
      if (!other.enabled) return { kind: "value-edited", in: owner, ...mine, ...theirs };
      return (
        this.groupsIn(other, facing, (side, group) => side.inventory.groups.groups.get(group)?.enabled) ??
        this.lostDirective(other.directives, facing)
      );
    }
    const groups = new Set(there.node.groups.map(({ name }) => name));
    if (ruleReaches(other, { node: there.node.definition, groups })) return undefined;
    if (targetText(rule.targets) !== targetText(other.targets)) {
      const [at, to] = [rule.targets[0]?.origin, other.targets[0]?.origin];
      return { kind: "target-changed", rule: id, in: owner, ...(at && here.at(at)), ...(to && there.at(to)) };
    }
    const cause = this.groupsIn(rule, facing, (side, group) => side.holds(group));
    if (cause !== undefined) return cause;
    const node = { layer: "node", name: here.node.name } as const;
    const files = [here, there].map((side) => side.at(startOf(side.node.definition.file)));
    return Object.assign({ kind: "value-edited", in: node } as const, ...files);
  }

  /** The first group among the targets whose state differs. */
  private groupsIn(
    rule: Rule,
    facing: Facing,
    state: (side: CauseSide, group: string) => boolean | undefined,
  ): CauseEdit | undefined {
    const { here, there } = facing;
    for (const target of simpleTargets(rule)) {
      if (target.kind !== "group") continue;
      const [mine, theirs] = [state(here, target.id), state(there, target.id)];
      if (mine === theirs) continue;
      return groupCause(target.id, mine === true ? facing : turned(facing));
    }
    return undefined;
  }

  private lostDirective(listed: readonly { readonly name: string }[], { here, there }: Facing): CauseEdit | undefined {
    for (const { name } of listed) {
      if (there.inventory.policies().directives.has(name)) continue;
      const file = here.inventory.policies().directives.get(name)?.file;
      if (file !== undefined) return here.fileAlone({ layer: "directive", name }, file);
    }
    return undefined;
  }

  private notListed({ rule, directive }: PairIds, { here, there }: Facing): CauseEdit | undefined {
    const [mine, others] = [here, there].map((side) => side.inventory.policies().rules.get(rule)?.directives ?? []);
    const mention = mine?.find(({ name }) => name === directive);
    if (mention === undefined || others?.some(({ name }) => name === directive)) return undefined;
    return { kind: here.alone("directive"), directive, in: { layer: "rule", name: rule }, ...here.at(mention.origin) };
  }

  /** An edit of the directive or its technique. */
  private edited({ directive }: PairIds): CauseEdit | undefined {
    const [old, now] = [this.sides.old, this.sides.new].map((side) => side.inventory.policies());
    const [before, after] = [old?.directives.get(directive), now?.directives.get(directive)];
    if (before === undefined || after === undefined) return undefined;
    const owner = { layer: "directive", name: directive } as const;
    const [from, to] = [before.technique, after.technique];
    if (from?.name !== to?.name) return { kind: "value-edited", in: owner, old: from?.origin, new: to?.origin };
    if (before.enabled !== after.enabled) return writtenEdit(owner, startOf(before.file), startOf(after.file));
    const name = to?.name ?? "";
    const [one, other] = [old?.techniques.get(name), now?.techniques.get(name)];
    if (one !== undefined && other !== undefined && (one.enabled !== other.enabled || one.kind !== other.kind)) {
      return writtenEdit({ layer: "technique", name }, startOf(one.file), startOf(other.file));
    }
    if (before.version !== after.version) return writtenEdit(owner, before.versionOrigin, after.versionOrigin);
    if (before.policyMode === after.policyMode) return undefined;
    return writtenEdit(owner, before.policyModeOrigin, after.policyModeOrigin);
  }

  /** Only one pair is kept, and the other side keeps another one. */
  private overridden(pair: PairIds, facing: Facing, depth: number): CauseEdit | undefined {
    const { there, here } = facing;
    const kept = there.policies.policies.find(({ overridden }) => overridden.some(isPair(pair)));
    const own = this.rank(pair);
    if (own !== undefined || kept === undefined) return own ?? this.mixed(pair, facing, depth);
    const other = idsOf(kept.place);
    const pairs = here.policies.policies.flatMap(({ directives, overridden }) => [...directives, ...overridden]);
    return pairs.some(isPair(other)) ? this.rank(other) : this.lone(other, turned(facing), depth + 1);
  }

  /** A merged policy is left out if its directives conflict: one of them was added or edited. */
  private mixed({ directive }: PairIds, facing: Facing, depth: number): CauseEdit | undefined {
    const { here, there } = facing;
    const technique = here.inventory.policies().directives.get(directive)?.technique?.name;
    const { rules, directives } = there.inventory.policies();
    for (const rule of rules.values()) {
      for (const { name } of rule.directives) {
        if (directives.get(name)?.technique?.name !== technique || name === directive) continue;
        const pair = { rule: rule.id, directive: name };
        const cause = this.edited(pair) ?? this.lone(pair, turned(facing), depth + 1);
        if (cause !== undefined) return cause;
      }
    }
    return undefined;
  }

  /** An edit of what orders pairs: the priority, then the names of rule and directive. */
  private rank({ rule, directive }: PairIds): CauseEdit | undefined {
    const [old, now] = [this.sides.old, this.sides.new].map((side) => side.inventory.policies());
    const [before, after] = [old?.directives.get(directive), now?.directives.get(directive)];
    const [from, to] = [old?.rules.get(rule), now?.rules.get(rule)];
    const owner = { layer: "directive", name: directive } as const;
    if (before !== undefined && after !== undefined) {
      if (before.priority !== after.priority) return writtenEdit(owner, before.priorityOrigin, after.priorityOrigin);
      if (before.name !== after.name) return writtenEdit(owner, startOf(before.file), startOf(after.file));
    }
    if (from === undefined || to === undefined || from.name === to.name) return undefined;
    return writtenEdit({ layer: "rule", name: rule }, from.nameOrigin, to.nameOrigin);
  }
}

function idsOf({ rule, directive }: RuleDirective): PairIds {
  return { rule: rule.id, directive: directive.id };
}

function isPair({ rule, directive }: PairIds) {
  return (pair: RuleDirective): boolean => pair.rule.id === rule && pair.directive.id === directive;
}

function has({ directives }: Policy, id: string): boolean {
  return directives.some(({ directive }) => directive.id === id);
}

/** The pair whose directive says the last value of a variable that stays. */
function declarerOf({ data }: CauseSide, name: string): RuleDirective | undefined {
  if (data.at(["variables", name]) === undefined) return undefined;
  const pairs = data.policies.policies.flatMap(({ directives }) => directives);
  const setter = pairs.findLast(({ directive }) => directive.sets.some((each) => each.name === name));
  const merger = pairs.findLast(({ directive }) => directive.merges.some((each) => each.name === name));
  return data.isMerged(name) ? merger : (setter ?? merger);
}

function placeIn({ sets, merges }: Directive, name: string): Span | undefined {
  return sets.find((each) => each.name === name)?.keyNode.origin ?? merges.find((each) => each.name === name)?.origin;
}

function targetText(targets: readonly RuleTarget[]): string {
  return JSON.stringify(targets, (key, part) => (key === "origin" ? undefined : part));
}
