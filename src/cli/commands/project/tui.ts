import { command, terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { readSelectors } from "../../../model/selector/selector.ts";
import { plainTheme } from "../../../report/text/theme.ts";
import type { States } from "../../../workspace/load/states.ts";
import { logWords } from "../../../workspace/log/request.ts";
import { commitPages } from "../../../workspace/repository/commit-pages.ts";
import type { ShownWords } from "../../reading/shown-states.ts";
import { scopeOptions } from "../../words/options.ts";
import type { Arguments, Command, Context } from "../command.ts";

/** `heir tui`: commits and the values they change, to browse. */
export const tui: Command = {
  examples: [
    ["heir tui", "the history of HEAD, and what each commit changes"],
    ["heir tui --staged", "what is staged, and whether the hook would block the commit"],
    ["heir tui --merge feature", "semantic conflicts of a merge"],
    ["heir tui main..feature", "only the commits of a branch"],
    ["heir tui --node 'web*' --path ntp", "only some nodes and paths"],
  ],
  operands: [{ name: "RANGE", kind: "range" }],
  options: {
    ...scopeOptions,
    staged: { kind: "flag", summary: "show what is staged, and what the hook reports" },
    merge: { kind: "revision", value: "BRANCH", summary: "show the merge of a branch into HEAD" },
    ascii: { kind: "flag", summary: "use ASCII only (the default if the locale is not UTF-8)" },
    plain: { kind: "flag", summary: "for screen readers: no boxes or columns, each move is announced in the last row" },
  },
  details: [
    "Nodes and paths are looked up in the work tree and in the states that are shown first: the commits of the range, what " +
      "is staged, or the merge. --allow-empty accepts those that none of them has.",
    "Press ? to list all keys. heir tui asks before it writes anything to the repository.",
  ],
  asksForCache: () => true,
  async run(args, context) {
    refuseWithoutTerminal(args, context);
    const states = await context.states();
    const { place } = states;
    // Without a repository there is nothing to browse, and commitOf says so.
    if (place === undefined) await states.commitOf("HEAD");
    await checkRevisions(shownWords(args), states);
    // Where nothing is narrowed the workspace is opened by the worker alone, after the first frame.
    if (args.list("node").length + args.list("path").length > 0) await checkScope(args, context);
    const { runTui } = await import("../../../tui/run.ts");
    return runTui({
      self: process,
      pages: place && commitPages(place),
      opening: {
        cwd: context.cwd,
        cache: args.has("no-cache") ? false : undefined,
        overrides: args.list("set"),
        nodes: args.list("node"),
        paths: args.list("path"),
        directory: args.text("C"),
      },
      wish: { ...shownWords(args), plain: args.has("plain") || process.env["INK_SCREEN_READER"] === "true" },
      look: {
        colour: context.theme !== plainTheme && !hasNoColours(process.env["TERM"]),
        ascii: args.has("ascii") || !isUnicode(process.env),
      },
    });
  },
};

/** Throws HeirError for a range with an end that is no commit, and for a branch that is none. */
export async function checkRevisions({ range, merge }: ShownWords, states: Pick<States, "commitOf">): Promise<void> {
  const { ends } = logWords([], range);
  const named = [...(range === undefined ? [] : ends), ...(merge === undefined ? [] : [merge])];
  for (const revision of named) await states.commitOf(revision);
}

/** Looks the nodes and paths of the command line up in what is shown first. Throws as `checkShownScope` does. */
async function checkScope(args: Arguments, context: Context): Promise<void> {
  const { checkShownScope, shownFirst } = await import("../../reading/shown-states.ts");
  const { askedPaths, Scope } = await import("../../reading/names.ts");
  const words = [...args.list("node"), ...args.list("path")].join(", ");
  // Neither nodes nor commits are counted on a terminal that is about to be drawn on.
  const step = () => context.step(0, 0, `searching for ${terminalSafe(words)}`);
  const reading = { workspace: await context.open(), context: { signal: context.signal, step } };
  const narrowed = { selector: readSelectors(args.list("node")), paths: askedPaths(args, "path") };
  await checkShownScope(narrowed, shownFirst(shownWords(args), reading), { scope: new Scope(args), ...reading });
}

/** Without a terminal nobody can press a key: names the command that prints the same. */
function refuseWithoutTerminal(args: Arguments, context: Context): void {
  const { CI, TERM } = process.env;
  const isTerminal = context.width !== undefined && process.stdin.isTTY === true;
  if (isTerminal && TERM !== "dumb" && !CI) return;
  const reason = isTerminal ? (CI ? "CI is set" : "TERM is dumb") : "standard input or output is not a terminal";
  throw new HeirError("environment", `heir tui needs a terminal: ${reason}`, `${plainCommand(args)} prints the same`);
}

function shownWords(args: Arguments): ShownWords {
  return { range: args.operands[0], staged: args.has("staged"), merge: args.text("merge") };
}

function plainCommand(args: Arguments): string {
  const globs = args.list("node").flatMap((glob) => ["--node", glob]);
  const paths = args.list("path").flatMap((path) => ["--path", path]);
  const merge = args.text("merge");
  if (merge !== undefined) return command(["heir", "merge-check", merge]);
  const words = args.has("staged") ? ["diff", "--staged"] : ["log", "--stat", ...args.operands];
  return command(["heir", ...words, ...globs, ...paths]);
}

/** Terminals that terminfo gives no colours, and that Node takes for one of 16. */
function hasNoColours(term = ""): boolean {
  return /^vt\d/.test(term);
}

function isUnicode(env: NodeJS.ProcessEnv): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
