import { terminalSafe } from "../../../base/terminal-text.ts";
import { documentJson } from "../../../encoding/json.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { counted } from "../../../report/text/row.ts";
import type { SearchPattern } from "../../../report/values/across/search.ts";
import { SearchResult, searchData, searchPattern, searchRows } from "../../../report/values/across/search.ts";
import { leftOutOf, shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { askedPaths, chosenNodes, pathsInScope } from "../../reading/names.ts";
import { atRevision, stateCommand } from "../../reading/state.ts";
import { formatOptions, isJson, revOption, scopeOptions, secretsOption } from "../../words/options.ts";
import { type Arguments, type Context, exit } from "../command.ts";

/** `heir grep PATTERN`: keys and values of resolved nodes, each with the nodes that have it. */
export const grep = stateCommand({
  examples: [
    ["heir grep 192.0.2.53", "keys and values that contain this, and on how many nodes"],
    ["heir grep --values '^no$'", "only values; PATTERN is a regular expression"],
    ["heir grep -k ssh:port", "only keys and paths"],
    ["heir grep --path 'ssh:**' 22", "only at or below some paths"],
    ["heir grep -lF 10.33.0.0/16", "nodes that contain this text"],
    ["heir grep -c sshd 'web*'", "how many values match on each of some nodes"],
  ],
  operands: [
    { name: "PATTERN", kind: "text", required: true },
    { name: "SELECTOR", kind: "selector", many: true },
  ],
  options: {
    ...revOption,
    ...scopeOptions,
    keys: { kind: "flag", short: "k", summary: "search only keys and paths" },
    values: { kind: "flag", summary: "search only values" },
    "fixed-strings": { kind: "flag", short: "F", summary: "PATTERN is plain text" },
    "extended-regexp": { kind: "flag", short: "E", summary: "PATTERN is a regular expression (the default)" },
    "ignore-case": { kind: "flag", short: "i", summary: "ignore upper and lower case" },
    "nodes-only": { kind: "flag", short: "l", summary: "print only the names of nodes" },
    count: { kind: "flag", short: "c", summary: "print the number of matching values of each node" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  exclusive: [
    ["count", "nodes-only", "format"],
    ["fixed-strings", "extended-regexp"],
  ],
  details: [
    "Values are searched as heir show --raw prints them, keys both alone and as part of their path; secrets only with " +
      "--show-secrets. SELECTOR limits the search to these nodes.",
  ],
  exits: { 1: "nothing is found", 3: "a node does not resolve; the others were searched" },
  follows: atRevision,
  check(args) {
    patternOf(args);
    askedPaths(args, "path");
  },
  async answer(asked) {
    const { args, context, workspace, snapshot, inventory, scope, secrets } = asked;
    const paths = askedPaths(args, "path");
    const patterns = [...args.list("node"), ...args.operands.slice(1)];
    const names = (await chosenNodes(patterns, [asked], asked)) ?? inventory.nodeNames;
    const filters = (await pathsInScope(paths, [{ snapshot, names }], asked)).map(({ filter }) => filter);
    const search = new SearchResult(patternOf(args), paths.length === 0 ? undefined : filters);
    const unresolved: string[] = [];
    const shown = shownValues([inventory], secrets);
    let done = 0;
    for (const { name, node } of workspace.resolve(inventory, names)) {
      if (node === undefined) unresolved.push(name);
      else search.add(name, shown(wholeNode(inventory, node), []));
      done += 1;
      await context.step(done, names.length);
    }
    const leftOut = [...leftOutOf([snapshot]), ...scope.leftOut];
    await print(args, context, { search, nodes: names.length, leftOut, unresolved });
    printLeftOut(context, leftOut);
    if (unresolved.length === 0) return search.counts().size > 0 ? exit.ok : exit.findings;
    const count = counted(unresolved.length, "node not searched, as it does", "nodes not searched, as they do");
    context.note(`${count} not resolve`);
    return exit.unresolved;
  },
});

type Searched = Parameters<typeof searchData>[1] & { readonly search: SearchResult };

async function print(args: Arguments, context: Context, { search, ...searched }: Searched): Promise<void> {
  if (isJson(args)) return context.print(documentJson(searchData(search.matches(), searched)));
  context.page();
  if (args.has("count") || args.has("nodes-only")) {
    for (const [name, count] of search.counts()) {
      const shown = context.width === undefined ? name : terminalSafe(name);
      await context.print(args.has("count") ? `${shown}:${count}` : shown);
    }
    return;
  }
  await printRows(context, searchRows(search.matches()));
}

function patternOf(args: Arguments): SearchPattern {
  const [text = ""] = args.operands;
  const [keys, values] = [args.has("keys"), args.has("values")];
  const options = { isFixed: args.has("fixed-strings"), ignoreCase: args.has("ignore-case") };
  const pattern = searchPattern(text, { keys: keys || !values, values: values || !keys, ...options });
  if (!("part" in pattern)) return pattern;
  const { kind, part, reason } = pattern;
  const fault =
    kind === "invalid" ? `is not a regular expression: ${reason}` : `has "${part}": ${reason} is not supported`;
  throw new HeirError("usage", `PATTERN ${fault}`, "-F searches for plain text");
}
