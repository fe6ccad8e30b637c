import { DataValue } from "../../../encoding/json.ts";
import type { FoundProblem } from "../../../model/findings/diagnostic.ts";
import type { NameMention } from "../../../model/inventory/definition.ts";
import type { ReportedOutcome, ResolvedNode } from "../../../model/inventory/resolved.ts";
import type { SecretsChoice } from "../../../model/secrets/masked.ts";
import { secretPaths } from "../../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { nodeFailure } from "../../../report/inventory/writer.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import type { AskedPath, WrittenPath } from "../../../workspace/scope/compared-node.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import type { Field, ListEntry } from "../../output/lists/formats.ts";
import { pathsInScope, type Scope } from "../../reading/names.ts";
import type { HeldSecrets } from "../../reading/secrets.ts";
import type { Context } from "../command.ts";

/** Which nodes to list, and in which columns. */
export interface ListedChoice {
  readonly names: readonly string[];
  readonly columns: readonly string[];
  /** The paths that are columns. */
  readonly paths: readonly WrittenPath[];
  readonly scope: Scope;
  readonly secrets: SecretsChoice;
  /** Whether more than names and files is asked for. */
  readonly mustResolve: boolean;
}

export interface ListedNodes {
  readonly entries: readonly ListEntry[];
  /** What is masked in the entries. */
  readonly secrets: readonly HeldSecrets[];
  /** How many nodes do not resolve, wholly or in part, and why. */
  readonly failed: number;
  readonly problems: readonly FoundProblem[];
}

/** The nodes with their columns. Paths that no node has are out of scope. */
export async function listedNodes(context: Context, reading: StateReading, choice: ListedChoice): Promise<ListedNodes> {
  const { names, paths, scope, mustResolve } = choice;
  const list = new NodeList(reading, choice);
  if (!mustResolve) return list.unresolved();
  let missing: readonly AskedPath[] = paths;
  let done = 0;
  for (const outcome of reading.workspace.resolve(reading.inventory, names)) {
    const whole = list.add(outcome);
    missing = missing.filter((path) => whole === undefined || !path.isIn(whole));
    done += 1;
    await context.step(done, names.length);
  }
  const { workspace, snapshot, inventory } = reading;
  const visited = new Set(names);
  const others = inventory.nodeNames.filter((name) => !visited.has(name));
  await pathsInScope(missing, [{ snapshot, names: [...others, ...names] }], { workspace, context, scope });
  return list.resolved();
}

type ColumnValue = readonly [column: string, path: ParameterPath, value: Value];

interface Kept {
  readonly entry: ListEntry;
  /** They are masked when all nodes are known, since each can bring in more secrets. */
  readonly values: readonly ColumnValue[];
}

class NodeList {
  private readonly kept: Kept[] = [];
  private readonly fold = createProblemFold();
  private failed = 0;
  private readonly reading: StateReading;
  private readonly choice: ListedChoice;

  constructor(reading: StateReading, choice: ListedChoice) {
    this.reading = reading;
    this.choice = choice;
  }

  /** Adds a node, and returns it as a mapping of its parts. */
  add(outcome: ReportedOutcome): Value | undefined {
    const { columns, paths } = this.choice;
    const { node, name } = outcome;
    if (nodeFailure(outcome) !== undefined) {
      this.failed += 1;
      this.fold.add(outcome.diagnostics, name);
    }
    const whole = node && wholeNode(this.reading.inventory, node);
    const values = paths.flatMap((path) => {
      const at = whole && path.pathIn(whole);
      const value = whole && at && valueAt(whole, at);
      return value === undefined || at === undefined ? [] : [[path.text, at, value] satisfies ColumnValue];
    });
    const entry = { ...item(this.reading, name), ...details(outcome) };
    const hasEnvironment = node !== undefined && columns.includes("environment");
    this.kept.push({ entry, values: hasEnvironment ? [...values, environmentOf(node)] : values });
    return whole;
  }

  resolved(): ListedNodes {
    const masked = shownValues([this.reading.inventory], this.choice.secrets);
    const secrets: HeldSecrets[] = [];
    const entries = this.kept.map(({ entry, values }) => {
      const shown = values.map(([column, path, value]) => [column, path, masked(value, path)] as const);
      secrets.push({ node: entry.name, paths: shown.flatMap(([, path, value]) => secretPaths(value, path)) });
      const fields = shown.map(([column, , value]): [string, Field] => [column, new DataValue(value)]);
      return { ...entry, ...Object.fromEntries(fields) };
    });
    return { entries, secrets, failed: this.failed, problems: this.fold.problems() };
  }

  unresolved(): ListedNodes {
    const entries = this.choice.names.map((name) => item(this.reading, name));
    return { entries, secrets: [], failed: 0, problems: [] };
  }
}

function item({ inventory }: StateReading, name: string): ListEntry {
  return { name, file: inventory.fileOf("node", name) ?? "" };
}

function details({ node, diagnostics }: ReportedOutcome): Readonly<Record<string, Field>> {
  const first = diagnostics.find(({ severity }) => severity === "error");
  const isWhole = node !== undefined && node.conflicts.length === 0;
  const status = isWhole ? warnings(diagnostics.length) : `error: ${first?.code ?? "does not resolve"}`;
  return {
    groups: node?.groups.map(nameOf) ?? null,
    classes: node?.classes.length ?? null,
    applications: node?.applications.length ?? null,
    status,
  };
}

function environmentOf({ environment }: ResolvedNode): ColumnValue {
  return ["environment", ["environment"], environment];
}

function nameOf({ name }: NameMention): string {
  return name;
}

function warnings(count: number): string {
  if (count === 0) return "ok";
  return count === 1 ? "1 warning" : `${count} warnings`;
}
