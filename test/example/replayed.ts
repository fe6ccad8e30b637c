import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Replayed, replayExample } from "../../src/source/installed/replay.ts";

/** The folder that is replayed. */
export const exampleFolder: string = fileURLToPath(new URL("../../example-repo", import.meta.url));

/** The example repository, replayed into a folder of its own. */
export interface Demo {
  readonly folder: string;
  readonly replayed: Replayed;
  /** Runs git there, deaf to the settings of whoever runs the tests, and gives what it printed. */
  git(...args: readonly string[]): string;
  remove(): Promise<void>;
}

export async function replayedExample(): Promise<Demo> {
  const above = await mkdtemp(join(tmpdir(), "heir-example-"));
  const replayed = await replayExample({ from: exampleFolder, into: join(above, "demo") });
  return demoIn(above, replayed);
}

/** A copy of it, as it is. */
export async function copiedExample({ folder: from, replayed }: Demo): Promise<Demo> {
  const above = await mkdtemp(join(tmpdir(), "heir-example-"));
  await cp(from, join(above, "demo"), { recursive: true, verbatimSymlinks: true });
  return demoIn(above, replayed);
}

function demoIn(above: string, replayed: Replayed): Demo {
  const folder = join(above, "demo");
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  return {
    folder,
    replayed,
    git: (...args) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }),
    remove: () => rm(above, { recursive: true, force: true }),
  };
}

/** What `expected.json` says, as make_expected.py writes it. */
export interface Expected {
  readonly commits: readonly ExpectedCommit[];
  readonly merge: ExpectedDiff & { readonly branch: string; readonly tree: string };
}

export interface ExpectedDiff {
  readonly nodes_changed: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changes: readonly ExpectedChange[];
}

export interface ExpectedCommit extends Partial<ExpectedDiff> {
  readonly commit: string;
  readonly subject: string;
  readonly parent?: string;
  readonly nodes: number;
}

/**
 * What `expected-groups.json` says: changes of groups, properties and policies, in addition to those of `expected.json`.
 */
export interface ExpectedGroups {
  readonly commits: readonly {
    readonly subject: string;
    readonly changes: readonly ExpectedChange[];
    readonly newly_failing?: readonly string[];
    /** The contract that it breaks, as the code of the finding, and on which nodes. */
    readonly broken?: { readonly code: string; readonly nodes: readonly string[] };
  }[];
}

/** One change and the nodes that have it; `old` is absent where the path is new, `new` where it went away. */
export interface ExpectedChange {
  readonly path: readonly string[];
  readonly old?: unknown;
  readonly new?: unknown;
  readonly nodes: readonly string[];
}

/** What `exercises/expected.json` says. */
export interface Exercise {
  readonly name: string;
  readonly command: "check" | "diff";
  readonly exit: number;
  /** The file that is changed, where a finding shows another one. */
  readonly edits?: string;
  /** What heir is asked to write on main instead, by which the patch and its solution come out. */
  readonly verb?: readonly string[];
  readonly findings: readonly ExpectedFinding[];
  readonly nodes_changed?: number;
  readonly changes?: readonly (Omit<ExpectedChange, "nodes"> & { readonly count: number })[];
}

export interface ExpectedFinding {
  readonly code: string;
  readonly severity: string;
  /** The first is the change at fault; the finding shows all of them. */
  readonly places: readonly { readonly file: string; readonly line: number; readonly column: number }[];
  readonly hint?: string;
  readonly nodes: readonly string[];
}
