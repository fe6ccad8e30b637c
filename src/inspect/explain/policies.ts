import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { MergeOperand, Policy, RuleDirective, Technique, VariableMerge } from "../../model/inventory/policy.ts";
import { mentionOf, pairText } from "../../model/inventory/policy.ts";
import type { ExplainedContribution, ExplainedReference } from "../../model/results/explanation.ts";
import type { ExplainedPair, PolicyExplanation } from "../../model/results/policy-explanation.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { textValue, type Value } from "../../model/values/value.ts";
import { leavesOf } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { holdingTargets, ruleApplies } from "../../resolve/policies/targets.ts";
import { callsIn } from "../../written/property-calls.ts";
import { stepBeside } from "./direct.ts";

interface PoliciesOfNode {
  readonly data: NodeData;
  readonly explainer: { reference(source: string, path: ParameterPath): ExplainedReference };
}

/**
 * Explains the policies of a node: which rules bring which directives, which of them are kept, and what they declare.
 * Adds the directives that `nodePolicies` does not keep. Never fails.
 */
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

  get diagnostics(): readonly Diagnostic[] {
    return this.of.data.policies.diagnostics;
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
