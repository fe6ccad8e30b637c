import { valueJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import { shownParts, wholeParts } from "../../../model/inventory/node-parts.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { secretPaths } from "../../../model/secrets/secrets.ts";
import { type ParameterPath, readPath } from "../../../model/values/parameter-path.ts";
import { mappingOf, textValue, type Value } from "../../../model/values/value.ts";
import { flatRows, rawText, yamlRows } from "../../../report/values/form.ts";
import { shownNode, shownValues, valueOfNode, wholeNode } from "../../../workspace/load/outcome.ts";
import { noValue } from "../../../workspace/scope/things.ts";
import { printRows } from "../../output/rows.ts";
import { nodeAndPath } from "../../reading/names.ts";
import { type AskedState, atRevision, problemsOf, stateCommand, warnProblems } from "../../reading/state.ts";
import {
  formatOptions,
  nodePathOperands,
  programSecretsOption,
  refuseSecrets,
  revOption,
  secretsOption,
} from "../../words/options.ts";
import { type Arguments, type Context, exit } from "../command.ts";

const forms = ["yaml", "json", "flat", "raw"] as const;

/** `heir show NODE [PATH]`: the resolved values of one node. */
export const show = stateCommand({
  examples: [
    ["heir show web01.par1", "all values of a node"],
    ["heir show web01.par1 ntp --sources", "values below ntp, each with its file, line and column"],
    ["heir show web01.par1 parameters --depth 1", "only the top-level keys"],
    ["heir show web01.par1:ntp:server --raw", "one value without quotes, for scripts"],
    ["heir show web01.par1 -r HEAD~5 --json", "the node five commits ago, as JSON"],
  ],
  operands: nodePathOperands,
  options: {
    ...revOption,
    ...secretsOption,
    ...programSecretsOption,
    sources: { kind: "flag", short: "s", summary: "show where each value is defined" },
    depth: { kind: "number", summary: "show only N levels; deeper values are counted" },
    ...formatOptions(...forms),
    flat: { kind: "flag", means: { option: "format", value: "flat" }, summary: "one `path = value` per line" },
    raw: {
      kind: "flag",
      means: { option: "format", value: "raw" },
      summary: "text without quotes, lists one item per line",
    },
    all: { kind: "flag", summary: "also facts, policies, variables, and what the agent finds at run time" },
    classes: { kind: "flag", summary: "only the class names, in merge order" },
    applications: { kind: "flag", summary: "only the application names" },
    facts: { kind: "flag", summary: "only the facts, which group criteria test" },
  },
  details: [
    "PATH is written as inside ${...}: keys joined by colons, list items by number. Quote keys that contain a colon. " +
      "Dots work, too, where they match exactly one value.",
    "On a terminal secrets are masked. Elsewhere an answer with a secret is refused, unless --secrets says what to print.",
  ],
  exclusive: [["show-secrets", "secrets"]],
  exits: {
    3: "the node does not resolve, wholly or in part",
    4: "the answer holds a secret, and nothing says how to print it",
  },
  follows: atRevision,
  check: askedForm,
  reads: () => "names",
  async answer({ args, context, workspace, snapshot, inventory, secrets }) {
    const form = askedForm(args);
    const more = ["classes", "applications", "facts"].filter((part) => args.has(part));
    const { name, text } = nodeAndPath(inventory.nodeNames, args.operands, { verb: "show", more });
    await workspace.load(snapshot, { nodes: [name], signal: context.signal });
    for (const outcome of workspace.resolve(inventory, [name], { secrets })) {
      const { node } = outcome;
      warnProblems(context, problemsOf(outcome));
      if (node === undefined) return exit.unresolved;
      const shown = shownPart(node, text, { args, inventory });
      if (shown !== undefined) {
        const { path } = shown;
        const value = shownValues([inventory], secrets)(shown.value, path);
        const hidden = args.has("secrets") ? [] : secretPaths(value, path, form.view.levels);
        refuseSecrets(context, [{ node: name, paths: hidden }]);
        await print(context, form, { path, value });
      }
      if (node.conflicts.length > 0 || shown === undefined) return exit.unresolved;
    }
    return exit.ok;
  },
});

/** The form of the output. Throws HeirError for --depth with a form without levels. */
function askedForm(args: Arguments) {
  const levels = args.number("depth");
  const form = args.has("format") ? forms.find((each) => each === args.text("format")) : undefined;
  if (levels !== undefined && (form === "json" || form === "raw")) {
    const details = { code: "conflicting-options" } as const;
    throw new HeirError("usage", `--depth and --${form} do not go together`, undefined, details);
  }
  const names = (args.has("classes") || args.has("applications")) && !args.has("sources");
  return { form: form ?? (names ? "raw" : "yaml"), view: { sources: args.has("sources"), levels } } as const;
}

interface Part {
  readonly path: ParameterPath;
  readonly value: Value;
}

function shownPart(
  node: ResolvedNode,
  text: string | undefined,
  { args, inventory }: Pick<AskedState, "args" | "inventory">,
): Part | undefined {
  const { own, file } = node.definition;
  if (args.has("facts")) return { path: ["facts"], value: own?.facts ?? mappingOf([], { file, start: 0, end: 0 }) };
  if (args.has("classes")) return mergedClasses(node);
  if (text !== undefined) return partOf(node, text, inventory);
  return { path: [], value: wholeNode(inventory, node, args.has("all") ? wholeParts : shownParts) };
}

/** Classes in the order of merging; the list of a node without groups is in the sequence of reclass. */
function mergedClasses({ classes, groups, steps, definition: { file } }: ResolvedNode): Part {
  const placed = steps.flatMap(({ layer, name, because }) => (layer === "class" ? [{ name, origin: because }] : []));
  const items = (groups.length > 0 ? classes : placed).map(({ name, origin }) => textValue(name, origin));
  const origin = { file, start: 0, end: 0 };
  return { path: ["classes"], value: { kind: "list", items, origin, plain: true } };
}

/** The value at a path. Undefined if it is missing from a partial node, whose conflicts may be the reason. */
function partOf(node: ResolvedNode, text: string, inventory: Inventory): Part | undefined {
  const path = readPath(text, (each) => valueOfNode(inventory, node, each) !== undefined);
  const value = valueOfNode(inventory, node, path);
  if (value !== undefined) return { path, value };
  if (node.conflicts.length > 0) return undefined;
  throw noValue({ node: node.name, text, path, wholes: [shownNode(node, inventory)] });
}

/** A node is a document, and says its version; a value in it is only a value. */
function nodeJson(node: Masked<Value>): string {
  return valueJson(node, 2).replace("{", '{\n  "v": 1,');
}

async function print(
  context: Context,
  { form, view }: ReturnType<typeof askedForm>,
  { path, value }: Part & { readonly value: Masked<Value> },
): Promise<void> {
  if (form === "json") return context.print(path.length === 0 ? nodeJson(value) : valueJson(value, 2));
  context.page();
  if (form === "raw") {
    const raw = rawText(value, context.width !== undefined);
    if (raw !== undefined) return context.write(raw);
    throw new HeirError("usage", "--raw is for text, numbers and lists of them", "try --flat or --json");
  }
  const rows = form === "flat" ? flatRows : yamlRows;
  await printRows(context, rows({ path, value, ...view }));
}
