import { EmptyScope } from "../../../model/findings/empty-scope.ts";
import type { Impact } from "../../../model/results/impact.ts";
import { impactData } from "../../../report/data/impact.ts";
import { impactLines, impactRows } from "../../../report/inspect/impact.ts";
import { counted } from "../../../report/text/count.ts";
import { leftOutOf } from "../../../workspace/load/left-out.ts";
import type { StateReading } from "../../../workspace/scope/things.ts";
import { nothingFound } from "../../../workspace/scope/things.ts";
import { exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { printResult } from "../../output/rows.ts";
import { warnUnreadable } from "../../reading/problems.ts";
import { readInventory } from "../../reading/state.ts";
import { formatOptions, revOption } from "../../words/options.ts";
import type { Command, Context } from "../command.ts";

/** `heir impact NAME`: which nodes and values an edit would affect. */
export const impact: Command = {
  examples: [
    {
      line: "heir impact classes/dc/par1.yml",
      meaning: "each value of a file: nodes that have it, layers that override it",
    },
    { line: "heir impact classes/dc/par1.yml:7", meaning: "only the values on one line" },
    { line: "heir impact ssh.server", meaning: "the values of a class, group or node" },
    { line: "heir impact ntp:server", meaning: "every place that sets a value" },
    { line: "heir impact ntp:server -r HEAD~5 --json", meaning: "the state five commits ago, as JSON" },
  ],
  operands: [
    {
      name: "FILE[:LINE]|CLASS|GROUP|NODE|PATH",
      kind: "thing",
      of: ["file", "class", "group", "node", "path"],
      required: true,
    },
  ],
  options: {
    ...revOption,
    full: { kind: "flag", summary: "do not shorten lists of names, places and values" },
    lines: { kind: "flag", summary: "one line `file:line:column` for each value, for editors" },
    ...formatOptions("text", "json"),
  },
  details: [
    "The operand is looked up as a file, then class, group and node; anything else is the path of a value. Prefix it with " +
      "`class:`, `group:`, `node:` or `path:` to choose.",
    "`feeds` lists the values that references compute from a written value, directly or through others. Exits with 3 if an " +
      "affected node fails to resolve, because its values are unknown.",
  ],
  async run(args, context) {
    const reading = await readInventory(args, context);
    const { workspace, snapshot, inventory } = reading;
    if (warnUnreadable(context, inventory)) return exit.unresolved;
    const [asked = ""] = args.operands;
    const { search, others } = workspace.views(inventory).impact(asked);
    const names = inventory.nodeNames;
    for (const [index, name] of names.entries()) {
      search.visit(name);
      await context.step(index + 1, names.length);
    }
    const found = search.result();
    if (isNothing(found)) throw await nothing(asked, found, { context, reading });
    const leftOut = leftOutOf([snapshot]);
    await printResult(args, context, {
      data: () => impactData(found, leftOut),
      rows: () => (args.has("lines") ? impactLines(found) : impactRows(found, args.has("full"))),
    });
    printLeftOut(context, leftOut);
    if (others.length > 0) context.note(`"${asked}" is more than one thing: see also heir impact ${others.join(", ")}`);
    if (found.unresolved.length === 0) return exit.ok;
    context.note(`${counted(found.unresolved.length, "node")} not counted: they do not resolve`);
    return exit.unresolved;
  },
};

const KINDS = ["class", "group", "node"] as const;

interface Place {
  readonly context: Context;
  readonly reading: StateReading;
}

/** A path that no file sets, or a line without a value. */
function isNothing({ target, values }: Impact): boolean {
  return values.length === 0 && (target.kind === "path" || target.line !== undefined);
}

async function nothing(text: string, { target }: Impact, { context, reading }: Place): Promise<EmptyScope> {
  if (target.kind !== "file") return nothingFound({ text, kinds: KINDS, reading, unset: "no file sets" }, context);
  const message = `line ${target.line} of ${target.file} sets no value`;
  return new EmptyScope(text, message, `heir uses ${text} lists the classes and groups that it names`);
}
