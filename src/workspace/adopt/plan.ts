import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { pathIn } from "../../source/snapshot/folder-paths.ts";
import { starterFiles } from "../write/starter.ts";
import type { Look, LookedInventory } from "./look.ts";
import { secretFilters, settingsText } from "./settings-text.ts";
import { GITLAB_LINES, WORKFLOW, workflowText } from "./workflow.ts";

/** A file that would be written. */
export interface PlannedFile {
  /** From the top. */
  readonly file: string;
  /** The reason, as people read it. */
  readonly why: string;
  /** Undefined for the baseline, which is made once the settings are written. */
  readonly text?: string;
}

/** What `heir init` proposes. */
export interface AdoptionPlan {
  readonly writes: readonly PlannedFile[];
  /** The filters of `secrets:`, where it would be written. */
  readonly secrets: readonly string[];
  /** Lines for a `.gitlab-ci.yml` that exists. */
  readonly gitlab: readonly string[];
  readonly makesRepository: boolean;
  /** Words of `heir` to try next, without the program. */
  readonly next: readonly (readonly string[])[];
}

export interface PlanOptions {
  readonly ci: boolean;
  readonly baseline: boolean;
  /** The workflow for GitHub that is shipped. */
  readonly workflow: string;
}

/** What to write for what was found; nothing that is there. Never fails. */
export async function planAdoption(look: Look, options: PlanOptions): Promise<AdoptionPlan> {
  const { inventory } = look;
  const own = inventory === undefined ? starter(look) : inventoryFiles(look, inventory, options);
  const workflow = await workflowFile(look, options);
  const wanted = [...own.files, ...(inventory !== undefined && workflow ? [workflow] : [])];
  const writes: PlannedFile[] = [];
  for (const each of wanted) if (!(await look.has(each.file))) writes.push(each);
  const hasSettings = writes.some(({ file }) => file.endsWith("heir.yml") && file !== WORKFLOW);
  return {
    writes,
    secrets: hasSettings ? own.secrets : [],
    gitlab: options.ci && inventory !== undefined && (await look.has(".gitlab-ci.yml")) ? GITLAB_LINES : [],
    makesRepository: !look.isGit,
    next: [["nodes"], inventory === undefined ? ["show", "web1"] : shown(inventory), ["check"]],
  };
}

/** With masks: whatever reads the answer may be no terminal. */
function shown({ node }: LookedInventory): readonly string[] {
  return node === undefined ? ["nodes", "--columns", "name,status"] : ["show", node, "--secrets", "mask"];
}

interface OwnFiles {
  readonly files: readonly PlannedFile[];
  readonly secrets: readonly string[];
}

/** The starter, in `heir/` beside what Ansible reads. */
function starter({ ansible }: Look): OwnFiles {
  const folder = ansible === undefined ? "" : "heir";
  const why =
    ansible === undefined ? "the beginning of an inventory" : "the beginning of an inventory, beside Ansible's";
  const files = starterFiles.map(({ path, text }) => ({ file: pathIn(folder, path), why, text }));
  return { files, secrets: secretFilters([]) };
}

function inventoryFiles(look: Look, inventory: LookedInventory, { baseline }: PlanOptions): OwnFiles {
  const { folder, isKapitan, clear, excusable } = inventory;
  const secrets = secretFilters(clear);
  const chosen = { file: "heir.yml", why: `says that ${folder} is meant`, text: `folder: ${JSON.stringify(folder)}\n` };
  const settings = {
    file: pathIn(folder, "heir.yml"),
    why: [...(isKapitan ? ["the dialect of kapitan"] : []), secretsReason(inventory)].join("; "),
    text: settingsText(isKapitan, secrets),
  };
  const excuses = {
    file: pathIn(folder, BASELINE_FILE),
    why: `excuses ${excusable} ${excusable === 1 ? "error" : "errors"} of today, so that only new ones count`,
  };
  const files = [...(look.isOneOfSeveral ? [chosen] : []), settings, ...(baseline && excusable > 0 ? [excuses] : [])];
  return { files, secrets };
}

function secretsReason({ clear }: LookedInventory): string {
  const paths = [...new Set(clear.map(printPath))];
  if (paths.length === 0) return "masks passwords and tokens";
  const first = paths.slice(0, MOST_NAMED).join(", ");
  return `masks ${first}${paths.length > MOST_NAMED ? `, … ${paths.length - MOST_NAMED} more` : ""}`;
}

const MOST_NAMED = 5;

async function workflowFile(look: Look, { ci, workflow }: PlanOptions): Promise<PlannedFile | undefined> {
  if (!ci || !(await look.has(".github/workflows"))) return undefined;
  const text = workflowText(workflow, look.inventory?.folder ?? "");
  return { file: WORKFLOW, why: "checks each pull request", text };
}
