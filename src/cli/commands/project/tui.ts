import { HeirError } from "../../../model/findings/failure.ts";
import { plainTheme } from "../../../report/text/theme.ts";
import type { Arguments, Command, Context } from "../command.ts";

/** `heir tui`: the history and what it changes, to look around in. */
export const tui: Command = {
  examples: [
    { line: "heir tui", meaning: "the history of HEAD, and what each commit changes" },
    { line: "heir tui --staged", meaning: "what the index changes, and whether a commit would be stopped" },
    { line: "heir tui --merge feature", meaning: "what a merge does to values that neither side did" },
    { line: "heir tui main..feature", meaning: "only the commits of a branch" },
    { line: "heir tui --node 'web*' --path ntp", meaning: "only these nodes, and values at these paths" },
  ],
  operands: [{ name: "RANGE", kind: "range" }],
  options: {
    node: { kind: "node-glob", multiple: true, summary: "only nodes that the pattern means" },
    path: {
      kind: "path-glob",
      multiple: true,
      summary: "only values at this path or below; * and ** work",
    },
    staged: { kind: "flag", summary: "what the index changes against HEAD, and what the hook says of it" },
    merge: { kind: "revision", value: "BRANCH", summary: "what merging a branch into HEAD does" },
    ascii: { kind: "flag", summary: "only signs that every font has; so by itself where the locale is not UTF-8" },
    plain: {
      kind: "flag",
      summary: "for screen readers: no boxes, nothing side by side, each move told in the last row",
    },
  },
  details: ["? shows all keys. heir tui writes nothing to your repository without asking first."],
  async run(args, context) {
    refuseWithoutTerminal(args, context);
    const { runTui } = await import("../../../tui/run.ts");
    const directory = args.text("C");
    return runTui({
      self: process,
      opening: {
        cwd: context.cwd,
        overrides: args.list("set"),
        nodes: args.list("node"),
        paths: args.list("path"),
        ...(directory !== undefined && { directory }),
      },
      wish: { range: args.operands[0], staged: args.has("staged"), merge: args.text("merge"), plain: isPlain(args) },
      look: { colour: context.theme !== plainTheme, ascii: args.has("ascii") || !isUnicode(process.env) },
    });
  },
};

/** Nobody could press a key, or see what it does: then the command is named that prints the same. */
function refuseWithoutTerminal(args: Arguments, context: Context): void {
  const { CI, TERM } = process.env;
  const isTerminal = context.width !== undefined && process.stdin.isTTY === true;
  if (isTerminal && TERM !== "dumb" && !CI) return;
  const reason = isTerminal ? (CI ? "CI is set" : "TERM is dumb") : "input and output are not both one";
  throw new HeirError("environment", `heir tui needs a terminal: ${reason}`, `${plainCommand(args)} prints the same`);
}

function plainCommand(args: Arguments): string {
  const globs = args.list("node").map((glob) => ` --node '${glob}'`);
  const paths = args.list("path").map((path) => ` --path '${path}'`);
  const merge = args.text("merge");
  if (merge !== undefined) return `heir merge-check ${merge}`;
  const words = args.has("staged") ? "diff --staged" : ["log --stat", ...args.operands].join(" ");
  return `heir ${words}${globs.join("")}${paths.join("")}`;
}

function isPlain(args: Arguments): boolean {
  return args.has("plain") || process.env["INK_SCREEN_READER"] === "true";
}

function isUnicode(env: NodeJS.ProcessEnv): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
