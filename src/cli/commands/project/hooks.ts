import { relative } from "node:path";
import { documentJson } from "../../../encoding/json.ts";
import { gitHooks } from "../../../hooks/install/names.ts";
import type { HookStatus } from "../../../hooks/install/status.ts";
import { segment } from "../../../report/text/row.ts";
import { formatOptions, isJson, nowOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../command.ts";

const actions: ReadonlyMap<string, Command["run"]> = new Map(
  Object.entries({
    install,
    uninstall,
    status,
    run: async (args: Arguments, context: Context) => (await import("./hook.ts")).runHookOf(args, context),
  }),
);

/** `heir hooks [install | uninstall | status | run HOOK]`: git hooks that check every commit, merge and push. */
export const hooks: Command = {
  examples: [
    ["heir hooks install", "install the hooks; existing hooks are kept and run first"],
    ["heir hooks install post-merge", "also install an optional hook"],
    ["heir hooks status", "installed hooks, and the result of the last run"],
    ["heir hooks run pre-commit", "check what is staged, as the hook does"],
    ["heir hooks uninstall", "remove the hooks and restore earlier ones"],
  ],
  operands: [
    { name: "ACTION", kind: "choice", choices: [...actions.keys()] },
    { name: "HOOK", kind: "hook", choices: gitHooks.map(({ name }) => name), many: true },
  ],
  options: {
    "allow-empty": { kind: "flag", summary: "install even where there is no inventory" },
    "merge-driver": { kind: "flag", summary: "install: also let git merge files of the inventory by what they say" },
    ...nowOption,
    force: { kind: "flag", summary: "install into the folder of core.hooksPath, and replace edited hooks" },
    ...formatOptions("text", "json"),
  },
  details: [
    "Blocking hooks: pre-commit, pre-merge-commit, prepare-commit-msg, commit-msg, pre-applypatch, pre-push; pre-receive in a bare repository. " +
      "Hooks that only warn: post-commit, post-rewrite. Optional hooks, installed only by name: post-merge, " +
      "post-checkout; prepare-commit-msg by name also adds to the message what changes.",
    "To skip the hooks once: git commit --no-verify, which does not skip prepare-commit-msg, git push --no-verify, or HEIR=0 before any git command. git config " +
      "heir.failLevel, heir.maxNodes, heir.onMissing and heir.reportLines change what they do; docs/hooks.md lists all settings.",
  ],
  exits: { 1: "run: the hook refuses" },
  fetches: false,
  run: (args, context) => (actions.get(args.operands[0] ?? "") ?? status)(args, context),
};

async function install(args: Arguments, context: Context): Promise<ExitCode> {
  if (!args.has("allow-empty")) await (await context.states()).expectInventory();
  const { installHooks } = await import("../../../hooks/install/install.ts");
  const more = gitHooks.map(({ name }) => name).filter((name) => args.operands.includes(name, 1));
  const report = await installHooks({
    ...place(args, context),
    force: args.has("force"),
    more,
    node: process.execPath,
    hasDriver: args.has("merge-driver"),
  });
  await printFields(context, [
    ["folder", shownPath(context, report.folder)],
    ["installed", report.written.join(", ")],
    ["unchanged", report.unchanged.join(", ")],
    ["kept", report.kept.map((name) => `${name} (now ${name}.before-heir, runs first)`).join(", ")],
    ["edited", report.edited.map((name) => `${name} (kept; --force replaces it)`).join(", ")],
  ]);
  if (report.command.includes("/_npx/")) {
    context.note("heir runs from the npm cache, which may be cleared: install it in the project or globally");
  }
  if (args.has("merge-driver")) {
    const { lackingAttributes } = await import("../../../workspace/merge-files/registered.ts");
    const lacking = await lackingAttributes(await context.open(), { signal: context.signal });
    await printFields(context, [["merge driver", DRIVER]]);
    if (lacking) await context.print(`${lacking.file} lacks this line: ${lacking.line}`);
  }
  context.note("skip once: git commit --no-verify, or HEIR=0 before any git command");
  return exit.ok;
}

async function uninstall(args: Arguments, context: Context): Promise<ExitCode> {
  const { uninstallHooks } = await import("../../../hooks/install/install.ts");
  const report = await uninstallHooks(place(args, context));
  await printFields(context, [
    ["folder", shownPath(context, report.folder)],
    ["removed", report.removed.join(", ")],
    ["restored", report.restored.join(", ")],
    ["left", report.edited.map((name) => `${name} (edited, kept)`).join(", ")],
  ]);
  return exit.ok;
}

function place(args: Arguments, { cwd }: Context) {
  return { cwd, directory: args.text("C") };
}

async function printFields(context: Context, fields: readonly (readonly [name: string, text: string])[]) {
  for (const [name, text] of fields) {
    if (text !== "") await context.print(context.theme([segment("title", name.padEnd(FIELD)), segment("plain", text)]));
  }
}

const FIELD = 20;
const DRIVER = "heir";

/** A path relative to the working directory if it is below it, else the absolute path. */
function shownPath({ cwd }: Context, path: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}

async function status(args: Arguments, context: Context): Promise<ExitCode> {
  const { hookStatus } = await import("../../../hooks/install/status.ts");
  const found = await hookStatus(place(args, context));
  if (isJson(args)) {
    await context.print(documentJson(found, 2));
    return exit.ok;
  }
  const { folder, hooks_path: setting, moved_from: former } = found;
  const where = setting === undefined ? "" : ` (core.hooksPath, ${setting.scope}, ${setting.origin})`;
  const shown = found.hooks.filter(({ kind, state }) => state !== "missing" || kind === "blocks");
  await printFields(context, [
    ["folder", shownPath(context, folder) + where],
    ...shown.map(({ name, state, keeps_earlier: isSecond }) => {
      return [name, states[state] + (isSecond ? ", after the earlier hook" : "")] as const;
    }),
    ["merge driver", found.merge_driver ? DRIVER : "not installed"],
    ["command", programText(found.command)],
    ["node", programText(found.node)],
    ["last", lastText(found.last_run)],
  ]);
  if (former !== undefined) {
    context.warn(`git no longer runs hooks from ${shownPath(context, former)}, where heir's are`);
  }
  return exit.ok;
}

const states: Readonly<Record<HookStatus["hooks"][number]["state"], string>> = {
  missing: "not installed",
  installed: "heir",
  different: "heir, edited or of another version (heir hooks install --force replaces it)",
  foreign: "of another program",
  "not-executable": "heir, but not executable: git does not run it",
  "line-ends": "heir, but with Windows line endings: it cannot run",
};

function programText(program: HookStatus["command"]): string {
  if (program === undefined) return "not recorded: looked up on PATH";
  return program.found ? program.path : `${program.path} (missing: heir hooks install records it again)`;
}

function lastText(run: HookStatus["last_run"]): string {
  if (run === undefined) return "";
  const { hook, passed, ms, at } = run;
  return `${hook} ${passed ? "passed" : "refused"} in ${ms} ms, ${new Date(at * 1000).toISOString()}`;
}
