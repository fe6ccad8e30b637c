import { HeirError } from "../../../model/findings/failure.ts";
import type { NodeOutcome } from "../../../model/inventory/resolved.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { holdsMarker, isMarker } from "../../../model/secrets/secrets.ts";
import { parsePath } from "../../../model/values/parameter-path.ts";
import { exactFilter } from "../../../model/values/path-filter.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { counted } from "../../../report/text/count.ts";
import { rawText } from "../../../report/values/form.ts";
import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import { exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { askedColumns, listExclusive, listOptions, printList } from "../../output/lists/formats.ts";
import type { ListEntry } from "../../output/lists/list.ts";
import { chosenNames } from "../../reading/names.ts";
import { type AskedPath, pathsInScope } from "../../reading/paths.ts";
import { warnUnreadable } from "../../reading/problems.ts";
import { Scope } from "../../reading/scope.ts";
import { atRevision, readInventory } from "../../reading/state.ts";
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
    const scope = new Scope(args);
    const names = chosenNames("node", { names: reading.inventory.nodeNames, patterns: args.operands, scope });
    const mustResolve = tests.length > 0 || columns.some((column) => !cheap.has(column));
    const entries = mustResolve
      ? await resolved(context, reading, { names, tests, scope })
      : names.map((name) => item(reading, name));
    await printList(args, context, { kind: "nodes", entries });
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
};

interface ValueTest extends AskedPath {
  /** Whether a node, as a mapping of its parts, has the wanted value. A secret fits no value, only `PATH` alone. */
  fits(node: Value, masked: Masked<Value>): boolean;
  /** Whether a secret is there that a value was asked for. */
  isSecret(node: Value, masked: Masked<Value>): boolean;
}

interface Choice {
  readonly names: readonly string[];
  readonly tests: readonly ValueTest[];
  readonly scope: Scope;
}

async function resolved(
  context: Context,
  reading: StateReading,
  { names, tests, scope }: Choice,
): Promise<readonly ListEntry[]> {
  const items: ListEntry[] = [];
  let missing = tests;
  let done = 0;
  let unknown = 0;
  let secret = 0;
  const masked = shownValues([reading.inventory], "mask");
  for (const outcome of reading.workspace.resolve(reading.inventory, names)) {
    const whole = outcome.node && nodeValue(outcome.node, shownParts);
    const shown = whole && masked(whole, []);
    if (tests.every((test) => whole !== undefined && shown !== undefined && test.fits(whole, shown)))
      items.push({ ...item(reading, outcome.name), ...details(outcome) });
    if (tests.length > 0 && whole === undefined) unknown += 1;
    if (whole && shown && tests.some((test) => test.isSecret(whole, shown))) secret += 1;
    missing = missing.filter((test) => whole === undefined || !test.isIn(whole));
    done += 1;
    await context.step(done, names.length);
  }
  const { workspace, snapshot, inventory } = reading;
  const visited = new Set(names);
  const others = inventory.nodeNames.filter((name) => !visited.has(name));
  await pathsInScope(missing, [{ snapshot, names: [...others, ...names] }], { workspace, context, scope });
  if (secret > 0) context.note(`${counted(secret, "node")} ${secret === 1 ? "has" : "have"} a secret there`);
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
  const valueIn = (node: Value): Value | undefined => {
    const reading = parsePath(written, (path) => valueAt(node, path) !== undefined);
    return reading.kind === "path" ? valueAt(node, reading.path) : undefined;
  };
  return {
    text: written,
    filter: exactFilter(syntax.kind === "path" ? syntax.path : []),
    isIn: (node) => valueIn(node) !== undefined,
    fits: (node, masked) => {
      const value = valueIn(wanted === undefined ? node : masked);
      return value !== undefined && (wanted === undefined || reads(value, wanted));
    },
    isSecret: (node, masked) => {
      const [value, shown] = [valueIn(node), valueIn(masked)];
      return wanted !== undefined && value !== undefined && (shown === undefined || holdsMarker(shown));
    },
  };
}

function reads(value: Value, wanted: string): boolean {
  if (value.kind === "list" || value.kind === "set") return value.items.some((item) => reads(item, wanted));
  return !isMarker(value) && rawText(value, false) === `${wanted}\n`;
}
