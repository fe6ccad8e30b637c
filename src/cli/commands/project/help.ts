import { didYouMean, similar } from "../../../base/similar.ts";
import { documentJson } from "../../../encoding/json.ts";
import { codes, isCode } from "../../../model/findings/codes.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { codeHelpText, codePage } from "../../../report/findings/code-page.ts";
import { readCodePage } from "../../../workspace/check/code-pages.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { fullHelp, longHelp } from "../../words/help.ts";
import { formatOptions, isJson } from "../../words/options.ts";
import { tableData } from "../../words/table-data.ts";
import type { Command, Context } from "../command.ts";

/** `heir help [COMMAND | CODE]`: what a command does, or what a finding means. */
export const help: Command = {
  examples: [
    { line: "heir help", meaning: "list all commands" },
    { line: "heir help diff", meaning: "one command, with examples" },
    { line: "heir help class-not-found", meaning: "what a finding means, and how to fix it" },
    { line: "heir help --json", meaning: "all commands with their operands, options and examples" },
  ],
  operands: [{ name: "COMMAND|CODE", kind: "topic" }],
  options: formatOptions("text", "json"),
  async run(args, context) {
    const [topic] = args.operands;
    if (isJson(args)) return printData(topic, context);
    context.page();
    if (topic === undefined) await context.write(fullHelp(context.commands, context.helpColumns));
    else await context.write(await helpFor(topic, context));
    return exit.ok;
  },
};

/** All commands as data, one of them, or the text about a finding. Throws HeirError for a word that is neither. */
async function printData(topic: string | undefined, context: Context): Promise<ExitCode> {
  const { commands } = context;
  const entry = topic === undefined ? undefined : commands.get(topic);
  const isTable = topic === undefined || entry !== undefined;
  const chosen = entry === undefined ? commands : new Map([[topic ?? "", entry]]);
  const data = isTable ? await tableData(chosen) : { v: 1, topic, text: await helpFor(topic, context) };
  await context.print(documentJson(data, 2));
  return exit.ok;
}

async function helpFor(topic: string, { commands, helpColumns }: Context): Promise<string> {
  const entry = commands.get(topic);
  if (entry !== undefined) {
    return longHelp({ name: topic, summary: entry.summary, command: await entry.load() }, helpColumns);
  }
  if (isCode(topic)) return codeHelpText(topic, codePage(await readCodePage(topic)));
  const near = similar(topic, [...commands.keys(), ...Object.keys(codes)]);
  const hint = didYouMean(near) ?? "heir help lists all commands";
  const details = { code: "unknown-topic", candidates: near } as const;
  throw new HeirError("usage", `there is no command and no finding "${topic}"`, hint, details);
}
