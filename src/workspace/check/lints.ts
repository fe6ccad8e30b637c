import { keptAt } from "../../base/made-once.ts";
import type { CheckedNode, KnownNodes } from "../../cache/states/findings.ts";
import type { ContractJudge } from "../../checks/contracts/judge.ts";
import { lintDefinition } from "../../checks/definition.ts";
import { lintNode } from "../../checks/node.ts";
import { sharedFindings } from "../../checks/shared.ts";
import { type Diagnostic, type FoundOnNodes, type FoundProblem, findingKey } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { SourceFile } from "../../model/values/value.ts";
import type { ProblemFold } from "../../report/findings/problems.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolveNode } from "../../resolve/node.ts";
import { questionsOf } from "../../resolve/policies/profile.ts";
import { type NodeQuestion, questionFault } from "../views/conflict-choices.ts";
import type { NodeApart, NodeFindings } from "../workspace.ts";
import { endFindings } from "./line-ends.ts";

/** What judges nodes by the contracts of an inventory; undefined if it has none. */
export async function contractJudge(inventory: Inventory): Promise<ContractJudge | undefined> {
  const { contracts } = inventory;
  return contracts && new (await import("../../checks/contracts/judge.ts")).ContractJudge(inventory, contracts);
}

/** Adds a finding with its nodes. */
export function addFound({ diagnostic, nodes }: FoundOnNodes, found: ProblemFold<Diagnostic>): void {
  if (nodes.length === 0) found.add([diagnostic]);
  for (const name of nodes) found.add([diagnostic], name);
}

/** Adds the findings of each node and of each of its definitions; a definition is checked once. */
export class Lints {
  /** What the order of groups leaves open, by {@link findingKey}. */
  readonly questions: Map<string, NodeQuestion> = new Map();
  private readonly apart = new Map<string, NodeApart>();
  private readonly linted = new Map<Definition, readonly Diagnostic[]>();
  /** Nodes that were not examined, and the files that they use. */
  private readonly reusedNodes = new Set<string>();
  private readonly reusedFiles = new Set<string>();
  private readonly inventory: Inventory;
  private readonly settings: Settings;
  /** Lines with an end in files that several nodes need, by path. */
  private readonly ends: ReadonlyMap<string, readonly Diagnostic[]>;
  private readonly found: ProblemFold<Diagnostic>;
  private readonly judge: ContractJudge | undefined;

  constructor(
    inventory: Inventory,
    found: ProblemFold<Diagnostic>,
    judge: ContractJudge | undefined,
    shared: readonly SourceFile[] = [],
  ) {
    this.inventory = inventory;
    this.settings = { ...inventory.settings, secrets: inventory.secrets.paths };
    this.found = found;
    this.judge = judge;
    if (judge !== undefined) found.add(judge.files());
    this.ends = new Map(shared.map((file) => [file.path, endFindings(file)]));
    for (const ends of this.ends.values()) found.add(ends);
  }

  /** Resolves a node, checks it, and adds what it finds. */
  resolved(name: string, known: KnownNodes | undefined): NodeOutcome {
    const outcome = resolveNode(this.inventory, name);
    const found = this.checked(outcome);
    this.known(name, found);
    known?.add(outcome, found);
    return outcome;
  }

  checked(outcome: NodeOutcome): NodeFindings {
    const data = this.dataOf(outcome);
    const { diagnostics, facts } = this.judge?.node(outcome.name, data) ?? { diagnostics: [], facts: [] };
    return { diagnostics: [...this.asked(outcome), ...this.node(data), ...diagnostics], facts };
  }

  known(name: string, { diagnostics, facts }: NodeFindings): void {
    this.found.add(diagnostics, name);
    this.judge?.fleet.add(name, facts);
  }

  /** Adds a node whose findings are known from another state. */
  reused(name: string, node: CheckedNode): void {
    this.known(name, node);
    this.reusedNodes.add(name);
    for (const path of node.files.keys()) this.reusedFiles.add(path);
  }

  /** Adds a node that another process checked. */
  elsewhere(name: string, node: NodeApart): void {
    this.known(name, node);
    this.apart.set(name, node);
    for (const [key, question] of node.questions) if (!this.questions.has(key)) this.questions.set(key, question);
  }

  /** A node that is not checked, but counts in rules over nodes. */
  other(name: string): void {
    this.judge?.fleet.add(name, this.judge.facts(this.dataOf(resolveNode(this.inventory, name))));
  }

  /** Adds what several nodes break together, one of those that are meant among them, once all have been examined. */
  overNodes(meant: ReadonlySet<string>): void {
    for (const each of this.judge?.fleet.findings() ?? []) {
      if (each.nodes.length === 0 || each.nodes.some((name) => meant.has(name))) addFound(each, this.found);
    }
  }

  private dataOf({ node }: NodeOutcome): NodeData | undefined {
    return node && new NodeData(this.inventory, { node });
  }

  private node(data: NodeData | undefined): readonly Diagnostic[] {
    if (data === undefined) return [];
    const { node } = data;
    const ofSteps = node.steps.flatMap(({ layer, name, parameters }) => {
      const ofClass = layer === "class" ? this.inventory.class(name) : undefined;
      const definition = layer === "node" ? node.definition : ofClass;
      return definition === undefined ? (this.ends.get(parameters.origin.file.path) ?? []) : this.of(definition);
    });
    return [...ofSteps, ...lintNode(node, this.inventory), ...data.policies.diagnostics, ...data.runtime.diagnostics];
  }

  /** The findings of a node, including questions about open variables of policies. */
  private asked(outcome: NodeOutcome): readonly Diagnostic[] {
    const { name, conflicts, diagnostics } = outcome;
    if (conflicts.length === 0) return diagnostics;
    const questions = questionsOf(this.inventory, outcome).map((conflict) => {
      const diagnostic = questionFault(conflict, outcome);
      const key = findingKey(diagnostic);
      if (!this.questions.has(key)) this.questions.set(key, { node: name, conflict });
      return diagnostic;
    });
    return [...questions, ...diagnostics.filter(({ code }) => code !== "group-conflict" && code !== "order-limit")];
  }

  /** Also findings about stages, groups and policies as a whole, and of class files that no node uses, or only failing ones. */
  unused(classNames: readonly string[]): void {
    const { inventory } = this;
    this.found.add(sharedFindings(inventory));
    const classes = classNames.flatMap((name) => inventory.class(name) ?? []);
    const nodes = inventory.nodeNames.flatMap((name) =>
      this.reusedNodes.has(name) || this.apart.has(name) ? [] : (inventory.node(name) ?? []),
    );
    for (const definition of classes) this.found.add(definition.diagnostics);
    for (const definition of [...classes, ...nodes]) this.found.add(this.of(definition));
    for (const { unresolved } of this.apart.values()) this.found.add(unresolved);
  }

  /** The files that were examined; files of nodes that were not examined only if all are wanted, or a problem is in them. */
  files(problems: readonly FoundProblem<Diagnostic>[], isWhole: boolean): Iterable<SourceFile> {
    const { groups } = this.inventory.groups;
    const atProblems = problems.flatMap(({ diagnostic: { span } }) => {
      return span !== undefined && this.reusedFiles.has(span.file.path) ? [span.file] : [];
    });
    const contracts = this.inventory.contracts?.files ?? [];
    const nodes = isWhole ? [...this.reusedNodes].flatMap((name) => this.inventory.node(name) ?? []) : [];
    const definitions = [...this.linted.keys(), ...groups.values(), ...contracts, ...nodes];
    const apart = [...this.apart.values()].flatMap(({ allowing }) => allowing ?? []);
    return [...definitions.map(({ file }) => file), ...atProblems, ...apart];
  }

  /** The findings of a definition alone. */
  of(definition: Definition): readonly Diagnostic[] {
    const find = () => [...lintDefinition(definition, this.settings), ...endFindings(definition.file)];
    return keptAt(this.linted, definition, find);
  }
}
