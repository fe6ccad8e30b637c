import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Command } from "../commands/command.ts";
import { commandNames, commands } from "../commands/table.ts";
import { type ExitCode, exit } from "../exit.ts";
import { version } from "../version.ts";
import { didYouMean, parseWords } from "../words/parse.ts";
import { cutVerb } from "../words/verb.ts";
import { startSession } from "./context.ts";
import type { Host } from "./host.ts";
import { runOrRepeat } from "./repeat.ts";

/** Runs one command line to its exit code. Throws HeirError for wrong use, before anything is printed. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await runCommand(argv, host);
  } finally {
    host.ahead?.drop();
  }
}

async function runCommand(argv: readonly string[], host: Host): Promise<ExitCode> {
  const { verb, rest } = cutVerb(argv);
  const command = verb === undefined ? overview : await loadCommand(verb);
  const args = parseWords(command, rest);
  const session = startSession(host, args);
  const { context, end } = session;
  // Not `performance`: that takes longer to load than many a command runs.
  const begin = process.uptime();
  try {
    if (args.has("version")) return await printed(context.print(`heir ${version}`));
    if (args.has("help")) return await printed(context.write(await helpOf(verb, command)));
    const code = await runOrRepeat({ command, args, argv }, session);
    if (context.verbose) context.note(`${Math.round((process.uptime() - begin) * 1000)} ms`);
    return code;
  } finally {
    await end();
  }
}

/** What `heir` alone does. */
const overview: Command = {
  name: "",
  summary: "",
  examples: [],
  operands: [],
  options: {},
  async run(_args, context) {
    await context.write(await helpOf(undefined, overview));
    return exit.ok;
  },
};

async function helpOf(verb: string | undefined, command: Command): Promise<string> {
  const { dailyHelp, shortHelp } = await import("../words/help.ts");
  return verb === undefined ? dailyHelp() : shortHelp(command);
}

async function loadCommand(verb: string): Promise<Command> {
  const load = commands.get(verb)?.load;
  if (load !== undefined) return load();
  const hint = didYouMean(similar(verb, commandNames())) ?? "heir help lists all commands";
  throw new HeirError("usage", `unknown command "${verb}"`, hint);
}

async function printed(done: Promise<void>): Promise<ExitCode> {
  await done;
  return exit.ok;
}
