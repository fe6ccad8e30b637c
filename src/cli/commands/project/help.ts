import { similar } from "../../../base/similar.ts";
import { codes, isCode } from "../../../model/findings/codes.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { codeHelpText, codePage } from "../../../report/findings/code-page.ts";
import { readCodePage } from "../../../workspace/check/code-pages.ts";
import { exit } from "../../exit.ts";
import { fullHelp, longHelp } from "../../words/help.ts";
import { didYouMean } from "../../words/parse.ts";
import type { Command } from "../command.ts";
import { commandNames, commands } from "../table.ts";

/** `heir help [COMMAND | CODE]`: what a command does, or what a finding means. */
export const help: Command = {
  name: "help",
  summary: "explain a command or a code",
  examples: [
    { line: "heir help", meaning: "all commands" },
    { line: "heir help diff", meaning: "one command, with examples" },
    { line: "heir help class-not-found", meaning: "what a finding means, and what to do" },
  ],
  operands: [{ name: "COMMAND|CODE" }],
  options: {},
  async run(args, context) {
    context.page();
    const [topic] = args.operands;
    await context.write(topic === undefined ? fullHelp() : await helpFor(topic));
    return exit.ok;
  },
};

async function helpFor(topic: string): Promise<string> {
  const entry = commands.get(topic);
  if (entry !== undefined) return longHelp(await entry.load());
  if (isCode(topic)) return codeHelpText(topic, codePage(await readCodePage(topic)));
  const hint = didYouMean(similar(topic, [...commandNames(), ...Object.keys(codes)])) ?? "heir help lists all commands";
  throw new HeirError("usage", `there is no command and no finding "${topic}"`, hint);
}
