import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { didYouMean, similar } from "../../../base/similar.ts";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { counted } from "../../../report/text/row.ts";
import { userPrograms } from "../../../workspace/programs.ts";
import { installManual, manualFile, userFolder } from "../../../workspace/write/installed.ts";
import { fullHelp, helpSubject, longHelp } from "../../words/help.ts";
import { type Command, type Context, type ExitCode, exit } from "../command.ts";

/** `heir man [install | COMMAND]`: opens a manual page of the package, or installs all pages for `man` and `git heir --help`. */
export const man: Command = {
  examples: [
    ["heir man", "the page of heir"],
    ["heir man diff", "the page of a command"],
    ["heir man install", "for man heir-diff and git heir --help"],
  ],
  operands: [{ name: "install|COMMAND", kind: "command" }],
  options: {},
  details: [
    "npm install --global installs the pages where npm puts those of packages. heir man install copies them into " +
      "man/man1 below XDG_DATA_HOME, or below ~/.local/share, and changes nothing else. Where there is no program man, the " +
      "text of heir help COMMAND is printed.",
  ],
  async run(args, context) {
    const [name] = args.operands;
    if (name === "install") return install(context);
    if (name !== undefined && !context.commands.has(name)) {
      const near = didYouMean(similar(name, [...context.commands.keys(), "install"]));
      throw new HeirError("usage", `no command is called "${name}"`, near ?? "heir help lists all commands");
    }
    return open(name, context);
  },
};

async function install({ commands, env, cwd, print, note }: Context): Promise<ExitCode> {
  const folder = join(userFolder("XDG_DATA_HOME", env), "man");
  const written = await installManual(join(folder, "man1"), commands.keys());
  const done = written.length === 0 ? "has all pages" : `has ${counted(written.length, "new page")}`;
  await print(`${terminalSafe(join(folder, "man1"))} ${done}`);
  const paths = manualFolders({ env, cwd });
  if (paths !== undefined && !paths.includes(folder)) {
    note(`man does not look there; add to the profile of your shell: export MANPATH="${folder}:"`);
  }
  return exit.ok;
}

async function open(name: string | undefined, context: Context): Promise<ExitCode> {
  if (showManual(await manualFile(name), context)) return exit.ok;
  context.page();
  const { commands, helpColumns } = context;
  const entry = name === undefined ? undefined : commands.get(name);
  const subject = entry && (await helpSubject(name ?? "", entry));
  await context.write(subject ? longHelp(subject, commands, helpColumns) : fullHelp(commands, helpColumns));
  return exit.ok;
}

/** Shows a manual page with the user's `man`, and waits until the reader quits; false where there is none. */
function showManual(file: string, { env, cwd }: Pick<Context, "env" | "cwd">): boolean {
  const programs = userPrograms(env, cwd);
  const program = programs.find("man");
  return program !== undefined && spawnSync(program, [file], { stdio: "inherit", env: programs.env }).status === 0;
}

/** The folders in which `man` looks for pages; undefined if unknown. Never fails. */
function manualFolders({ env, cwd }: Pick<Context, "env" | "cwd">): readonly string[] | undefined {
  const programs = userPrograms(env, cwd);
  const program = programs.find("manpath");
  if (program === undefined) return env["MANPATH"]?.split(delimiter);
  const { status, stdout } = spawnSync(program, ["-q"], { encoding: "utf8", env: programs.env });
  return status === 0 ? stdout.trim().split(delimiter) : undefined;
}
