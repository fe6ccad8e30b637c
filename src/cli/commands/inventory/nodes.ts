import { HeirError } from "../../../model/findings/failure.ts";
import type { NodeOutcome } from "../../../model/inventory/resolved.ts";
import { type ParameterPath, parsePath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { counted } from "../../../report/text/count.ts";
import { rawText } from "../../../report/values/form.ts";
import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { exit } from "../../exit.ts";
import { askedColumns, listExclusive, listOptions, printList } from "../../output/lists/formats.ts";
import type { ListEntry } from "../../output/lists/list.ts";
import { chosenNames } from "../../reading/names.ts";
import { warnUnreadable } from "../../reading/problems.ts";
import { atRevision, readInventory, type StateReading } from "../../reading/state.ts";
import { revOption } from "../../words/options.ts";
import type { Command, Context } from "../command.ts";

const columnNames = ["name", "file", "groups", "classes", "applications", "environment", "status"];
/** Columns that do not require resolving nodes. */
const cheap: ReadonlySet<string> = new Set(["name", "file"]);

/** `heir nodes [PATTERN]`: names of nodes, and columns about them. */
export const nodes: Command = {
  examples: [
    { line: "heir nodes", meaning: "all names, one per line" },
    {
      line: "heir nodes 'web*' --columns name,classes,status",
      meaning: "a table that shows which nodes fail to resolve",
    },
    { line: "heir nodes --with ntp:server=ntp1.example.org", meaning: "nodes with this resolved value" },
  ],
  operands: [{ name: "PATTERN", kind: "node-glob", many: true }],
  options: {
    ...revOption,
    ...listOptions(columnNames),
    with: {
      kind: "path",
      value: "PATH[=VALUE]",
      multiple: true,
      summary: "only nodes with this value, or with a list that contains it",
    },
  },
  exclusive: listExclusive,
  follows: atRevision,
  async run(args, context) {
    const columns = askedColumns(args) ?? [];
    const tests = args.list("with").map(valueTest);
    const reading = await readInventory(args, context);
    if (warnUnreadable(context, reading.inventory)) return exit.unresolved;
    const names = chosenNames("node", reading.inventory.nodeNames, args.operands);
    const mustResolve = tests.length > 0 || columns.some((column) => !cheap.has(column));
    const entries = mustResolve
      ? await resolved(context, reading, { names, tests })
      : names.map((name) => item(reading, name));
    await printList(args, context, { kind: "nodes", entries });
    return exit.ok;
  },
};

type ValueTest = (outcome: NodeOutcome) => boolean;

interface Choice {
  readonly names: readonly string[];
  readonly tests: readonly ValueTest[];
}

async function resolved(
  context: Context,
  reading: StateReading,
  { names, tests }: Choice,
): Promise<readonly ListEntry[]> {
  const items: ListEntry[] = [];
  let done = 0;
  let unknown = 0;
  for (const outcome of reading.workspace.resolve(reading.inventory, names)) {
    if (tests.every((test) => test(outcome))) items.push({ ...item(reading, outcome.name), ...details(outcome) });
    if (tests.length > 0 && outcome.node === undefined) unknown += 1;
    done += 1;
    await context.step(done, names.length);
  }
  if (unknown > 0)
    context.note(`${counted(unknown, "node")} left out: ${unknown === 1 ? "it does" : "they do"} not resolve`);
  return items;
}

function item({ inventory }: StateReading, name: string): ListEntry {
  return { name, file: inventory.fileOf("node", name) ?? "" };
}

function details({ node, diagnostics }: NodeOutcome): Readonly<Record<string, string | number>> {
  const first = diagnostics.find(({ severity }) => severity === "error");
  const isWhole = node !== undefined && node.conflicts.length === 0;
  const status = isWhole ? warnings(diagnostics.length) : `error: ${first?.code ?? "does not resolve"}`;
  return {
    groups: node?.groups.map(({ name }) => name).join(",") || "-",
    classes: node?.classes.length ?? "-",
    applications: node?.applications.length ?? "-",
    environment: node === undefined ? "-" : (rawText(node.environment, false) ?? "-").trimEnd(),
    status,
  };
}

function warnings(count: number): string {
  if (count === 0) return "ok";
  return count === 1 ? "1 warning" : `${count} warnings`;
}

/** `PATH` tests whether there is a value, `PATH=VALUE` whether it is this value or a list that contains it. */
function valueTest(text: string): ValueTest {
  const equals = text.indexOf("=");
  const written = equals === -1 ? text : text.slice(0, equals);
  const wanted = equals === -1 ? undefined : text.slice(equals + 1);
  const syntax = parsePath(written);
  if (syntax.kind === "fault") throw new HeirError("usage", `--with: ${syntax.message}`);
  return ({ node }) => {
    if (node === undefined) return false;
    const whole = nodeValue(node, shownParts);
    const exists = (path: ParameterPath): boolean => valueAt(whole, path) !== undefined;
    const reading = parsePath(written, exists);
    const value = reading.kind === "path" ? valueAt(whole, reading.path) : undefined;
    return value !== undefined && (wanted === undefined || reads(value, wanted));
  };
}

function reads(value: Value, wanted: string): boolean {
  if (value.kind === "list" || value.kind === "set") return value.items.some((item) => reads(item, wanted));
  return rawText(value, false) === `${wanted}\n`;
}
