import type { Definition } from "../model/definition.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Inventory } from "../model/inventory.ts";
import type { NodeOutcome } from "../model/resolved.ts";
import type { Settings } from "../model/settings.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { createProblemFold, type FoundProblem, type ProblemFold, sortedProblems } from "../report/problems.ts";
import { lintDefinition } from "../resolve/lint-definition.ts";
import { orderFragile } from "../resolve/lint-order.ts";
import { resolveNode } from "../resolve/node.ts";
import { Allowances } from "./allowances.ts";
import { hasError } from "./comparison.ts";
import { Pace, type PaceOptions } from "./pace.ts";
import type { CheckResult } from "./workspace.ts";

/**
 * Everything that can be found in one snapshot: faults of every node, of the inventory as a whole, of the listing, of
 * files that no node uses, and what is legal and surprises. Equal findings are one, with all their nodes. Severities are
 * those of the settings; what a comment allows is left out.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  inventory: Inventory,
  options: PaceOptions & { readonly nodes?: ReadonlySet<string> } = {},
): Promise<CheckResult> {
  const found = createProblemFold();
  found.add([...snapshot.diagnostics, ...inventory.diagnostics]);
  const names = inventory.nodeNames.filter((name) => options.nodes?.has(name) ?? true);
  const lints = new Lints(inventory, found);
  if (!hasError(inventory)) {
    const pace = new Pace(options, names.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      lints.node(resolveNode(inventory, name));
    }
  }
  lints.unused();
  const files = inventory.nodeNames.length + inventory.classNames.length;
  const findings = judged(found.problems(), inventory, { isWhole: names.length === inventory.nodeNames.length });
  return { findings, lookedAt: { nodes: names.length, files } };
}

/** Adds what each node and each of its definitions gives cause for; a definition is looked at once. */
class Lints {
  private readonly known = new Map<Definition, readonly Diagnostic[]>();
  private readonly inventory: Inventory;
  private readonly found: ProblemFold;

  constructor(inventory: Inventory, found: ProblemFold) {
    this.inventory = inventory;
    this.found = found;
  }

  node({ name, node, diagnostics }: NodeOutcome): void {
    this.found.add(diagnostics, name);
    if (node === undefined) return;
    for (const step of node.steps) {
      const definition = step.layer === "class" ? this.inventory.class(step.name) : node.definition;
      if (definition !== undefined && step.layer !== "automatic") this.found.add(this.of(definition), name);
    }
    this.found.add(orderFragile(node, this.inventory), name);
  }

  /** Also the files that no node uses, or whose nodes all fail. */
  unused(): void {
    const { inventory } = this;
    const classes = inventory.classNames.flatMap((name) => inventory.class(name) ?? []);
    const nodes = inventory.nodeNames.flatMap((name) => inventory.node(name) ?? []);
    for (const definition of classes) this.found.add(definition.diagnostics);
    for (const definition of [...classes, ...nodes]) this.found.add(this.of(definition));
  }

  private of(definition: Definition): readonly Diagnostic[] {
    let found = this.known.get(definition);
    if (found === undefined) {
      found = lintDefinition(definition, this.inventory.settings);
      this.known.set(definition, found);
    }
    return found;
  }
}

/** Findings as the team wants them: with its severities, without what comments allow. */
function judged(
  problems: readonly FoundProblem[],
  inventory: Inventory,
  { isWhole }: { readonly isWhole: boolean },
): readonly FoundProblem[] {
  const allowances = new Allowances();
  for (const name of inventory.classNames) allowances.add(inventory.class(name)?.file);
  for (const name of inventory.nodeNames) allowances.add(inventory.node(name)?.file);
  const kept = problems.filter(({ diagnostic }) => !allowances.allows(diagnostic));
  const useless = isWhole ? allowances.useless().map((diagnostic) => ({ diagnostic, nodes: [] })) : [];
  return sortedProblems([...kept, ...useless].flatMap((problem) => withSeverity(problem, inventory.settings)));
}

function withSeverity({ diagnostic, nodes }: FoundProblem, { checks }: Settings): readonly FoundProblem[] {
  const setting = checks.get(diagnostic.code);
  if (setting === undefined) return [{ diagnostic, nodes }];
  const { severity, reason } = setting;
  if (severity === "off") return [];
  const note = reason === undefined ? diagnostic.note : `severity set in heir.yml: ${reason}`;
  return [{ diagnostic: { ...diagnostic, severity, ...(note !== undefined && { note }) }, nodes }];
}
