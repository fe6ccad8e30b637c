import { exit } from "../../exit.ts";
import { type ShellCommand, shellScripts } from "../../words/completion-script.ts";
import { longFlags } from "../../words/help.ts";
import type { Command } from "../command.ts";
import { commandNames, commands } from "../table.ts";

/** `heir completion SHELL`: a script that completes commands, options and node names. */
export const completion: Command = {
  name: "completion",
  summary: "print a completion script for a shell",
  examples: [
    { line: 'eval "$(heir completion bash)"', meaning: "in ~/.bashrc" },
    { line: "heir completion zsh > ~/.zfunc/_heir", meaning: "in a folder of $fpath" },
    { line: "heir completion fish > ~/.config/fish/completions/heir.fish", meaning: "for fish" },
  ],
  operands: [{ name: "bash|zsh|fish", required: true }],
  options: {},
  async run(args, context) {
    const script = shellScripts(args.operands[0] ?? "");
    await context.write(script(await describeCommands()));
    return exit.ok;
  },
};

async function describeCommands(): Promise<readonly ShellCommand[]> {
  const loads = commandNames().map(async (name): Promise<ShellCommand> => {
    const command = await commands.get(name)?.load();
    return { name, summary: command?.summary ?? "", flags: longFlags(command?.options ?? {}) };
  });
  return Promise.all(loads);
}
