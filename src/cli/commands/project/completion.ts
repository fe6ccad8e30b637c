import { basename, dirname, join } from "node:path";
import { command, terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { installCompletion, type ShellPlace, userFolder } from "../../../workspace/write/installed.ts";
import { type Command, type Context, type ExitCode, exit } from "../command.ts";
import { completionScripts } from "./completion-script.ts";

const shells = [...completionScripts.keys()];
const INSTALL = "install";

/** `heir completion SHELL | install [SHELL]`: a script that completes commands, options and their values. */
export const completionCommand: Command = {
  examples: [
    ["heir completion install", "write the script where your shell looks for it"],
    ['eval "$(heir completion bash)"', "bash: only in this shell"],
    ["heir completion powershell", "what to add to $PROFILE"],
  ],
  operands: [
    { name: "SHELL|install", kind: "shell", choices: [...shells, INSTALL], required: true },
    { name: "SHELL", kind: "shell", choices: shells },
  ],
  options: {},
  details: [
    "heir completion install writes one file below XDG_DATA_HOME or XDG_CONFIG_HOME, or where these are by default, for the " +
      "shell named or that of $SHELL. It edits no start file; what is to be added to one is printed. git heir is completed, too.",
  ],
  async run(args, context) {
    const [first = "", shell] = args.operands;
    if (first === INSTALL) return install(shell ?? shellOf(context), context);
    if (shell !== undefined) {
      const details = { code: "extra-operand", word: shell } as const;
      throw new HeirError("usage", `unexpected argument "${shell}"`, command(["heir", "completion", first]), details);
    }
    await context.write(completionScripts.get(first) ?? "");
    return exit.ok;
  },
};

/** The shell of the user. Throws HeirError if it is none that is completed. */
function shellOf({ env }: Context): string {
  const name = basename(env["SHELL"] ?? "");
  if (completionScripts.has(name)) return name;
  const message = name === "" ? "SHELL is not set" : `there is no completion for ${name}`;
  throw new HeirError("usage", message, `heir completion install SHELL, where SHELL is ${shells.join(", ")}`);
}

async function install(shell: string, { env, print }: Context): Promise<ExitCode> {
  if (shell === "powershell") {
    await print("add to $PROFILE: heir completion powershell | Out-String | Invoke-Expression");
    return exit.ok;
  }
  const place = placeOf(shell, env);
  const isNew = await installCompletion(place, completionScripts.get(shell) ?? "");
  await print(`${terminalSafe(place.file)} ${isNew ? "is written; new shells complete heir" : "is as it should be"}`);
  if (shell === "zsh") {
    const folder = terminalSafe(dirname(place.file));
    await print(`if zsh does not look there, add to ~/.zshrc, before compinit: fpath=(${folder} $fpath)`);
  }
  return exit.ok;
}

function placeOf(shell: string, env: Context["env"]): ShellPlace {
  const data = userFolder("XDG_DATA_HOME", env);
  switch (shell) {
    case "bash":
      return { file: join(data, "bash-completion/completions/heir"), link: "git-heir" };
    case "zsh":
      return { file: join(data, "zsh/site-functions/_heir") };
    default:
      return { file: join(userFolder("XDG_CONFIG_HOME", env), "fish/completions/heir.fish") };
  }
}
