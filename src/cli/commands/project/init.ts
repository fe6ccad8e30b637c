import { resolve } from "node:path";
import { command, terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Settings } from "../../../model/inventory/settings.ts";
import { formatOptions } from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../command.ts";

const EXAMPLE = "heir-example";

/** Writes what an editor reads into an inventory folder: what is new, what is there, and what is there otherwise. */
type WriteEditorFiles = (
  folder: string,
  settings: Settings,
) => Promise<{
  readonly created: readonly string[];
  readonly kept: readonly string[];
  readonly different: readonly { readonly path: string; readonly text: string }[];
}>;

/** `heir init [DIR]`: creates a repository, or a copy of the example repository. */
export const initWith = (writeEditorFiles: WriteEditorFiles): Command => ({
  examples: [
    ["heir init", "in an empty folder: settings, a class, a node, and a git repository"],
    ["heir init --yes", "in a repository with an inventory: settings, a baseline, CI and hooks for it"],
    ["heir init --dry-run --json", "what is there, and what would be written"],
    ["heir init --example demo", "the example repository, with its history, in demo/"],
    ["heir init --editor vscode", "schemas of all files for VS Code, in .vscode/ of the inventory"],
    ["heir init -n", "print what would be created"],
  ],
  operands: [{ name: "DIR", kind: "folder" }],
  options: {
    example: { kind: "flag", summary: `create the example repository (in ${EXAMPLE} unless DIR is given)` },
    editor: {
      kind: "choice",
      choices: ["vscode"],
      value: "EDITOR",
      summary: "create the settings of an editor for this inventory, with its schemas",
    },
    yes: { kind: "flag", summary: "write all that is proposed, without asking" },
    "dry-run": { kind: "flag", short: "n", summary: "write nothing, print what would be created" },
    "no-hooks": { kind: "flag", summary: "propose no git hooks" },
    "no-ci": { kind: "flag", summary: "propose no workflow of CI" },
    "no-baseline": { kind: "flag", summary: "propose no baseline for the errors of today" },
    ...formatOptions("text", "json"),
  },
  exclusive: [
    ["example", "editor"],
    ["editor", "dry-run"],
  ],
  details: [
    "In a folder with files it looks first: for an inventory of heir, reclass, salt, kapitan or commodore, and for Ansible. Then it " +
      "says what it would write, and why, and asks for each; --yes agrees to all. Existing files are never changed.",
    "It proposes heir.yml with the paths of secrets, a baseline if there are errors, a workflow where .github/workflows is, and " +
      "hooks; where another tool has the hooks, and for an existing .gitlab-ci.yml, it prints the lines to paste.",
    "In an empty folder it makes an inventory, a git repository and hooks; where there is no terminal, without --yes.",
    "Of several inventories DIR names one.",
  ],
  async run(args, context) {
    if (args.has("editor")) return editor(writeEditorFiles, args, context);
    if (args.has("example")) return example(args, context);
    const { adopt } = await import("./adopt.ts");
    return adopt(args, context, folderOf(args, context, ".").path);
  },
});

/** DIR as given, and its absolute path, relative to the folder of `-C`. */
function folderOf(args: Arguments, context: Context, otherwise: string) {
  const shown = args.operands[0] ?? otherwise;
  if (shown === "") throw new HeirError("usage", "the name of the folder is empty");
  return { shown, path: resolve(context.cwd, args.text("C") ?? ".", shown) };
}

async function example(args: Arguments, context: Context): Promise<ExitCode> {
  const { shown, path } = folderOf(args, context, EXAMPLE);
  if (args.has("dry-run")) {
    await context.print(terminalSafe(`would create  ${shown}, the example repository`));
    return exit.ok;
  }
  const { createExample } = await import("../../../workspace/write/installed.ts");
  const { commits, branches } = await createExample(path, { signal: context.signal });
  const made = `${commits} commits on ${branches.length} branches`;
  await context.print(terminalSafe(`created  ${shown}, the example repository: ${made}`));
  const { noteNext } = await import("./adopt.ts");
  noteNext(context, [
    ...(shown === "." ? [] : [[command(["cd"], [shown]), ""] as const]),
    ["heir nodes", "list the nodes"],
    ["heir diff HEAD~1 HEAD", "what the last commit changed, and on which nodes"],
    ["cat README.md", "the tour"],
  ]);
  return exit.ok;
}

/** Creates what VS Code reads; what cannot be created, since it is there, is printed. */
async function editor(writeEditorFiles: WriteEditorFiles, args: Arguments, context: Context): Promise<ExitCode> {
  if (args.operands.length > 0)
    throw new HeirError("usage", "--editor is for the inventory of this folder", "use -C DIR");
  const workspace = await context.open();
  const folder = await workspace.worktreeFolder();
  const { settings } = await workspace.load(await workspace.snapshot("WORKTREE", { signal: context.signal }));
  const { created, kept, different } = await writeEditorFiles(folder, settings);
  for (const file of created) await context.print(`created  ${file}`);
  for (const file of kept) await context.print(`kept  ${file}`);
  for (const { path, text } of different) {
    if (path.endsWith("settings.json")) await context.print(`paste into ${path}:\n${text.trimEnd()}`);
  }
  if (different.length === 0) return exit.ok;
  context.note(`${different.map(({ path }) => path).join(", ")}: not as heir would write it, and unchanged`);
  return exit.usage;
}
