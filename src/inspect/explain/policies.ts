import type { ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { MergeOperand, Policy, RuleDirective, Technique, VariableMerge } from "../../model/inventory/policy.ts";
import { mentionOf, pairText } from "../../model/inventory/policy.ts";
import type { Contribution, ExplainedContribution, ExplainedReference } from "../../model/results/explanation.ts";
import type { ExplainedPair, PolicyExplanation } from "../../model/results/policy-explanation.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { mappingOf, type Span, textValue, type Value } from "../../model/values/value.ts";
import { leavesOf, mapEntries, valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { keyKnockouts } from "../../resolve/merge/key-knockouts.ts";
import { comparedLists } from "../../resolve/merge/list-strategies.ts";
import type { ValueRules } from "../../resolve/merge/value-rules.ts";
import { callsIn } from "../../resolve/policies/property-template.ts";
import { holdingTargets, ruleApplies } from "../../resolve/policies/targets.ts";

interface PoliciesOfNode {
  readonly data: NodeData;
  readonly explainer: { reference(source: string, path: ParameterPath): ExplainedReference };
}

/** Explains a node's policies: what rules bring and directives declare, also what `nodePolicies` drops. Never fails. */
export class PolicyExplainer {
  private readonly of: PoliciesOfNode;
  private readonly pairs: readonly ExplainedPair[];

  constructor(of: PoliciesOfNode) {
    this.of = of;
    const { policies } = of.data.policies;
    const here = policies.flatMap((policy, index) => this.pairsOf(policy, index + 1));
    const isHere = (pair: RuleDirective) =>
      here.some(({ rule, directive }) => rule === pair.rule && directive === pair.directive);
    this.pairs = [...here, ...this.others().filter((pair) => !isHere(pair))];
  }

  /** Techniques with a directive that a rule lists, in the order in which they first run. */
  techniques(): readonly string[] {
    return [...new Set(this.pairs.flatMap(({ technique }) => (technique === undefined ? [] : [technique.id])))];
  }

  /** Variables that such directives declare, in the order in which they are first declared. */
  variables(): readonly string[] {
    const declared = this.pairs.flatMap(({ directive: { sets, merges } }) => [...sets, ...merges]);
    return [...new Set(declared.map(({ name }) => name))];
  }

  policy(id: string): PolicyExplanation {
    const pairs = this.pairs.filter(({ technique }) => technique?.id === id);
    return { path: ["policies", id], technique: pairs[0]?.technique, value: undefined, pairs };
  }

  /** A variable, or a value in it at the keys `rest`. */
  variable(name: string, rest: ParameterPath = []): PolicyExplanation {
    const { data } = this.of;
    const path = ["variables", name, ...rest];
    const isMerge = data.isMerged(name);
    const declaring = this.pairs.flatMap((pair) => this.declaredBy(pair, name, rest));
    const counting = declaring.filter(({ fate }) => fate === "counts");
    const last = counting.findLast(({ declared }) => declared?.isMerge === isMerge) ?? counting.at(-1);
    const pairs = declaring.map((pair): ExplainedPair => {
      if (pair.fate !== "counts" || last === undefined || pair === last) return pair;
      return { ...pair, fate: "later", reason: `${pairText(last)} declares it after that` };
    });
    return { path, technique: undefined, value: data.at(path), pairs };
  }

  /** What a directive sets a variable to, and what it merges for it. */
  private declaredBy(pair: ExplainedPair, name: string, rest: ParameterPath): readonly ExplainedPair[] {
    const { sets, merges } = pair.directive;
    const value = sets.findLast((each) => each.name === name)?.value;
    const set = value && { value, references: this.calls(value, new Set()), isMerge: false };
    const merge = merges.findLast((each) => each.name === name);
    const found = [set, merge && this.merged(merge, rest)].filter((each) => each !== undefined);
    return found.map((declared) => ({ ...pair, declared }));
  }

  /** A merge with what makes each value of its operands. */
  private merged({ first, second }: VariableMerge, rest: ParameterPath): ExplainedPair["declared"] {
    const operands = [first, second];
    const items = operands.map(({ text, origin }) => textValue(text, origin));
    const references = operands.flatMap((operand) => this.operand(operand, rest));
    return { value: { kind: "list", items, origin: first.origin, plain: true }, references, isMerge: true };
  }

  private operand({ text, namespace, keys }: MergeOperand, rest: ParameterPath): readonly ExplainedReference[] {
    const { data, explainer } = this.of;
    const isOfFile = data.runtime.namespaces.get(namespace)?.get(keys[0] ?? "")?.file !== undefined;
    const start = namespace === "properties" && !isOfFile ? ["parameters", ...keys] : ["runtime", namespace, ...keys];
    const value = data.at([...start, ...rest]);
    if (value === undefined) return [];
    return leavesOf(value, [...start, ...rest]).map(({ path }) => {
      return { ...explainer.reference(text, path), below: path.slice(start.length) };
    });
  }

  /** What the directives that reach the node do to a policy, a variable or a value in it, in the order in which they run. */
  contributions([section, name = "", ...rest]: ParameterPath): readonly ExplainedContribution[] {
    const { pairs } = section === "policies" ? this.policy(name) : this.variable(name, rest);
    const reaching = pairs.filter(({ fate }) => fate !== "absent");
    return reaching.map((pair, index): ExplainedContribution => {
      const { directive, mention, fate, declared } = pair;
      const step = stepBeside("directive", directive.id, mention.origin);
      const value = declared?.value ?? textValue(pairText(pair), mention.origin);
      const said = { value, references: declared?.references ?? [], path: [section ?? "", name] };
      const action = declared?.isMerge ? ("merged" as const) : ("set" as const);
      return { step, position: index + 1, action, keepsBelow: false, counts: fate === "counts", ...said };
    });
  }

  private pairsOf(policy: Policy, position: number): readonly ExplainedPair[] {
    const { technique, directives, overridden } = policy;
    return [
      ...directives.map((pair) => this.explained(pair, { technique, position, fate: "counts", reason: undefined })),
      ...overridden.map((pair) => this.explained(pair, { technique, position, fate: "lost", reason: pair.reason })),
    ];
  }

  /** Every pair that a rule lists, with the reason why it makes no policy. */
  private others(): readonly ExplainedPair[] {
    const { rules, directives, techniques } = this.of.data.inventory.policies();
    return [...rules.values()].flatMap((rule) =>
      rule.directives.flatMap(({ name }) => {
        const directive = directives.get(name);
        if (directive === undefined) return [];
        const technique = techniques.get(directive.technique?.name ?? "");
        const reason = this.absence({ rule, directive }, technique);
        const fate = reason === undefined ? "lost" : "absent";
        const lost = reason ?? "the directives of this technique do not go together";
        return [this.explained({ rule, directive }, { technique, position: undefined, fate, reason: lost })];
      }),
    );
  }

  private absence({ rule, directive }: RuleDirective, technique: Technique | undefined): string | undefined {
    if (!rule.enabled) return "the rule is disabled";
    if (!directive.enabled) return "the directive is disabled";
    if (technique === undefined) return "its technique has no file";
    if (!technique.enabled) return "the technique is disabled";
    if (this.targets(rule).length === 0) return "the rule does not match this node";
    const { inventory } = this.of.data;
    return ruleApplies(inventory, rule) ? undefined : "the rule names a disabled group, or a directive without a file";
  }

  private targets(rule: RuleDirective["rule"]): ExplainedPair["targets"] {
    const { node } = this.of.data;
    const groups = new Set(node.groups.map(({ name }) => name));
    return holdingTargets(rule, { node: node.definition, groups });
  }

  private explained(
    { rule, directive }: RuleDirective,
    found: Pick<ExplainedPair, "technique" | "position" | "fate" | "reason">,
  ): ExplainedPair {
    const mention = mentionOf({ rule, directive });
    return { rule, directive, ...found, mention, targets: this.targets(rule), declared: undefined };
  }

  /** The properties that a text calls, each with its layers. The texts of properties may call others. */
  private calls(value: Value, seen: Set<string>): readonly ExplainedReference[] {
    return callsIn(value).map(({ source, keys }) => {
      const path = ["parameters", ...keys];
      const followed = this.of.explainer.reference(source, path);
      const isNew = !seen.has(printPath(path));
      seen.add(printPath(path));
      const contributions = followed.contributions.map((contribution) => {
        const { value: own, counts, references } = contribution;
        const inner = isNew && counts ? this.calls(own, seen) : [];
        return { ...contribution, references: [...references, ...inner] };
      });
      return { ...followed, contributions };
    });
  }
}

/** The contribution to a fact: what the node file says. */
export function factContributions(node: ResolvedNode, path: ParameterPath): readonly ExplainedContribution[] {
  const { steps, definition } = node;
  const value = definition.own && valueAt(definition.own.facts, path.slice(1));
  const step = steps.at(-1);
  if (value === undefined || step === undefined) return [];
  return [direct({ step, position: steps.length, value, path })];
}

/** The contributions to a run-time key, file after file: the last replaces those before it. */
export function fileContributions(data: NodeData, path: ParameterPath): readonly ExplainedContribution[] {
  const { inventory, node } = data;
  const [, namespace, key, ...keys] = path;
  const found = inventory.runtimeFiles(node.name).flatMap(({ file, content }) => {
    const own = content?.entries.findLast((each) => each.key === namespace)?.value;
    const entry = mapEntries(own).findLast((each) => each.key === key);
    const value = entry && valueAt(entry.value, keys);
    return entry === undefined ? [] : [{ file, origin: entry.keyNode.origin, value }];
  });
  return found.flatMap(({ file, origin, value }, index) => {
    const step = stepBeside("local", file.path, origin);
    const counts = index === found.length - 1;
    return value === undefined ? [] : [direct({ step, position: node.steps.length + index + 1, value, path, counts })];
  });
}

/** A layer beside those of a node, which are merged: it has no parameters and exports. */
function stepBeside(layer: Step["layer"], name: string, because: Span): Step {
  const none = mappingOf([], because);
  return { layer, name, because, parameters: none, exports: none };
}

function direct(
  each: Pick<ExplainedContribution, "step" | "position" | "value" | "path"> & { readonly counts?: boolean },
): ExplainedContribution {
  return { action: "set", keepsBelow: false, references: [], counts: true, ...each };
}

/**
 * What the default of a contract at or above a path gives there, if any (K36 of docs/concepts/contracts.md), and whether
 * the node has it; `value` is what the node has there.
 */
export function defaultAt(
  rules: ValueRules | undefined,
  path: ParameterPath,
  value: Value | undefined,
):
  | { readonly contribution: Contribution; readonly counts: boolean; readonly description: string | undefined }
  | undefined {
  const along = rulesAlong(rules, path);
  const depth = along.findLastIndex((at) => at?.fallback !== undefined);
  const fallback = along[depth]?.fallback;
  const given = fallback && valueAt(fallback.value, path.slice(depth + 1));
  if (fallback === undefined || given === undefined) return undefined;
  const { of, path: place, description } = fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}

function rulesAlong(rules: ValueRules | undefined, path: ParameterPath): readonly (ValueRules | undefined)[] {
  let at = rules;
  return path.map((key) => {
    at = at?.next(key);
    return at;
  });
}

/**
 * The contributions to a list or mapping with the items or keys that the knockouts of each take away (rule K27 of docs/concepts/contracts.md).
 * Items made from references inside a list are not compared. Never fails.
 */
export function withKnockouts(
  contributions: readonly ExplainedContribution[],
  path: ParameterPath,
  rules: ValueRules | undefined,
): readonly ExplainedContribution[] {
  const strategy = rulesAlong(rules, path).at(-1)?.strategy;
  const sign = strategy?.knockout;
  if (strategy === undefined || sign === undefined) return contributions;
  let below: readonly Value[] = [];
  const seen = new Set<string>();
  return contributions.map((contribution) => {
    if (!contribution.counts) return contribution;
    const removed: Value[] = [];
    const said = targetOf(contribution);
    const above = said?.kind === "list" ? said.items : [];
    below = comparedLists({ below, above }, strategy, { clash: () => {}, removed: (item) => removed.push(item) });
    const entries = mapEntries(said);
    const knockouts = keyKnockouts(entries, sign);
    for (const { keyNode, taken } of knockouts) if (seen.delete(taken)) removed.push(textValue(taken, keyNode.origin));
    for (const { key } of entries) seen.add(key);
    for (const { key } of knockouts) seen.delete(key);
    return removed.length === 0 ? contribution : { ...contribution, removed };
  });
}

/** What a layer says, or what the reference leads to that it says. */
function targetOf({ value, references }: ExplainedContribution): Value | undefined {
  return value.kind === "template" ? references[0]?.value : value;
}
