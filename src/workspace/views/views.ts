import { contractSetters, listedContracts } from "../../checks/contracts/listing.ts";
import { policyFindings } from "../../checks/shared.ts";
import { NodeExplainer } from "../../inspect/explain/node.ts";
import { whyMember } from "../../inspect/explain/why-member.ts";
import { impactSearch } from "../../inspect/impact/impact.ts";
import { impactTarget, usesTargets } from "../../inspect/targets.ts";
import { usesSearch } from "../../inspect/uses/uses.ts";
import type { Diagnostic, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { propertyConflicts } from "../../model/inventory/conflicts.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Group, MembershipReason } from "../../model/inventory/group.ts";
import type { GroupConflict, Inventory, NodeOutcome, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { NodePolicies, Rule, RuntimeProperties } from "../../model/inventory/policy.ts";
import type { ContractSetters, ListedContract, Unset } from "../../model/results/explanation.ts";
import type { ChainEffect, PropertiesView } from "../../model/results/lineage.ts";
import { mask, maskFindings } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { type GroupShare, membershipOf, membersOf, nodeGroups, shareOf } from "../../resolve/groups/node-groups.ts";
import { resolveGlobals, resolveGroup, resolveNode } from "../../resolve/node.ts";
import { policiesOfNode, propertiesOf, propertyValues } from "../../resolve/policies/node-policies.ts";
import { questionsOf } from "../../resolve/policies/profile.ts";
import { ruleNodes } from "../../resolve/policies/targets.ts";
import { withChain } from "../../resolve/proposals/proposals.ts";
import { conflictChoices } from "./conflict-choices.ts";

/** A view of a node or group, and the findings on the way; the view is absent where it does not resolve. */
export interface Viewed<View> {
  readonly view: View | undefined;
  readonly diagnostics: readonly MaskedDiagnostic[];
}

/** Questions about the groups, properties and policies of one inventory, beyond what resolving a node answers. */
export class Views {
  private readonly inventory: Inventory;
  private readonly secrets: Secrets | "shown";
  /** The chains in `order.yml` that would resolve a question, and the effect of one on every node. */
  readonly chains: ReturnType<typeof conflictChoices>;

  constructor(inventory: Inventory, secrets: Secrets | "shown") {
    this.inventory = inventory;
    this.secrets = secrets;
    this.chains = conflictChoices(inventory, secrets);
  }

  /**
   * The properties of a node or a group (`group:ID`, or an id that no node has), as if `order.yml` had the chain
   * `chain`; those of `globals.yml` for `globals`. Undefined for any other name.
   */
  properties(name: string, chain: readonly string[] = []): Viewed<Masked<PropertiesView>> | undefined {
    const inventory = chain.length < 2 ? this.inventory : withChain(this.inventory, chain);
    if (inventory.node(name) !== undefined) return this.viewed(resolveNode(inventory, name), "node");
    const group = this.group(name);
    if (group !== undefined) return this.viewed(resolveGroup(inventory, group), "group");
    return name === "globals" ? this.viewed(resolveGlobals(inventory), "global") : undefined;
  }

  /** What the order of groups leaves open on a node, also variables of policies; throws as {@link policies} does. */
  questions(name: string): readonly GroupConflict[] {
    const questions = questionsOf(this.inventory, resolveNode(this.inventory, name));
    return questions.filter(({ kind }) => kind === "open");
  }

  /** The chains that resolve open properties of a node or a group, named as for {@link properties}, by property. */
  propertyChoices(name: string): ReadonlyMap<string, readonly Masked<ChainEffect>[]> {
    const { inventory, chains } = this;
    const isNode = inventory.node(name) !== undefined;
    const group = isNode ? undefined : this.group(name);
    const questions = isNode ? this.questions(name) : group && resolveGroup(inventory, group).conflicts;
    const open = questions?.filter(({ kind }) => kind === "open") ?? [];
    const choices = open.flatMap((conflict) => {
      const properties = propertyConflicts([conflict]);
      if (properties.length === 0) return [];
      const own = group ? chains.ofGroup(group.id, conflict) : (chains.choices({ node: name, conflict }) ?? []);
      return properties.map(({ property }) => [property, own] as const);
    });
    return new Map(choices);
  }

  /** All contracts, or those that hold for one node; throws HeirError for a name that the inventory does not have. */
  contracts(node?: string): readonly Masked<ListedContract>[] {
    return listedContracts(this.inventory, node).map((each) => mask("contract", each, this.secrets));
  }

  /** The layers that set the values of contracts on any node. */
  contractSetters(listed: readonly Masked<ListedContract>[]): ContractSetters {
    const contracts = listed.map(({ contract }) => contract);
    return contractSetters(this.inventory, contracts);
  }

  contractFaults(): readonly MaskedDiagnostic[] {
    return this.masked(this.inventory.contracts?.diagnostics ?? []);
  }

  /** The policies of a node; throws HeirError for a name that the inventory does not have. */
  policies(name: string): Viewed<Masked<NodePolicies>> {
    return this.resolved(name, (node) => mask("policies", policiesOfNode(this.inventory, node), this.secrets));
  }

  /** The faults of techniques, directives and rules as a whole. */
  policyFaults(): readonly MaskedDiagnostic[] {
    return this.masked(policyFindings(this.inventory));
  }

  /** What the agent of a node finds at run time; throws as {@link policies} does. */
  runtime(name: string): Viewed<Masked<RuntimeProperties>> {
    return this.resolved(name, (node) => mask("runtime", new NodeData(this.inventory, { node }).runtime, this.secrets));
  }

  /** Every enabled rule with its directives and the nodes that it reaches. */
  rules(): readonly { readonly rule: Rule; readonly nodes: readonly string[] }[] {
    const { inventory } = this;
    const groupsOf = (node: Definition): ReadonlySet<string> => membershipOf(inventory, node).groups;
    const enabled = [...inventory.policies().rules.values()].filter((rule) => rule.enabled);
    return enabled.map((rule) => ({ rule, nodes: ruleNodes(inventory, rule, groupsOf) }));
  }

  /** The names of the nodes in each group. */
  members(): ReadonlyMap<string, readonly string[]> {
    return membersOf(this.inventory);
  }

  /** How many nodes the share of a group has; undefined for a group without one. */
  share(group: Group): GroupShare | undefined {
    return shareOf(group, this.inventory);
  }

  /** Ids of the groups that hold a node, weakest first; none for a name that the inventory does not have. */
  groupsOf(name: string): readonly string[] {
    const node = this.inventory.node(name);
    return node === undefined ? [] : nodeGroups(this.inventory, node).groups.map(({ id }) => id);
  }

  /** Why a node is in a group, or why not; undefined for names that the inventory does not have. */
  why(name: string, group: string): Masked<MembershipReason> | undefined {
    const node = this.inventory.node(name);
    const reason = node && whyMember(this.inventory, node, group);
    return reason && mask("membership", reason, this.secrets);
  }

  /** The explainer of a node's values; throws as {@link policies} does. */
  explainer(name: string) {
    const explainer = new NodeExplainer(this.inventory, name);
    return {
      knows: (path: ParameterPath) => explainer.knows(path),
      explanation: (path: ParameterPath) => mask("explanation", explainer.explanation(path), this.secrets),
      diagnostics: this.masked(explainer.outcome.diagnostics),
    };
  }

  /** The explainer of a node's policies; throws as {@link policies} does. */
  policyExplainer(name: string) {
    const { inventory, secrets } = this;
    const { outcome, policies: explained } = new NodeExplainer(inventory, name);
    if (explained === undefined) return { view: undefined, diagnostics: this.masked(outcome.diagnostics) };
    const view = {
      techniques: explained.techniques(),
      variables: explained.variables(),
      policy: (id: string) => mask("policy", explained.policy(id), secrets),
      /** `rest` are the keys of a value in it. */
      variable: (each: string, rest?: ParameterPath) => mask("policy", explained.variable(each, rest), secrets),
    };
    return { view, diagnostics: this.masked(explained.diagnostics) };
  }

  /** Why a node has no value at a path, and what would add one; undefined for an unknown name. */
  unset(name: string, path: ParameterPath): Masked<Unset> | undefined {
    if (this.inventory.node(name) === undefined) return undefined;
    return mask("unset", new NodeExplainer(this.inventory, name).unset(path), this.secrets);
  }

  /** Searches for the uses of the things that a text names; call each with every node; throws as `usesTargets` does. */
  uses(text: string) {
    return usesTargets(this.inventory, text).map((target) => {
      const search = usesSearch(this.inventory, target);
      return { ...search, result: () => mask("uses", search.result(), this.secrets) };
    });
  }

  /** A search for the effects of editing the thing that a text names; call it with every node; see `impactTarget`. */
  impact(text: string) {
    const { target, others } = impactTarget(this.inventory, text);
    const search = impactSearch(this.inventory, target);
    return { search: { ...search, result: () => mask("impact", search.result(), this.secrets) }, others };
  }

  /** The resolved properties of a node by name; throws as {@link policies} does. */
  propertyValues(name: string): Viewed<ReadonlyMap<string, Value>> {
    const { node, diagnostics } = resolveNode(this.inventory, name);
    return { view: node && propertyValues(this.inventory, node), diagnostics: this.masked(diagnostics) };
  }

  private resolved<View extends { readonly diagnostics: readonly Diagnostic[] }>(
    name: string,
    viewOf: (node: ResolvedNode) => View,
  ): Viewed<View> {
    const { node, diagnostics } = resolveNode(this.inventory, name);
    const view = node && viewOf(node);
    return { view, diagnostics: this.masked([...diagnostics, ...(view?.diagnostics ?? [])]) };
  }

  private group(name: string): Group | undefined {
    return this.inventory.groups.groups.get(name.replace(/^group:/, ""));
  }

  private viewed({ node, diagnostics }: NodeOutcome, kind: PropertiesView["kind"]): Viewed<Masked<PropertiesView>> {
    const view = node && mask("properties", propertiesOf(node, this.inventory.settings, kind), this.secrets);
    return { view, diagnostics: this.masked(diagnostics) };
  }

  private masked(diagnostics: readonly Diagnostic[]): readonly MaskedDiagnostic[] {
    return maskFindings(diagnostics, this.secrets);
  }
}
