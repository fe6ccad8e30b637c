import { join, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";
import { type HookPlace, hookPlace, isForeignFolder } from "./place.ts";

/** A manager of the hooks of a repository, and the configuration with which it runs heir's. */
interface HookManager {
  readonly name: string;
  /** Files of its users at the top of the repository. */
  readonly signs: readonly string[];
  /** Files and their lines: those of integrations/, without the comments. */
  readonly pieces: Readonly<Record<string, string>>;
}

/** Every known manager of hooks, in the order in which they are listed. */
export const hookManagers: readonly HookManager[] = [
  {
    name: "husky",
    signs: [".husky/pre-commit", ".husky/_/h", ".husky/_/husky.sh"],
    pieces: {
      ".husky/pre-commit": "heir hooks run pre-commit\n",
      ".husky/pre-merge-commit": "heir hooks run pre-merge-commit\n",
      ".husky/commit-msg": 'heir hooks run commit-msg -- "$1"\n',
      ".husky/pre-push": "heir hooks run pre-push\n",
    },
  },
  {
    name: "lefthook",
    signs: ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", "lefthook.toml", "lefthook.json"],
    pieces: {
      "lefthook.yml": `\
assert_lefthook_installed: true
pre-commit:
  commands: {heir: {run: heir hooks run pre-commit}}
pre-merge-commit:
  commands: {heir: {run: heir hooks run pre-merge-commit}}
commit-msg:
  commands: {heir: {run: "heir hooks run commit-msg -- {1}"}}
pre-push:
  commands: {heir: {run: heir hooks run pre-push, use_stdin: true}}
`,
    },
  },
  {
    name: "pre-commit",
    signs: [".pre-commit-config.yaml"],
    pieces: {
      ".pre-commit-config.yaml": `\
default_install_hook_types: [pre-commit, pre-merge-commit, commit-msg, pre-push]
repos:
  - repo: local
    hooks:
      - &heir
        {id: heir-check, name: heir, language: system, entry: heir hooks run pre-commit, stages: [pre-commit],
         pass_filenames: false, always_run: true, verbose: true}
      - {<<: *heir, id: heir-merge, entry: heir hooks run pre-merge-commit, stages: [pre-merge-commit]}
      - {<<: *heir, id: heir-message, entry: heir hooks run commit-msg --, stages: [commit-msg], pass_filenames: true,
         verbose: false}
      - <<: *heir
        id: heir-push
        stages: [pre-push]
        entry: sh -c 'echo "- \${PRE_COMMIT_TO_REF:-$PRE_COMMIT_LOCAL_BRANCH} $PRE_COMMIT_REMOTE_BRANCH -" |
               heir hooks run pre-push'
`,
    },
  },
];

/** What `heir init` does about hooks: installs them, or shows lines for the tool that has them. */
type HookAdoption = { readonly kind: "install" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/** How hooks come into a repository. Writes nothing. Throws HeirError when git fails. */
export async function hookAdoption(top: string, isGit: boolean): Promise<HookAdoption> {
  const place = isGit ? await hookPlace({ cwd: top }) : undefined;
  const used = usedManagers(top, place?.folder ?? join(top, ".git/hooks"));
  if (used.length > 0) return { kind: "paste", lines: used.flatMap(managerLines) };
  if (place === undefined || !(await isForeignFolder(place))) return { kind: "install" };
  const { hint = "" } = await foreignHooksPath(place);
  return { kind: "paste", lines: hint.split("\n").slice(1) };
}

/** Why nothing is installed where another tool keeps the hooks, and what to do there instead. */
export async function foreignHooksPath({ setting, folder, facts }: HookPlace): Promise<HeirError> {
  const { value = "", scope = "", origin = "" } = setting ?? {};
  const top = facts.topLevel ?? facts.gitDir;
  const used = usedManagers(top, folder);
  const lines = (used.length > 0 ? used : hookManagers).flatMap(managerLines);
  const message = `core.hooksPath is ${value} (${scope}, ${origin}): git runs the hooks there, and another tool keeps them`;
  const inside = folder.startsWith(top + sep);
  const force = `or, to install into that folder${inside ? "" : ", which is not in this repository"}: heir hooks install --force`;
  return new HeirError(
    "environment",
    message,
    ["nothing was written; let that tool run heir:", ...lines, force].join("\n"),
  );
}

/** The tools for hooks that are used in a repository, by their files and the folder of hooks. */
function usedManagers(top: string, folder: string): readonly HookManager[] {
  return hookManagers.filter((manager) => isUsed(manager, top, folder));
}

/** The lines with which a tool runs heir. */
function managerLines({ name, pieces }: HookManager): readonly string[] {
  return Object.entries(pieces).flatMap(([file, text]) => [
    `${name}, in ${file}:`,
    ...text
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
  ]);
}

function isUsed({ name, signs }: HookManager, top: string, folder: string): boolean {
  if (folder.split(sep).some((part) => part === `.${name}`)) return true;
  const texts = signs.map((file) => regularFileText(join(top, file)));
  return texts.some((text) => text !== undefined);
}
