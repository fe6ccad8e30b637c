import { exit } from "../../exit.ts";
import { completionScripts } from "../../words/completion-script.ts";
import type { Command } from "../command.ts";

/** `heir completion SHELL`: a script that completes commands, options and their values. */
export const completion: Command = {
  examples: [
    { line: 'eval "$(heir completion bash)"', meaning: "bash: add this line to ~/.bashrc" },
    { line: "heir completion zsh > ~/.zfunc/_heir", meaning: "zsh: any folder of $fpath" },
    { line: "heir completion fish > ~/.config/fish/completions/heir.fish", meaning: "fish" },
  ],
  operands: [{ name: "SHELL", kind: "shell", choices: [...completionScripts.keys()], required: true }],
  options: {},
  async run(args, context) {
    await context.write(completionScripts.get(args.operands[0] ?? "") ?? "");
    return exit.ok;
  },
};
