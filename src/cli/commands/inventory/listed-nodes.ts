import { DataValue } from "../../../encoding/json.ts";
import { type FoundProblem, isError } from "../../../model/findings/diagnostic.ts";
import type { ReportedOutcome } from "../../../model/inventory/resolved.ts";
import { secretPaths } from "../../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { nodeFailure } from "../../../report/inventory/writer.ts";
import { counted } from "../../../report/text/row.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import type { AskedPath, WrittenPath } from "../../../workspace/scope/compared-node.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import type { Field, ListEntry } from "../../output/lists/formats.ts";
import { pathsInScope } from "../../reading/names.ts";
import type { HeldSecrets } from "../../reading/secrets.ts";
import type { AskedState } from "../../reading/state.ts";

/** Which nodes to list, and in which columns. */
interface ListedChoice {
  readonly names: readonly string[];
  readonly columns: readonly string[];
  /** The paths that are columns. */
  readonly paths: readonly WrittenPath[];
  /** Whether more than names and files is asked for. */
  readonly mustResolve: boolean;
}

interface ListedNodes {
  readonly entries: readonly ListEntry[];
  /** What is masked in the entries. */
  readonly secrets: readonly HeldSecrets[];
  /** How many nodes do not resolve, wholly or in part, and why. */
  readonly failed: number;
  readonly problems: readonly FoundProblem[];
}

/** The nodes with their columns. Paths that no node has are out of scope. */
export async function listedNodes(asked: AskedState, choice: ListedChoice): Promise<ListedNodes> {
  const { names, paths, mustResolve } = choice;
  const { workspace, snapshot, inventory, context } = asked;
  const list = new NodeList(asked, choice);
  if (!mustResolve) return list.unresolved();
  let missing: readonly AskedPath[] = paths;
  let done = 0;
  for (const outcome of workspace.resolve(inventory, names)) {
    const whole = list.add(outcome);
    missing = missing.filter((path) => whole === undefined || !path.isIn(whole));
    done += 1;
    await context.step(done, names.length);
  }
  const visited = new Set(names);
  const others = inventory.nodeNames.filter((name) => !visited.has(name));
  await pathsInScope(missing, [{ snapshot, names: [...others, ...names] }], asked);
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
  private readonly reading: AskedState;
  private readonly choice: ListedChoice;

  constructor(reading: AskedState, choice: ListedChoice) {
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
    const values = paths.flatMap((path): ColumnValue[] => {
      const at = whole && path.pathIn(whole);
      const value = whole && at && valueAt(whole, at);
      return value === undefined || at === undefined ? [] : [[path.text, at, value]];
    });
    const entry = { ...item(this.reading, name), ...details(outcome) };
    if (node !== undefined && columns.includes("environment")) {
      values.push(["environment", ["environment"], node.environment]);
    }
    this.kept.push({ entry, values });
    return whole;
  }

  resolved(): ListedNodes {
    const masked = shownValues([this.reading.inventory], this.reading.secrets);
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
  const first = diagnostics.find(isError);
  const isWhole = node !== undefined && node.conflicts.length === 0;
  const passed = diagnostics.length === 0 ? "ok" : counted(diagnostics.length, "warning");
  const status = isWhole ? passed : `error: ${first?.code ?? "does not resolve"}`;
  return {
    groups: node?.groups.map((group) => group.name) ?? null,
    classes: node?.classes.length ?? null,
    applications: node?.applications.length ?? null,
    status,
  };
}
