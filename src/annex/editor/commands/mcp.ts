import { type Command, exit } from "../../../cli/commands/command.ts";
import { version } from "../../../cli/version.ts";
import { InvariantError } from "../../../model/findings/failure.ts";

/** `heir mcp`: a server for assistants. */
export const mcp: Command = {
  examples: [
    ["heir mcp", "what an assistant starts; it speaks the Model Context Protocol"],
    ["heir -C inventory mcp --write", "with tools that edit files of this inventory"],
  ],
  operands: [],
  options: {
    write: {
      kind: "flag",
      summary: "also offer tools that edit files of the work tree, with proof: set, unset, move, undo",
    },
  },
  details: [
    "Its tools are commands: nodes, show, explain, uses, impact, grep, diff, why, log, blame, check and place, with the same " +
      "answers. It runs no program but git, uses no network, and neither stages nor commits. Secrets are (secret) in all that it " +
      "sends. How assistants start it: docs/assistants.md.",
  ],
  async run(args, context) {
    const { commands, run } = context;
    if (run === undefined) throw new InvariantError("a command of the command line can run others");
    // Without an inventory it does not begin.
    const states = await context.states();
    await states.snapshot(states.defaultRevision);
    const common = [
      ...args.list("C").flatMap((folder) => ["-C", folder]),
      ...args.list("set").map((setting) => `--set=${setting}`),
      ...(args.has("no-cache") ? ["--no-cache"] : []),
    ];
    const { runMcp } = await import("../mcp/run.ts");
    await runMcp({
      version,
      commands,
      writes: args.has("write"),
      run: ([verb = "", ...words], on) => run([verb, ...common, ...words], on),
      note: context.warn,
      input: process.stdin,
      output: process.stdout,
    });
    return exit.ok;
  },
};
