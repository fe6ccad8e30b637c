import { resolve } from "node:path";
import { didYouMean, similar } from "../base/similar.ts";
import { command } from "../base/terminal-text.ts";
import { EmptyScope, HeirError } from "../model/findings/failure.ts";
import { type TerminalSettings, terminalSettings } from "../workspace/programs.ts";
import { type Run, runCached, runFiltered } from "./cached-run.ts";
import { type Arguments, type CommandEntry, type Context, type ExitCode, exit, type Host } from "./commands/command.ts";
import { commands } from "./commands/table.ts";
import { type Session, startSession } from "./context.ts";
import { cutVerb } from "./verb.ts";
import { version } from "./version.ts";
import { foreignCommand, foreignOption, parseWords } from "./words/parse.ts";

/** Runs one command line to its exit code. Throws HeirError for wrong use, before anything is printed. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await runCommand(argv, host);
  } catch (error) {
    if (!(error instanceof HeirError) || error.details.word === undefined) throw error;
    throw await (await import("./wrong-kind.ts")).betterError(error, argv, host);
  } finally {
    host.prefetch?.drop();
  }
}

async function runCommand(argv: readonly string[], host: Host): Promise<ExitCode> {
  if (argv[0] === "__complete") return (await import("./complete.ts")).complete(argv.slice(1), commands, host);
  const { verb, rest } = cutVerb(argv);
  if (verb === "version" || argv[0] === "-V") return runCommand(["--version"], host);
  const entry = verb === undefined ? undefined : entryOf(verb, argv);
  const command = await entry?.load();
  const args = parseWords({ name: verb ?? "", operands: [], options: {}, ...command }, rest);
  const settings = settingsOf(host, args);
  const again: Context["run"] = (line, on) => run(line, { ...host, ...on, prefetch: undefined });
  const session = startSession(host, args, { argv, commands, command, settings, run: again });
  const { context, end } = session;
  // Not `performance`: loading it takes longer than many commands run.
  const begin = process.uptime();
  try {
    if (args.has("version")) return await printed(context.print(`heir ${version}`));
    if (verb === undefined || entry === undefined || command === undefined) {
      const { dailyHelp } = await import("./words/help.ts");
      return await printed(context.write(dailyHelp(commands, context.helpColumns)));
    }
    if (args.has("help")) {
      const isShort = !rest.includes("--help");
      const { helpSubject, longHelp, shortHelp } = await import("./words/help.ts");
      const subject = await helpSubject(verb, entry);
      if (isShort) return await printed(context.write(shortHelp(subject, context.helpColumns)));
      context.page();
      return await printed(context.write(longHelp(subject, commands, context.helpColumns)));
    }
    const code = await runAccepting({ command, args, argv }, session);
    if (context.verbose) context.note(`${Math.round((process.uptime() - begin) * 1000)} ms`);
    return code;
  } finally {
    await end();
  }
}

/** How git is configured to print; asked for terminals alone. */
function settingsOf({ stdout, stderr, cwd, env }: Host, args: Arguments): TerminalSettings {
  if (stdout.isTTY !== true && stderr.isTTY !== true && !args.has("hyperlinks")) return {};
  return terminalSettings(resolve(cwd, args.text("C") ?? "."), env);
}

/** With `--allow-empty`, an operand that names nothing makes the whole answer empty. */
async function runAccepting(run: Run, session: Session): Promise<ExitCode> {
  try {
    const isServing = session.context.shareHost.serving !== undefined;
    return isServing ? await runFiltered(run, session.context) : await runCached(run, session);
  } catch (error) {
    if (!(error instanceof EmptyScope) || !run.args.has("allow-empty")) throw error;
    const { printEmpty } = await import("./output/rows.ts");
    return printed(printEmpty(run, session.context, error));
  }
}

function entryOf(verb: string, argv: readonly string[]): CommandEntry {
  const entry = commands.get(verb);
  if (entry !== undefined) return entry;
  const option = argv.slice(0, argv.indexOf(verb)).find((word) => foreignOption(word) !== undefined);
  if (option !== undefined) {
    throw new HeirError("usage", `unknown option ${option}`, foreignOption(option, verb), { code: "unknown-option" });
  }
  const candidates = similar(verb, commands.keys());
  const hint =
    optionsAfter(verb, argv) ?? foreignCommand(verb, argv.slice(argv.indexOf(verb) + 1)) ?? didYouMean(candidates);
  const details = { code: "unknown-command", candidates } as const;
  throw new HeirError("usage", `unknown command "${verb}"`, hint ?? "heir help lists all commands", details);
}

/** The hint for `--shard 1/2 check`, whose value is taken for the command. */
function optionsAfter(word: string, argv: readonly string[]): string | undefined {
  const at = argv.indexOf(word);
  const [option = "", name] = [argv[at - 1], argv.slice(at + 1).find((each) => commands.has(each))];
  if (!option.startsWith("-") || name === undefined) return undefined;
  return `options of a command come after it: ${command(["heir", name, option, word])}`;
}

async function printed(done: Promise<void>): Promise<ExitCode> {
  await done;
  return exit.ok;
}
