import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/failure.ts";
import { type ParameterPath, printPath } from "../../model/parameter-path.ts";
import { masked } from "../../model/secrets.ts";
import type { Value } from "../../model/value.ts";
import { childKeys, valueAt } from "../../model/value-at.ts";
import { valueJson } from "../../report/json.ts";
import { nodeValue, shownParts } from "../../report/node.ts";
import { flatRows, rawText, yamlRows } from "../../report/shown-value.ts";
import type { Arguments, Command, Context } from "../command.ts";
import { exit } from "../exit.ts";
import { nodeAndPath, readPath } from "../node-path.ts";
import { revOption } from "../options.ts";
import { didYouMean } from "../parse.ts";
import { isUnreadable, warnProblems, wholeProblems } from "../reading.ts";
import { readShown, secretsOption } from "../secrets.ts";

/** `heir show NODE [PATH]`: the resolved values of one node. */
export const show: Command = {
  name: "show",
  summary: "show the resolved values of one node, and where they come from",
  examples: [
    { line: "heir show web01.par1", meaning: "everything" },
    { line: "heir show web01.par1 ntp --sources", meaning: "one part, each value with file, line and column" },
    { line: "heir show web01.par1:ntp:server --raw", meaning: "one value without quotes, for scripts" },
    { line: "heir show web01.par1 -r HEAD~5 --json", meaning: "as it was five commits ago, for programs" },
  ],
  operands: [{ name: "NODE", required: true }, { name: "PATH" }],
  options: {
    ...revOption,
    ...secretsOption,
    sources: { type: "boolean", short: "s", summary: "say where each value is defined" },
    flat: { type: "boolean", summary: "one `path = value` per line" },
    raw: { type: "boolean", summary: "text without quotes; a list prints one item per line" },
    json: { type: "boolean", summary: "print JSON" },
    classes: { type: "boolean", summary: "only the names of the classes, in the order of merging" },
    applications: { type: "boolean", summary: "only the names of the applications" },
  },
  details: [
    "PATH is written as inside ${...}: keys joined by colons, items of lists by number. Keys that hold a colon are put " +
      "in quotes. Dots work where only one value is so spelled.",
  ],
  async run(args, context) {
    const { workspace, inventory } = await readShown(args, context);
    if (isUnreadable(inventory)) {
      warnProblems(context, wholeProblems(inventory));
      return exit.unresolved;
    }
    const more = ["classes", "applications"].filter((part) => args.has(part));
    const { name, text } = nodeAndPath(inventory.nodeNames, args.operands, { verb: "show", more });
    for (const { node, diagnostics } of workspace.resolve(inventory, [name])) {
      warnProblems(
        context,
        diagnostics.map((diagnostic) => ({ diagnostic, nodes: [name] })),
      );
      if (node === undefined) return exit.unresolved;
      const whole = nodeValue(node, shownParts);
      const isPartial = node.conflicts.length > 0;
      const path = text === undefined ? [] : pathTo(whole, name, text, isPartial);
      if (path === undefined) return exit.unresolved;
      const value = valueAt(whole, path) ?? whole;
      await print(args, context, { path, value: masked(value, path, inventory.secrets) });
      if (isPartial) return exit.unresolved;
    }
    return exit.ok;
  },
};

/** The path that a text means. Undefined where there is no value and the node is partial: then that is why. */
function pathTo(whole: Value, name: string, text: string, isPartial: boolean): ParameterPath | undefined {
  const exists = (path: ParameterPath): boolean => valueAt(whole, path) !== undefined;
  const path = readPath(text, exists);
  if (exists(path)) return path;
  if (isPartial) return undefined;
  throw noSuchPath(whole, name, path);
}

const LISTED = 8;

/** Names the nearest keys of the deepest part of the path that is there. */
function noSuchPath(whole: Value, name: string, path: ParameterPath): HeirError {
  let depth = path.length;
  while (depth > 0 && valueAt(whole, path.slice(0, depth)) === undefined) depth -= 1;
  const parent = path.slice(0, depth);
  const keys = childKeys(valueAt(whole, parent) ?? whole);
  const near = similar(path[depth] ?? "", keys).map((key) => printPath([...parent, key]));
  const listed = [...keys.slice(0, LISTED), ...(keys.length > LISTED ? ["..."] : [])].join(", ");
  const below = parent.length > 1 ? `"${printPath(parent)}"` : name;
  const holds = keys.length === 0 ? `${below} has nothing below it` : `${below} has ${listed}`;
  return new HeirError("usage", `${name} has no value "${printPath(path)}"`, didYouMean(near) ?? holds);
}

interface Shown {
  readonly path: ParameterPath;
  readonly value: Value;
}

async function print(args: Arguments, context: Context, { path, value }: Shown): Promise<void> {
  const forms = ["json", "flat", "raw"].filter((form) => args.has(form));
  if (forms.length > 1) throw new HeirError("usage", `--${forms.join(" and --")} do not go together`);
  if (args.has("json")) return context.print(valueJson(value, 2));
  context.page();
  const view = { path, value, sources: args.has("sources") };
  const names = (args.has("classes") || args.has("applications")) && !view.sources;
  if (args.has("raw") || (names && forms.length === 0)) {
    const raw = rawText(value, context.width !== undefined);
    if (raw !== undefined) return context.write(raw);
    throw new HeirError("usage", "--raw is for text, numbers and lists of them", "try --flat or --json");
  }
  for (const row of args.has("flat") ? flatRows(view) : yamlRows(view)) await context.print(context.theme(row));
}
