import { didYouMean, similar } from "../../../base/similar.ts";
import { pathTest } from "../../../workspace/scope/path-test.ts";
import { type WrittenPath, writtenPath } from "../../../workspace/scope/written-path.ts";
import { exit } from "../../exit.ts";
import { printLeftOut } from "../../output/left-out.ts";
import { askedColumns, isForPrograms, listExclusive, listOptions, printList } from "../../output/lists/formats.ts";
import { chosenNames } from "../../reading/names.ts";
import { noteUnresolved, warnProblems, warnUnreadable } from "../../reading/problems.ts";
import { Scope } from "../../reading/scope.ts";
import {
  givenSecrets,
  programSecretsOption,
  refuseSecrets,
  secretsChoice,
  secretsOption,
  shownAtRevision,
} from "../../reading/secrets.ts";
import { readInventory } from "../../reading/state.ts";
import { nodeOption, revOption } from "../../words/options.ts";
import type { Command } from "../command.ts";
import { listedNodes } from "./listed-nodes.ts";

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
    { line: "heir nodes --columns name,ntp:server --format csv", meaning: "a value of each node, for a spreadsheet" },
    { line: "heir nodes --with ntp:server=ntp1.example.org", meaning: "nodes with this resolved value" },
  ],
  operands: [{ name: "PATTERN", kind: "node-glob", many: true }],
  options: {
    ...revOption,
    ...listOptions(columnNames, { orPath: true }),
    ...secretsOption,
    ...programSecretsOption,
    ...nodeOption,
    with: {
      kind: "path",
      isValued: true,
      value: "PATH[[!]=VALUE]",
      multiple: true,
      summary: "only nodes with this value, or with a list that contains it; * and ? are globs",
    },
  },
  exclusive: [...listExclusive, ["show-secrets", "secrets"]],
  details: [
    "csv is written as RFC 4180 says, with a head; tsv has none, and refuses a value with a tab or a line end. Lists and " +
      "mappings are JSON text in both; json and jsonl keep types. A value that a node does not have is empty, or null.",
    "For programs (csv, tsv, json, jsonl) nothing is printed if a node whose values are asked for does not resolve (exit " +
      "code 3), or if the answer holds a secret and --secrets does not say what to print (exit code 4).",
  ],
  exits: {
    3: "printed for programs: a node does not resolve",
    4: "printed for programs: the answer holds a secret, and nothing says how to print it",
  },
  follows: shownAtRevision,
  async run(args, context) {
    const columns = askedColumns(args) ?? [];
    const paths = columns.filter((column) => !columnNames.includes(column)).map(pathColumn);
    const tests = args.list("with").map((text) => pathTest(text, "with"));
    const given = givenSecrets(args);
    const secrets = given ?? secretsChoice(args, context);
    const mustResolve = tests.length > 0 || columns.some((column) => !cheap.has(column));
    const reading = await readInventory(args, context, mustResolve ? "everything" : "names");
    if (warnUnreadable(context, reading.inventory)) return exit.unresolved;
    const scope = new Scope(args);
    const names = chosenNames("node", {
      names: reading.inventory.nodeNames,
      patterns: [...args.list("node"), ...args.operands],
      scope,
    });
    const found = await listedNodes(context, reading, {
      names,
      tests,
      columns,
      paths,
      scope,
      secrets,
      mustResolve,
    });
    if (paths.length > 0 && found.failed > 0) {
      if (isForPrograms(args)) warnProblems(context, found.problems);
      noteUnresolved(context, found.failed, names.length);
      if (isForPrograms(args)) return exit.unresolved;
    }
    if (given === undefined && isForPrograms(args)) refuseSecrets(context, found.secrets);
    await printList(args, context, { kind: "nodes", entries: found.entries });
    printLeftOut(context, scope.leftOut);
    return exit.ok;
  },
};

function pathColumn(text: string): WrittenPath {
  return { ...writtenPath(text, "columns"), hint: didYouMean(similar(text, columnNames)) };
}
