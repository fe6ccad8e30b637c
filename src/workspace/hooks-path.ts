import { join, sep } from "node:path";
import { HeirError } from "../model/failure.ts";
import { optionalText } from "../source/hook-files.ts";
import type { HookPlace } from "./hook-place.ts";

/** A tool that keeps the hooks of a repository, and the lines by which it runs heir's. */
interface HookTool {
  readonly name: string;
  /** What its users have at the top of the repository. */
  readonly files: readonly string[];
  readonly lines: readonly string[];
}

const tools: readonly HookTool[] = [
  {
    name: "husky",
    files: [".husky/pre-commit", ".husky/_/h", ".husky/_/husky.sh"],
    lines: [
      "in .husky/pre-commit:        npx --no-install heir hooks run pre-commit",
      "in .husky/pre-merge-commit:  npx --no-install heir hooks run pre-merge-commit",
      'in .husky/pre-push:          npx --no-install heir hooks run pre-push -- "$@"',
    ],
  },
  {
    name: "lefthook",
    files: ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", "lefthook.toml", "lefthook.json"],
    lines: [
      "in lefthook.yml:",
      "  pre-commit:",
      "    commands: {heir: {run: heir hooks run pre-commit}}",
      "  pre-merge-commit:",
      "    commands: {heir: {run: heir hooks run pre-merge-commit}}",
      "  pre-push:",
      '    commands: {heir: {run: "heir hooks run pre-push -- {0}", use_stdin: true}}',
    ],
  },
  {
    name: "pre-commit",
    files: [".pre-commit-config.yaml"],
    lines: [
      "in .pre-commit-config.yaml:",
      "  - repo: local",
      "    hooks:",
      "      - {id: heir, name: heir, language: system, entry: heir hooks run pre-commit, pass_filenames: false,",
      "         always_run: true, stages: [pre-commit, pre-merge-commit]}",
    ],
  },
];

/** Why nothing is installed where another tool keeps the hooks, and what to do there instead. */
export async function foreignHooksPath({ setting, folder, facts }: HookPlace): Promise<HeirError> {
  const { value = "", scope = "", origin = "" } = setting ?? {};
  const top = facts.topLevel ?? facts.gitDir;
  const used: HookTool[] = [];
  for (const tool of tools) if (await isUsed(tool, top, folder)) used.push(tool);
  const lines = (used.length > 0 ? used : tools).flatMap((tool) => [
    `${tool.name}, ${tool.lines[0]}`,
    ...tool.lines.slice(1),
  ]);
  const message = `core.hooksPath is ${value} (${scope}, ${origin}): git runs the hooks there, and another tool keeps them`;
  const inside = folder.startsWith(top + sep);
  const force = `or, to install into that folder${inside ? "" : ", which is not in this repository"}: heir hooks install --force`;
  return new HeirError(
    "environment",
    message,
    ["nothing was written; let that tool run heir:", ...lines, force].join("\n"),
  );
}

async function isUsed({ name, files }: HookTool, top: string, folder: string): Promise<boolean> {
  if (folder.split(sep).some((part) => part === `.${name}`)) return true;
  const texts = await Promise.all(files.map((file) => optionalText(join(top, file))));
  return texts.some((text) => text !== undefined);
}
