import { didYouMean, similar } from "../../../base/similar.ts";
import { codes, isCode } from "../../../model/findings/codes.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { codeHelpText, codePage } from "../../../report/findings/code-page.ts";
import { readCodePage } from "../../../workspace/check/code-pages.ts";
import { exit } from "../../exit.ts";
import { fullHelp, longHelp } from "../../words/help.ts";
import type { Command, CommandTable } from "../command.ts";

/** `heir help [COMMAND | CODE]`: what a command does, or what a finding means. */
export const help: Command = {
  examples: [
    { line: "heir help", meaning: "list all commands" },
    { line: "heir help diff", meaning: "one command, with examples" },
    { line: "heir help class-not-found", meaning: "what a finding means, and how to fix it" },
  ],
  operands: [{ name: "COMMAND|CODE", kind: "topic" }],
  options: {},
  async run(args, context) {
    context.page();
    const [topic] = args.operands;
    await context.write(topic === undefined ? fullHelp(context.commands) : await helpFor(topic, context.commands));
    return exit.ok;
  },
};

async function helpFor(topic: string, commands: CommandTable): Promise<string> {
  const entry = commands.get(topic);
  if (entry !== undefined) return longHelp({ name: topic, summary: entry.summary, command: await entry.load() });
  if (isCode(topic)) return codeHelpText(topic, codePage(await readCodePage(topic)));
  const near = similar(topic, [...commands.keys(), ...Object.keys(codes)]);
  const hint = didYouMean(near) ?? "heir help lists all commands";
  throw new HeirError("usage", `there is no command and no finding "${topic}"`, hint);
}
