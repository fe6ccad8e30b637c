import { command } from "../../base/terminal-text.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { jsonInventory, jsonLinesInventory, jsonNode } from "../../report/inventory/json.ts";
import type { ToolForm } from "../../report/inventory/writer.ts";
import { yamlInventory, yamlNode } from "../../report/inventory/yaml.ts";
import type { Arguments, Options } from "../commands/command.ts";
import { jsonOption } from "../words/options.ts";

/** Forms by their names. */
export type Forms = Readonly<Record<string, ToolForm>>;

/** The forms that have room for nodes that do not resolve, so that all others are printed beside them. */
const showing: Forms = {
  yaml: { host: yamlNode, list: () => yamlInventory("yaml") },
  json: { host: jsonNode, list: ({ share }) => jsonInventory(share) },
  jsonl: { host: jsonNode, list: jsonLinesInventory },
};

export const formOptions = (tools: Forms): Options => ({
  format: {
    kind: "choice",
    choices: [...Object.keys(showing), ...Object.keys(tools)],
    value: "FORM",
    summary: "the form; if not given yaml, with --list or --host ansible",
  },
  ...jsonOption,
  all: { kind: "flag", summary: "also facts, policies, variables, and what the agent finds (yaml, json, jsonl)" },
  list: { kind: "flag", summary: "all nodes; without --format as for Ansible" },
  host: { kind: "node", summary: "one node; without --format as for Ansible" },
  "on-error": {
    kind: "choice",
    choices: ["fail", "skip"],
    value: "HOW",
    summary: "if a node does not resolve, print nothing, or the others",
  },
});

export interface AskedForm {
  readonly name: string;
  readonly form: ToolForm;
  readonly host: string | undefined;
  /** With a node that does not resolve: the others without it, nothing at all, or whatever the form has room for. */
  readonly onError: "skip" | "fail" | "show";
  /** Whether facts, policies, variables and run-time values are printed, too. */
  readonly isWhole: boolean;
  readonly namesCommit: boolean;
}

/** The form that the options ask for. Throws HeirError for a form that cannot be asked for in this way. */
export function askedForm(args: Arguments, tools: Forms): AskedForm {
  const host = args.text("host");
  const isTool = host !== undefined || args.has("list");
  const given = args.text("format") ?? (isTool ? "ansible" : "yaml");
  const form = showing[given] ?? tools[given];
  if (form === undefined) throw new HeirError("usage", `there is no form "${given}"`);
  if (host === undefined && form.list === undefined) {
    const hint = command(["heir", "inventory", "--format", given, "--host", "NODE"]);
    throw new HeirError("usage", `--format ${given} is asked for one node`, hint);
  }
  if (host !== undefined && args.operands.length > 0) {
    throw new HeirError("usage", "--host names the one node", `leave out ${args.operands.join(" ")}`);
  }
  if (args.has("all") && showing[given] === undefined) {
    const details = { code: "conflicting-options" } as const;
    throw new HeirError("usage", `--format ${given} has no room for --all`, "yaml, json and jsonl have", details);
  }
  const onError = (["fail", "skip"] as const).find((each) => each === args.text("on-error"));
  const hasRoom = !isTool && args.text("out") === undefined && showing[given] !== undefined;
  return {
    name: given,
    form,
    host,
    isWhole: args.has("all"),
    onError: onError ?? (hasRoom ? "show" : "fail"),
    namesCommit: given === "ansible" && host === undefined,
  };
}
