import { isInShard } from "../../base/shard.ts";
import type { CheckedNode, KnownNodes } from "../../cache/known-findings.ts";
import { Allowances } from "../../checks/allowances.ts";
import { clearSharedSecrets } from "../../checks/clear-secrets.ts";
import type { ContractJudge, JudgedNode } from "../../checks/contracts/judge.ts";
import { lintDefinition } from "../../checks/definition.ts";
import { groupFindings } from "../../checks/groups.ts";
import { orderFragile } from "../../checks/order-fragile.ts";
import { policyFindings } from "../../checks/policies.ts";
import { lintProperties } from "../../checks/properties.ts";
import { keepsValues } from "../../model/findings/codes.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { findingKey } from "../../model/findings/finding.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome, ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import {
  createProblemFold,
  type FoundProblem,
  type ProblemFold,
  sortedProblems,
} from "../../report/findings/problems.ts";
import { resolveNode } from "../../resolve/node.ts";
import { conflictFault } from "../../resolve/orders/faults.ts";
import { policiesOfNode, runtimeOf } from "../../resolve/policies/node-policies.ts";
import { questionsOf } from "../../resolve/policies/questions.ts";
import { leftOutOf } from "../load/left-out.ts";
import { NotJudged } from "../load/not-judged.ts";
import { hasError, type ResolvedBefore } from "../load/outcome.ts";
import { Pace, type PaceOptions } from "../load/pace.ts";
import type { CheckOptions, CheckResult } from "../workspace.ts";
import { type NodeQuestion, withChoices } from "./conflict-choices.ts";
import { UnusedSearch } from "./unused.ts";

/**
 * All findings of one snapshot: faults of every node, of the inventory as a whole, of the listing, of files that no
 * node uses, and of valid but surprising text. Equal findings are one, with all their nodes. Severities are those of
 * the settings; findings that a comment allows are omitted.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  inventory: Inventory,
  options: PaceOptions &
    Pick<CheckOptions, "nodes" | "share" | "unused" | "infos" | "known" | "latest" | "resolved" | "faults"> = {},
): Promise<CheckResult> {
  const allowances = new Allowances();
  const found = createProblemFold<Diagnostic>((diagnostic) => isAllowed(diagnostic, allowances));
  found.add([...snapshot.diagnostics, ...inventory.diagnostics, ...(options.faults ?? [])]);
  const { share } = options;
  const meant = inventory.nodeNames.filter((name) => options.nodes?.has(name) ?? true);
  const names = share === undefined ? meant : meant.filter((name) => isInShard(name, share));
  const { contracts } = inventory;
  const judge = contracts && new (await import("../../checks/contracts/judge.ts")).ContractJudge(inventory, contracts);
  const lints = new Lints(inventory, { found, judge });
  const unusedSearch = new UnusedSearch(inventory, options);
  const isWhole = meant.length === inventory.nodeNames.length && options.unused === undefined;
  if (!hasError(inventory)) {
    // Finding unused classes and dead values requires all nodes; finding needless exceptions, all files.
    const usable = options.latest ?? (isWhole ? undefined : options.known);
    const known = unusedSearch.isWanted ? undefined : usable?.in({ snapshot, inventory });
    // Rules over nodes need all of them.
    const others = judge?.asksAll === true ? without(inventory.nodeNames, names) : [];
    const pace = new Pace(options, names.length + others.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      const reused = known?.of(name);
      if (reused !== undefined) lints.reused(name, reused);
      else unusedSearch.visit(lints.resolved(name, known, options.resolved));
    }
    await unusedSearch.report(found, options);
    for (const [index, name] of others.entries()) {
      await pace.step(names.length + index);
      lints.other(name);
    }
    lints.overNodes(new Set(meant));
  }
  const isMeant = (path: string | undefined): boolean => options.unused?.has(path ?? "") ?? true;
  lints.unused(inventory.classNames.filter((name) => isMeant(inventory.fileOf("class", name))));
  const files = filesOf(inventory);
  const asked = withChoices(found.problems(), lints.questions, inventory);
  const problems = asked.map((problem) => judge?.withLayers(problem) ?? problem);
  const isLookedFor = (code: string): boolean => unusedSearch.looksFor(code);
  const all = reported(problems, inventory, {
    allowances,
    files: lints.files(problems, isWhole),
    isWhole,
    isLookedFor,
  });
  const { findings, leftOut } = judgedOnly(all, inventory, names);
  const { secrets } = inventory;
  const masked = findings.map((each) => ({ ...each, diagnostic: mask("finding", each.diagnostic, secrets) }));
  const lookedAt = { nodes: names.length, files, leftOut: [...leftOutOf([snapshot]), ...leftOut] };
  return { findings: masked, lookedAt };
}

function without(all: readonly string[], some: readonly string[]): readonly string[] {
  const own = new Set(some);
  return all.filter((name) => !own.has(name));
}

/** The findings without those of nodes that are not judged. */
function judgedOnly(
  findings: readonly FoundProblem<Diagnostic>[],
  inventory: Inventory,
  names: readonly string[],
): { readonly findings: readonly FoundProblem<Diagnostic>[]; readonly leftOut: readonly LeftOut[] } {
  const skipped = new NotJudged();
  // A file of the inventory as a whole is needed by all nodes.
  skipped.takes(inventory.diagnostics, names);
  const others = findings.filter(({ diagnostic, nodes }) => !skipped.takes([diagnostic], nodes));
  const { leftOut } = skipped;
  if (leftOut.length === 0) return { findings: others, leftOut };
  const judged = others.flatMap(({ diagnostic, nodes }) => {
    const left = nodes.filter((name) => !skipped.has(name));
    return nodes.length > 0 && left.length === 0 ? [] : [{ diagnostic, nodes: left }];
  });
  return { findings: judged, leftOut };
}

/** How many files have content. */
function filesOf(inventory: Inventory): number {
  const { techniques, directives, rules } = inventory.policies();
  const policies = techniques.size + directives.size + rules.size;
  const runtime = inventory.nodeNames.reduce((sum, name) => sum + inventory.runtimeFiles(name).length, 0);
  const shared = inventory.groups.files.size + (inventory.contracts?.files.length ?? 0);
  return inventory.nodeNames.length + inventory.classNames.length + shared + policies + runtime;
}

interface LintsOptions {
  readonly found: ProblemFold<Diagnostic>;
  readonly judge: ContractJudge | undefined;
}

const NOT_JUDGED: JudgedNode = { diagnostics: [], facts: [] };

/** Adds the findings of each node and of each of its definitions; a definition is checked once. */
class Lints {
  /** What the order of groups leaves open, by {@link findingKey}. */
  readonly questions = new Map<string, NodeQuestion>();
  private readonly known = new Map<Definition, readonly Diagnostic[]>();
  /** Nodes that were not examined, and the files that they use. */
  private readonly reusedNodes = new Set<string>();
  private readonly reusedFiles = new Set<string>();
  private readonly inventory: Inventory;
  private readonly settings: Settings;
  private readonly found: ProblemFold<Diagnostic>;
  private readonly judge: ContractJudge | undefined;

  constructor(inventory: Inventory, { found, judge }: LintsOptions) {
    this.inventory = inventory;
    this.settings = { ...inventory.settings, secrets: inventory.secrets.paths };
    this.found = found;
    this.judge = judge;
    if (judge !== undefined) found.add(judge.files());
  }

  /** Resolves a node, and checks it. */
  resolved(name: string, known: KnownNodes | undefined, before?: ResolvedBefore): NodeOutcome {
    const outcome = before === undefined ? resolveNode(this.inventory, name) : before.take(this.inventory, name);
    const judged = this.judge?.node(outcome) ?? NOT_JUDGED;
    const diagnostics = [...this.node(outcome), ...judged.diagnostics];
    const { facts } = judged;
    this.found.add(diagnostics, name);
    this.judge?.know(name, facts);
    known?.add(outcome, { diagnostics, facts });
    return outcome;
  }

  /** Adds a node whose findings are known. */
  reused(name: string, { diagnostics, facts, files }: CheckedNode): void {
    this.found.add(diagnostics, name);
    this.judge?.know(name, facts);
    this.reusedNodes.add(name);
    for (const path of files.keys()) this.reusedFiles.add(path);
  }

  /** A node that is not checked, but counts in rules over nodes. */
  other(name: string): void {
    this.judge?.know(name, this.judge.facts(resolveNode(this.inventory, name)));
  }

  /** Adds what several nodes break together, one of those that are meant among them, once all have been examined. */
  overNodes(meant: ReadonlySet<string>): void {
    for (const { diagnostic, nodes } of this.judge?.together() ?? []) {
      if (nodes.length > 0 && !nodes.some((name) => meant.has(name))) continue;
      if (nodes.length === 0) this.found.add([diagnostic]);
      for (const name of nodes) this.found.add([diagnostic], name);
    }
  }

  private node(outcome: NodeOutcome): readonly Diagnostic[] {
    const { node } = outcome;
    const diagnostics = this.asked(outcome);
    if (node === undefined) return diagnostics;
    const ofSteps = node.steps.flatMap((step) => {
      const definition = definitionOf(step, node, this.inventory);
      return definition === undefined ? [] : this.of(definition);
    });
    return [
      ...diagnostics,
      ...ofSteps,
      ...orderFragile(node, this.inventory),
      ...lintProperties(node, this.inventory.settings),
      ...policiesOfNode(this.inventory, node).diagnostics,
      ...runtimeOf(this.inventory, node).diagnostics,
    ];
  }

  /** The findings of a node, including questions about open variables of policies. */
  private asked(outcome: NodeOutcome): readonly Diagnostic[] {
    const { name, conflicts, diagnostics } = outcome;
    if (conflicts.length === 0) return diagnostics;
    const questions = questionsOf(this.inventory, outcome).map((conflict) => {
      const isWhole = conflict.paths.some(({ path }) => path.length === 0);
      const found = isWhole ? diagnostics.find(({ code }) => code === "group-conflict") : undefined;
      const diagnostic = found ?? conflictFault(conflict, name);
      const key = findingKey(diagnostic);
      if (!this.questions.has(key)) this.questions.set(key, { node: name, conflict });
      return diagnostic;
    });
    return [...questions, ...diagnostics.filter(({ code }) => code !== "group-conflict" && code !== "order-limit")];
  }

  /**
   * Also findings about groups and policies as a whole, and the files of classes that no node uses, or only failing
   * nodes.
   */
  unused(classNames: readonly string[]): void {
    const { inventory } = this;
    this.found.add([...groupFindings(inventory), ...policyFindings(inventory), ...clearSharedSecrets(inventory)]);
    const classes = classNames.flatMap((name) => inventory.class(name) ?? []);
    const nodes = inventory.nodeNames.flatMap((name) =>
      this.reusedNodes.has(name) ? [] : (inventory.node(name) ?? []),
    );
    for (const definition of classes) this.found.add(definition.diagnostics);
    for (const definition of [...classes, ...nodes]) this.found.add(this.of(definition));
  }

  /** The files that were examined; files of nodes that were not examined only if all are wanted, or a problem is in them. */
  files(problems: readonly FoundProblem<Diagnostic>[], isWhole: boolean): Iterable<SourceFile> {
    const { groups } = this.inventory.groups;
    const atProblems = problems.flatMap(({ diagnostic: { span } }) => {
      return span !== undefined && this.reusedFiles.has(span.file.path) ? [span.file] : [];
    });
    const contracts = this.inventory.contracts?.files ?? [];
    const nodes = isWhole ? [...this.reusedNodes].flatMap((name) => this.inventory.node(name) ?? []) : [];
    return [
      ...[...this.known.keys(), ...groups.values(), ...contracts, ...nodes].map(({ file }) => file),
      ...atProblems,
    ];
  }

  private of(definition: Definition): readonly Diagnostic[] {
    let found = this.known.get(definition);
    if (found === undefined) {
      found = lintDefinition(definition, this.settings);
      this.known.set(definition, found);
    }
    return found;
  }
}

/** The node or class file that a step comes from. */
function definitionOf({ layer, name }: Step, node: ResolvedNode, inventory: Inventory): Definition | undefined {
  if (layer === "class") return inventory.class(name);
  return layer === "node" ? node.definition : undefined;
}

interface Scope {
  readonly allowances: Allowances;
  readonly files: Iterable<SourceFile>;
  readonly isWhole: boolean;
  isLookedFor(code: string): boolean;
}

/** Findings with the severities of the settings, without those that comments allow. */
function reported(
  problems: readonly FoundProblem<Diagnostic>[],
  inventory: Inventory,
  { allowances, files, isWhole, isLookedFor }: Scope,
): readonly FoundProblem<Diagnostic>[] {
  for (const file of files) allowances.add(file);
  const kept = problems.filter(({ diagnostic }) => diagnostic.rest !== undefined || !allowances.allows(diagnostic));
  const needless = isWhole ? allowances.unused(isLookedFor).map((diagnostic) => ({ diagnostic, nodes: [] })) : [];
  return sortedProblems([...kept, ...needless].flatMap((problem) => withSeverity(problem, inventory.settings)));
}

/** Whether a comment in its file allows a finding. */
function isAllowed(diagnostic: Diagnostic, allowances: Allowances): boolean {
  if (diagnostic.span !== undefined) allowances.add(diagnostic.span.file);
  return allowances.allows(diagnostic);
}

function withSeverity(
  { diagnostic, nodes }: FoundProblem<Diagnostic>,
  { checks }: Settings,
): readonly FoundProblem<Diagnostic>[] {
  const setting = checks.get(diagnostic.code);
  // An error stays an error, even where the same code is a warning elsewhere.
  const isFixed = diagnostic.severity === "error" && !keepsValues(diagnostic.code);
  if (setting === undefined || isFixed) return [{ diagnostic, nodes }];
  const { severity, reason } = setting;
  if (severity === "off") return [];
  const note = reason === undefined ? diagnostic.note : `severity set in heir.yml: ${reason}`;
  return [{ diagnostic: { ...diagnostic, severity, ...(note !== undefined && { note }) }, nodes }];
}
