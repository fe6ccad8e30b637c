import { resolve } from "node:path";
import { HeirError } from "../../../model/findings/failure.ts";
import { type ExitCode, exit } from "../../exit.ts";
import type { Arguments, Command, Context } from "../command.ts";

const EXAMPLE = "heir-example";

/** `heir init [DIR]`: creates a repository, or a copy of the example repository. */
export const init: Command = {
  examples: [
    { line: "heir init", meaning: "settings, a class and a node in this folder" },
    { line: "heir init --example demo", meaning: "the example repository, with its history, in demo/" },
    { line: "heir init --editor vscode", meaning: "schemas of all files for VS Code, in .vscode/ of the inventory" },
    { line: "heir init -n", meaning: "print what would be created" },
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
    "dry-run": { kind: "flag", short: "n", summary: "write nothing, print what would be created" },
  },
  exclusive: [
    ["example", "editor"],
    ["editor", "dry-run"],
  ],
  details: ["Existing files are never overwritten; heir lists the files it kept."],
  async run(args, context) {
    if (args.has("editor")) return editor(args, context);
    await (args.has("example") ? example(args, context) : starter(args, context));
    return exit.ok;
  },
};

/** DIR as given, and its absolute path, relative to the folder of `-C`. */
function folderOf(
  args: Arguments,
  context: Context,
  otherwise: string,
): { readonly shown: string; readonly path: string } {
  const shown = args.operands[0] ?? otherwise;
  if (shown === "") throw new HeirError("usage", "the name of the folder is empty");
  return { shown, path: resolve(context.cwd, args.text("C") ?? ".", shown) };
}

async function starter(args: Arguments, context: Context): Promise<void> {
  const { createRepository } = await import("../../../workspace/write/create.ts");
  const { shown, path } = folderOf(args, context, ".");
  const dryRun = args.has("dry-run");
  const { created, kept } = await createRepository(path, { dryRun });
  const under = shown === "." ? "" : `${shown.replace(/\/+$/, "")}/`;
  for (const file of created) await context.print(`${dryRun ? "would create" : "created"}  ${under}${file}`);
  for (const file of kept) await context.print(`${dryRun ? "would keep" : "kept"}  ${under}${file}`);
  if (dryRun || created.length === 0) return;
  nextSteps(context, shown, [
    ["heir nodes", "list the nodes"],
    ...(created.includes("nodes/web1.yml") ? webSteps : []),
  ]);
}

const webSteps: readonly (readonly [string, string])[] = [
  ["heir show web1", "the resolved values of a node"],
  ["heir show web1 ntp --sources", "where each value comes from"],
];

async function example(args: Arguments, context: Context): Promise<void> {
  const { shown, path } = folderOf(args, context, EXAMPLE);
  if (args.has("dry-run")) return context.print(`would create  ${shown}, the example repository`);
  const { createExample } = await import("../../../workspace/write/create.ts");
  const { commits, branches } = await createExample(path, { signal: context.signal });
  await context.print(`created  ${shown}, the example repository: ${commits} commits on ${branches.length} branches`);
  nextSteps(context, shown, [
    ["heir nodes", "list the nodes"],
    ["heir diff HEAD~1 HEAD", "what the last commit changed, and on which nodes"],
    ["cat README.md", "the tour"],
  ]);
}

/** Creates what VS Code reads; what cannot be created, since it is there, is printed. */
async function editor(args: Arguments, context: Context): Promise<ExitCode> {
  if (args.operands.length > 0)
    throw new HeirError("usage", "--editor is for the inventory of this folder", "use -C DIR");
  const { writeEditorFiles } = await import("../../../workspace/write/schemas.ts");
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

/** Prints commands to try next, after `cd` to the folder. */
function nextSteps(context: Context, folder: string, steps: readonly (readonly [string, string])[]): void {
  const all = folder === "." ? steps : [[`cd ${folder}`, ""] as const, ...steps];
  const width = Math.max(...all.map(([line]) => line.length));
  const lines = all.map(([line, meaning]) => `  ${line.padEnd(width)}   ${meaning}`.trimEnd());
  context.note(["next:", ...lines].join("\n"));
}
