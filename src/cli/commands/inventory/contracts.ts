import { documentJson } from "../../../encoding/json.ts";
import { pathFilterOf } from "../../../model/contracts/contract.ts";
import { EmptyScope, HeirError } from "../../../model/findings/failure.ts";
import type { ContractDraft, ListedContract } from "../../../model/results/explanation.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { readPath } from "../../../model/values/parameter-path.ts";
import { parsePathFilter, touchesPath } from "../../../model/values/path-filter.ts";
import { contractRows, contractsData, contractTable, draftLines } from "../../../report/contracts/contracts.ts";
import { contractsFileSchema, nodeSchema } from "../../../report/contracts/schema.ts";
import { counted } from "../../../report/text/row.ts";
import { hasError } from "../../../workspace/load/outcome.ts";
import type { Views } from "../../../workspace/views/views.ts";
import { printLeftOut, printRows } from "../../output/rows.ts";
import { checkName, type Scope } from "../../reading/names.ts";
import { type AskedState, problemsOf, stateCommand, warnProblems } from "../../reading/state.ts";
import { formatOptions, revOption, secretsOption } from "../../words/options.ts";
import { type Arguments, type ExitCode, exit } from "../command.ts";

/** `heir contracts [PATH]`: what contracts say about values, and for which nodes. */
export const contracts = stateCommand({
  examples: [
    ["heir contracts", "all contracts, for whom each holds, and for how many nodes"],
    ["heir contracts ssh", "those about a value and about the values inside it"],
    ["heir contracts --node web01.par1", "those that hold for one node"],
    ["heir contracts --json", "all that they say, as JSON"],
    ["heir contracts --format json-schema --node web01.par1", "a JSON Schema of the node's parameters"],
    ["heir contracts --format json-schema --for-files", "a JSON Schema for classes and nodes in editors"],
    ["heir contracts --format markdown", "a table of all parameters that have one"],
    ["heir contracts infer", "a draft that the values of all nodes keep"],
  ],
  operands: [
    { name: "PATH", kind: "column", choices: ["infer"] },
    { name: "PATH", kind: "path" },
  ],
  options: {
    since: { kind: "revision", summary: "with infer: also keep to the values of all commits since REV" },
    node: { kind: "node", summary: "only contracts that hold for NODE" },
    ...revOption,
    ...secretsOption,
    "for-files": { kind: "flag", summary: "with --format json-schema: for files of classes and nodes, in editors" },
    ...formatOptions("text", "json", "json-schema", "markdown"),
  },
  details: [
    "A contract is listed under the path that it states, with `*` for any key; `heir contracts users:ann` finds `users:*` too. " +
      "Nodes are counted by their classes and groups, also if they do not resolve.",
    "`heir contracts infer [PATH]` prints a draft of contracts that all values of today keep, to be put into a file; a value " +
      'at the path `infer` itself is written `"infer"`.',
  ],
  exits: { 3: "a contract is wrong and left out, or a node does not resolve" },
  check: checkForm,
  async answer(asked) {
    const { args, context, inventory, scope } = asked;
    const [text] = args.operands;
    if (text === "infer") return infer(asked);
    const node = args.text("node");
    if (node !== undefined) checkName("node", node, inventory);
    const views = asked.views();
    const all = views.contracts(node);
    const listed = text === undefined ? all : about(text, all, scope);
    const diagnostics = views.contractFaults();
    warnProblems(context, problemsOf({ diagnostics }));
    await print(asked, views, listed);
    if (listed.length === 0) context.note(node === undefined ? "no contracts" : `no contract holds for ${node}`);
    printLeftOut(context, scope.leftOut);
    return hasError({ diagnostics }) ? exit.unresolved : exit.ok;
  },
});

/** Throws HeirError for a form that lacks what it is made for, and for options that the draft does not have. */
function checkForm(args: Arguments): void {
  if (args.operands[0] === "infer") {
    const other = ["node", "format", "for-files", "show-secrets"].find((name) => args.has(name));
    if (other !== undefined) throw new HeirError("usage", `--${other} does not go with infer`);
    return;
  }
  if (args.has("since")) throw new HeirError("usage", "--since goes with infer only");
  if (args.operands[1] !== undefined) throw new HeirError("usage", "heir contracts takes one path");
  const isSchema = args.text("format") === "json-schema";
  const isForFiles = args.has("for-files");
  if (isForFiles && !isSchema) throw new HeirError("usage", "--for-files goes with --format json-schema only");
  if (isSchema && !isForFiles && args.text("node") === undefined) {
    const hint = "heir contracts --format json-schema --for-files is for files of classes and nodes";
    throw new HeirError("usage", "a JSON Schema is made for one node: add --node NODE, or --for-files", hint);
  }
}

type Listed = readonly Masked<ListedContract>[];

async function print({ args, context }: AskedState, views: Views, listed: Listed): Promise<void> {
  switch (args.text("format")) {
    case "json":
      return context.print(documentJson(contractsData(listed)));
    case "json-schema": {
      const schema = args.has("for-files") ? contractsFileSchema(listed) : nodeSchema(listed, args.text("node") ?? "");
      return context.print(documentJson(schema, 2));
    }
    case "markdown":
      for (const line of contractTable(listed, views.contractSetters(listed))) await context.print(line);
      return;
    default:
      return printRows(context, listed.length === 0 ? [] : contractRows(listed));
  }
}

/** The contracts about the value at a path, or about values inside it. */
function about(text: string, all: Listed, scope: Scope): Listed {
  const path = readPath(text);
  const found = all.filter(({ contract }) => touchesPath(pathFilterOf(contract.path, false), path));
  const hint = "heir contracts lists the paths that have one";
  if (found.length === 0) scope.leaveOut(new EmptyScope(text, `no contract is about ${text}`, hint));
  return found;
}

/** `heir contracts infer [PATH]`: a draft of contracts that the values of all nodes keep. */
async function infer({ args, context, workspace, inventory, scope }: AskedState): Promise<ExitCode> {
  const { contractDraft } = await import("../../../workspace/contracts/draft.ts");
  const since = args.text("since");
  const until = args.text("rev") ?? "HEAD";
  const { signal, progress } = context;
  const earlier = since === undefined ? undefined : { since, until };
  const draft = await contractDraft(workspace, inventory, { signal, progress, earlier });
  for (const line of draftLines(draftAbout(draft, args.operands[1], scope))) await context.print(line);
  if (draft.failing > 0)
    context.note(`${counted(draft.failing, "node")} left out: heir check says why they do not resolve`);
  printLeftOut(context, scope.leftOut);
  return draft.failing > 0 ? exit.unresolved : exit.ok;
}

/** The part of a draft about the value at a path, and about the values inside it. */
function draftAbout(draft: ContractDraft, text: string | undefined, scope: Scope): ContractDraft {
  if (text === undefined) return draft;
  const path = readPath(text);
  const entries = draft.entries.filter((entry) => {
    const filter = parsePathFilter(entry.path);
    return typeof filter !== "string" && touchesPath({ ...filter, below: false }, path);
  });
  if (entries.length === 0)
    scope.leaveOut(new EmptyScope(text, `no node has a value at ${text}`, "heir contracts infer drafts all paths"));
  return { ...draft, entries };
}
