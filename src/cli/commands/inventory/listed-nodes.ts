import { didYouMean, similar } from "../../../base/similar.ts";
import { DataValue } from "../../../encoding/json.ts";
import { isError } from "../../../model/findings/diagnostic.ts";
import type { ReportedOutcome } from "../../../model/inventory/inventory.ts";
import { secretPaths } from "../../../model/secrets/secrets.ts";
import { joinedBy, readSelectors, valueAtom } from "../../../model/selector/selector.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { nodeFailure } from "../../../report/inventory/writer.ts";
import { counted } from "../../../report/text/row.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import { type AskedPath, type WrittenPath, writtenPath } from "../../../workspace/scope/things.ts";
import { pathsInScope } from "../../reading/names.ts";
import type { AskedState } from "../../reading/state.ts";
import type { HeldSecrets } from "../../words/options.ts";
import type { Arguments } from "../command.ts";
import { askedColumns, type Field, type ListEntry } from "./list-formats.ts";

/** The columns that a list of nodes has a name for. */
export const nodeColumns = ["name", "file", "groups", "classes", "applications", "environment", "status"];
/** Columns that do not require resolving nodes. */
const cheap: ReadonlySet<string> = new Set(["name", "file"]);

/** The nodes and columns that a line asks for; `mustResolve`: more than names and files. */
export function askedList(args: Arguments) {
  const columns = askedColumns(args) ?? [];
  const selected = readSelectors([...args.list("node"), ...args.operands]);
  return {
    columns,
    paths: columns.filter((column) => !nodeColumns.includes(column)).map(pathColumn),
    selector: joinedBy("and", [...(selected === undefined ? [] : [selected]), ...args.list("with").map(valueAtom)]),
    mustResolve: columns.some((column) => !cheap.has(column)),
  };
}

function pathColumn(text: string): WrittenPath {
  return { ...writtenPath(text, "columns"), hint: didYouMean(similar(text, nodeColumns)) };
}

/** The nodes with their columns, how many do not resolve whole, and why. Paths that no node has are out of scope. */
export async function listedNodes(asked: AskedState, names: readonly string[]) {
  const { args, workspace, snapshot, inventory, context } = asked;
  const { columns, paths, mustResolve } = askedList(args);
  const item = (name: string): ListEntry => ({ name, file: inventory.fileOf("node", name) ?? "" });
  if (!mustResolve) return { entries: names.map(item), secrets: [], failed: 0, problems: [] };
  const fold = createProblemFold();
  const kept: Kept[] = [];
  let missing: readonly AskedPath[] = paths;
  let failed = 0;
  for (const outcome of workspace.resolve(inventory, names)) {
    const { node, name, diagnostics } = outcome;
    if (nodeFailure(outcome) !== undefined) {
      failed += 1;
      fold.add(diagnostics, name);
    }
    const whole = node && wholeNode(inventory, node);
    missing = missing.filter((path) => whole === undefined || !path.isIn(whole));
    const values = whole === undefined ? [] : paths.flatMap((path) => columnValue(path, whole));
    if (node !== undefined && columns.includes("environment")) {
      values.push(["environment", ["environment"], node.environment]);
    }
    kept.push({ entry: { ...item(name), ...details(outcome) }, values });
    await context.step(kept.length, names.length);
  }
  const visited = new Set(names);
  const others = inventory.nodeNames.filter((name) => !visited.has(name));
  await pathsInScope(missing, [{ snapshot, names: [...others, ...names] }], asked);
  return { ...masked(kept, asked), failed, problems: fold.problems() };
}

type ColumnValue = readonly [column: string, path: ParameterPath, value: Value];

interface Kept {
  readonly entry: ListEntry;
  /** They are masked when all nodes are known, since each can bring in more secrets. */
  readonly values: readonly ColumnValue[];
}

function columnValue(path: WrittenPath, whole: Value): ColumnValue[] {
  const at = path.pathIn(whole);
  const value = at && valueAt(whole, at);
  return value === undefined || at === undefined ? [] : [[path.text, at, value]];
}

function masked(kept: readonly Kept[], { inventory, secrets: choice }: AskedState) {
  const shownValue = shownValues([inventory], choice);
  const secrets: HeldSecrets[] = [];
  const entries = kept.map(({ entry, values }) => {
    const shown = values.map(([column, path, value]) => [column, path, shownValue(value, path)] as const);
    secrets.push({ node: entry.name, paths: shown.flatMap(([, path, value]) => secretPaths(value, path)) });
    const fields = shown.map(([column, , value]): [string, Field] => [column, new DataValue(value)]);
    return { ...entry, ...Object.fromEntries(fields) };
  });
  return { entries, secrets };
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
