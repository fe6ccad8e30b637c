import { basename, dirname, join } from "node:path";
import { hasKey } from "../../base/text-order.ts";
import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { isSecretPath } from "../../model/secrets/secrets.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { parsePathFilter } from "../../model/values/path-filter.ts";
import { counted } from "../../report/text/row.ts";
import { createFiles, sortedNamesIn } from "../../source/disk/changed-files.ts";
import { gitProgram } from "../../source/git/program/program.ts";
import { makeRepository } from "../../source/git/program/single.ts";
import { installedText } from "../../source/installed/installation.ts";
import { settingOrigin } from "../../source/repository/settings.ts";
import { writeBaseline } from "../check/baseline.ts";
import { openWorkspace } from "../open.ts";
import { emptyLook, type FolderLook, type LookedInventory, type LookOptions, lookAround } from "./look.ts";
import { hostFiles, SECRET_PATTERNS, STARTER_NODE, starterFiles } from "./starter.ts";

export type Adoption = Awaited<ReturnType<typeof adoptionOf>>;

/** Looks at a folder, and writes nothing. Throws what `lookAround` throws. */
export async function adoptionOf(options: LookOptions & AdoptionPlanOptions) {
  const look = (await isForStarter(options.path)) ? emptyLook(options.path) : await lookAround(options);
  return { look, plan: await planAdoption(look, options) };
}

/** Whether a folder has nothing, or nothing but files of a starter that was begun. */
export async function isForStarter(folder: string): Promise<boolean> {
  const known = starterFiles.map(({ path }) => path);
  for (const name of await sortedNamesIn(folder)) {
    if (name === ".git" || known.includes(name)) continue;
    const isFolder = known.some((path) => dirname(path) === name);
    if (!isFolder || (await sortedNamesIn(join(folder, name))).some((file) => !known.includes(`${name}/${file}`)))
      return false;
  }
  return true;
}

/** Makes the repository that a plain folder lacks. Throws HeirError when git fails. */
export async function makeGit({ look }: Adoption): Promise<void> {
  await makeRepository(gitProgram(process.cwd(), process.env), look.top);
}

/** Writes some of the planned files, and gives the paths of those written: none that exists is touched. */
export async function writePlanned({ look }: Adoption, files: readonly PlannedFile[]): Promise<readonly string[]> {
  const texts = files.flatMap(({ file, text }) => (text === undefined ? [] : [{ path: file, text }]));
  const created = [...(await createFiles(look.top, texts))];
  for (const { file, text } of files) {
    if (text !== undefined) continue;
    const workspace = await openWorkspace({ cwd: join(look.top, file, "..") });
    await writeBaseline(workspace);
    await workspace.close();
    created.push(file);
  }
  return created;
}

/** The settings of git that a commit needs and that are not there. Throws HeirError when git fails. */
export async function missingIdentity(top: string) {
  const program = gitProgram(top, process.env);
  const names = ["user.name", "user.email"] as const;
  const origins = await Promise.all(names.map((name) => settingOrigin(program, name)));
  return names.filter((_, at) => origins[at] === undefined);
}

const WORKFLOW = ".github/workflows/heir.yml";

/** The lines for a `.gitlab-ci.yml`: the shipped job, which finds the inventory from the top. */
const GITLAB_LINES = ["include:", "  - local: heir.gitlab-ci.yml   # of integrations/gitlab in heir"] as const;

/** In the inventory of kapitan `secret` is in many names that are no secrets: `kapitan:secrets`, `secretName`. */
const KAPITAN_PATTERNS = SECRET_PATTERNS.filter((pattern) => pattern !== "**:*secret*");

/** What settings that are proposed do, as a comment above them. */
const MEANINGS: Partial<Record<keyof Settings, string>> = {
  dialect: "The rules of kapitan's fork of reclass.",
  ignore_class_notfound: "Classes that begin so are elsewhere, and are skipped.",
};

interface PlannedFile {
  /** From the top. */
  readonly file: string;
  readonly why: string;
  /** Undefined for the baseline, which is made once the settings are written. */
  readonly text?: string;
}

interface AdoptionPlanOptions {
  readonly ci: boolean;
  readonly baseline: boolean;
}

/** What `heir init` proposes for what was found; nothing that is there. Throws HeirError where the installation lacks the workflow. */
async function planAdoption(look: FolderLook, options: AdoptionPlanOptions) {
  const { inventory, ansible } = look;
  const own = inventory === undefined ? starter(look) : inventoryFiles(look, inventory, options);
  const workflow = await workflowFile(look, options);
  const writes: PlannedFile[] = [];
  for (const each of [...own.files, ...workflow]) if (!(await isThere(look, each.file))) writes.push(each);
  const hasSettings = writes.some(({ file }) => file.endsWith("heir.yml") && file !== WORKFLOW);
  const node = inventory === undefined ? (ansible?.host ?? STARTER_NODE) : inventory.node;
  return {
    writes,
    /** The filters of `secrets:`, where it would be written. */
    secrets: hasSettings ? own.secrets : [],
    gitlab: options.ci && inventory !== undefined && (await isThere(look, ".gitlab-ci.yml")) ? GITLAB_LINES : [],
    makesRepository: look.git === "none",
    /** What to try next: words of `heir`, without the program, and what they show. */
    next: [
      { words: ["nodes"], meaning: "list the nodes" },
      node === undefined
        ? { words: ["nodes", "--columns", "name,status"], meaning: "which nodes resolve" }
        : // With masks: whatever reads the answer may be no terminal.
          { words: ["show", node, "--secrets", "mask"], meaning: "the resolved values of a node" },
      { words: ["check"], meaning: "what is wrong, on all nodes" },
    ],
  };
}

async function isThere({ top }: FolderLook, path: string): Promise<boolean> {
  return (await sortedNamesIn(dirname(join(top, path)))).includes(basename(path));
}

/** The starter; beside what Ansible reads it is in `heir/`, with a host of Ansible's that has no values yet. */
function starter({ ansible }: FolderLook) {
  const why = `the beginning of an inventory${ansible === undefined ? "" : ", beside Ansible's"}`;
  const own = ansible === undefined ? starterFiles : hostFiles(ansible.host ?? STARTER_NODE);
  const folder = ansible === undefined ? "" : "heir";
  const files = own.map(({ path, text }) => ({ file: pathIn(folder, path), why, text }));
  return { files, secrets: secretFilters([]) };
}

function inventoryFiles(look: FolderLook, inventory: LookedInventory, { baseline }: AdoptionPlanOptions) {
  const { found, folder, proposed, clear, excusable } = inventory;
  const secrets = secretFilters(clear, found.kind === "kapitan" || found.kind === "commodore");
  const chosen = { file: "heir.yml", why: `says that ${folder} is meant`, text: `folder: ${JSON.stringify(folder)}\n` };
  const settings = {
    file: pathIn(folder, "heir.yml"),
    why: [
      ...(proposed.dialect === undefined ? [] : ["the dialect of kapitan"]),
      ...(proposed.ignore_class_notfound === undefined ? [] : ["skips classes that are elsewhere"]),
      secretsReason(inventory),
    ].join("; "),
    text: settingsText(proposed, secrets),
  };
  const why = `excuses ${counted(excusable, "error")} of today, so that only new ones count`;
  const excuses = baseline && excusable > 0 ? [{ file: pathIn(folder, BASELINE_FILE), why }] : [];
  const files: readonly PlannedFile[] = [...(look.isOneOfSeveral ? [chosen] : []), settings, ...excuses];
  return { files, secrets };
}

function secretsReason({ clear }: LookedInventory): string {
  const paths = [...new Set(clear.map(printPath))];
  if (paths.length === 0) return "masks passwords and tokens";
  const first = paths.slice(0, MOST_NAMED).join(", ");
  return `masks ${first}${paths.length > MOST_NAMED ? `, … ${paths.length - MOST_NAMED} more` : ""}`;
}

const MOST_NAMED = 5;

async function workflowFile(look: FolderLook, { ci }: AdoptionPlanOptions): Promise<readonly PlannedFile[]> {
  if (!ci || !(await isThere(look, ".github/workflows"))) return [];
  const folder = look.inventory?.folder ?? (look.ansible === undefined ? "" : "heir");
  const shipped = await installedText("integrations/github/heir.yml");
  return [{ file: WORKFLOW, why: "checks each pull request", text: workflowText(shipped, folder) }];
}

/** The patterns, and each of the paths that none of them names. */
export function secretFilters(paths: readonly ParameterPath[], isKapitan = false): readonly string[] {
  const patterns = isKapitan ? KAPITAN_PATTERNS : SECRET_PATTERNS;
  const filters = patterns.map(parsePathFilter).filter((filter) => typeof filter !== "string");
  const isNamed = (path: ParameterPath) => path.some((_, at) => isSecretPath(path.slice(0, at + 1), filters));
  const more = paths.filter((path) => !isNamed(path)).map(printPath);
  return [...patterns, ...new Set(more)];
}

/** The `heir.yml` of an inventory that exists. */
export function settingsText(proposed: Partial<Settings>, secrets: readonly string[]): string {
  const lines = Object.entries(proposed).map(([key, value]) => {
    const meaning = hasKey(MEANINGS, key) ? MEANINGS[key] : undefined;
    const above = meaning === undefined ? "" : `# ${meaning}\n`;
    return above + (Array.isArray(value) ? `${key}:\n${listed(value)}\n` : `${key}: ${value}\n`);
  });
  return `${[...lines, ...(lines.length > 0 ? ["\n"] : [])].join("")}# Values at these paths are shown as (secret).\nsecrets:\n${listed(secrets)}`;
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `  - ${JSON.stringify(text)}\n`).join("");
}

/** The workflow that is shipped with heir, for an inventory in a folder; `""` is the top. */
export function workflowText(shipped: string, folder: string): string {
  if (folder === "") return shipped;
  const where = `defaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n\n`;
  return shipped
    .replace(/^jobs:$/m, `${where}jobs:`)
    .replace("sarif_file: heir.sarif", () => `sarif_file: ${JSON.stringify(`${folder}/heir.sarif`)}`);
}
