import { rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { quietly } from "../model/findings/failure.ts";
import { regularFileText } from "../source/disk/read-files.ts";
import { removeUnfinished, writeWhole } from "../source/disk/temporary.ts";
import { sharedModes } from "../source/repository/without-git.ts";
import { isOn } from "../speed/on.ts";
import { LIMITS } from "./limits.ts";
import { userKey } from "./user-key.ts";

/** A tree that hooks checked and accepted. */
export interface JudgedTree {
  readonly tree: string;
  /** What else the verdict depends on: the version of heir and its settings. */
  readonly key: string;
  /** The tree that it was compared with, and how many nodes differ. */
  readonly parent: string;
  readonly nodes: number;
}

const FILE = "heir/judged";

/**
 * Accepted trees, latest last, as the user's own heir signed them; other lines do not count. (The file of post-commit looks
 * for a line that begins with the tree: whether it warns, not what is accepted, depends on it.) Never fails.
 */
async function judgedTrees(gitDir: string): Promise<readonly JudgedTree[]> {
  const text = regularFileText(join(gitDir, FILE)) ?? "";
  const signer = text === "" ? undefined : userKey();
  if (signer === undefined) return [];
  return text.split("\n").flatMap((line) => {
    const [tree, parent, nodes, key, signature, ...more] = line.split(" ");
    if (tree === undefined || parent === undefined || nodes === undefined || key === undefined) return [];
    if (signature !== signer.sign("judged", line.slice(0, line.lastIndexOf(" ")))) return [];
    if (more.length > 0 || !/^\d+$/.test(nodes)) return [];
    return [{ tree, parent, nodes: Number(nodes), key }];
  });
}

/** The latest record of a tree under a key; undefined if there is none, and it is to be judged. Never fails. */
export async function judgedTree(
  gitDir: string,
  { tree, key }: Pick<JudgedTree, "tree" | "key">,
): Promise<JudgedTree | undefined> {
  return (await judgedTrees(gitDir)).findLast((judged) => judged.tree === tree && judged.key === key);
}

/** How many nodes differ from a tree, as a record says; undefined if they are to be counted: it compared another tree. */
export function judgedNodes(judged: JudgedTree | undefined, parent: string): number | undefined {
  return isOn("verdicts") && judged?.parent === parent ? judged.nodes : undefined;
}

/** Adds a tree. The file is replaced as a whole; failures to write are ignored. Never fails. */
export async function rememberTree(gitDir: string, judged: JudgedTree): Promise<void> {
  const signer = userKey();
  if (signer === undefined) return;
  const same = ({ tree, key }: JudgedTree) => tree === judged.tree && key === judged.key;
  const others = (await judgedTrees(gitDir)).filter((known) => !same(known));
  const lines = [...others, judged].slice(-LIMITS.checkedTrees).map(({ tree, parent, nodes, key }) => {
    const line = `${tree} ${parent} ${nodes} ${key}`;
    return `${line} ${signer.sign("judged", line)}\n`;
  });
  replaceQuietly(gitDir, FILE, lines.join(""));
}

/** What the last hook that checked did. */
export interface LastRun {
  readonly hook: string;
  readonly passed: boolean;
  readonly ms: number;
  /** Seconds since 1970. */
  readonly at: number;
}

const LAST = "heir/last-hook";

/** The last run, or undefined. Never fails. */
export async function lastRun(gitDir: string): Promise<LastRun | undefined> {
  const text = regularFileText(join(gitDir, LAST)) ?? "";
  const [, hook, verdict, ms, at] = /^([\w-]+) (passed|refused) (\d+) (\d+)\n$/.exec(text) ?? [];
  if (hook === undefined) return undefined;
  return { hook, passed: verdict === "passed", ms: Number(ms), at: Number(at) };
}

/** Records what a hook did. Never fails. */
export async function rememberRun(gitDir: string, { hook, passed, ms, at }: LastRun): Promise<void> {
  replaceQuietly(gitDir, LAST, `${hook} ${passed ? "passed" : "refused"} ${ms} ${at}\n`);
}

/** Deletes both files, and the folder if it is empty then. Never fails. */
export async function forgetJudged(gitDir: string): Promise<void> {
  for (const file of [FILE, LAST]) quietly(() => rmSync(join(gitDir, file), { force: true }));
  quietly(() => rmdirSync(join(gitDir, dirname(FILE))));
}

/** Readers see the old file or the new one, even if this process is killed. What cannot be written is not kept. */
function replaceQuietly(gitDir: string, file: string, text: string): void {
  // The verdict does not depend on it.
  quietly(() => {
    const path = join(gitDir, file);
    removeUnfinished(dirname(path));
    writeWhole(path, text, sharedModes(gitDir));
  });
}
