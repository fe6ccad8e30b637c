import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LIMITS } from "./limits.ts";

/** A tree that hooks checked and accepted. */
export interface JudgedTree {
  readonly tree: string;
  /** What else the verdict depends on: the version of heir and its settings. */
  readonly key: string;
  /** `clean`: no error; `passed`: no error that its parent does not have. */
  readonly verdict: "clean" | "passed";
  /** The tree that it was compared with, and how many nodes differ. */
  readonly parent: string;
  readonly nodes: number;
}

const FILE = "heir/judged";

/**
 * Accepted trees, latest last. The hook files read the same file line by line (a line begins with the tree). Lines that
 * cannot be read are ignored. Never fails.
 */
export async function judgedTrees(gitDir: string): Promise<readonly JudgedTree[]> {
  const text = await readFile(join(gitDir, FILE), "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [tree, verdict, parent, nodes, key, ...more] = line.split(" ");
    if (tree === undefined || parent === undefined || nodes === undefined || key === undefined) return [];
    if (more.length > 0 || (verdict !== "clean" && verdict !== "passed") || !/^\d+$/.test(nodes)) return [];
    return [{ tree, verdict, parent, nodes: Number(nodes), key }];
  });
}

/** Adds a tree. The file is replaced as a whole; failures to write are ignored. Never fails. */
export async function rememberTree(gitDir: string, judged: JudgedTree): Promise<void> {
  const same = ({ tree, key }: JudgedTree) => tree === judged.tree && key === judged.key;
  const others = (await judgedTrees(gitDir)).filter((known) => !same(known));
  const lines = [...others, judged].slice(-LIMITS.checkedTrees).map(({ tree, verdict, parent, nodes, key }) => {
    return `${tree} ${verdict} ${parent} ${nodes} ${key}\n`;
  });
  await replaceFile(join(gitDir, FILE), lines.join("")).catch(() => undefined);
}

/** What the last hook that checked did. */
export interface LastRun {
  readonly hook: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  /** Seconds since 1970. */
  readonly at: number;
}

const LAST = "heir/last-hook";

/** The last run, or undefined. Never fails. */
export async function lastRun(gitDir: string): Promise<LastRun | undefined> {
  const text = await readFile(join(gitDir, LAST), "utf8").catch(() => "");
  const [, hook, verdict, milliseconds, at] = /^([\w-]+) (passed|refused) (\d+) (\d+)\n$/.exec(text) ?? [];
  if (hook === undefined) return undefined;
  return { hook, passed: verdict === "passed", milliseconds: Number(milliseconds), at: Number(at) };
}

/** Records what a hook did. Never fails. */
export async function rememberRun(gitDir: string, { hook, passed, milliseconds, at }: LastRun): Promise<void> {
  const text = `${hook} ${passed ? "passed" : "refused"} ${milliseconds} ${at}\n`;
  await replaceFile(join(gitDir, LAST), text).catch(() => undefined);
}

/** Deletes both files, unfinished copies of them, and the folder if it is empty then. Never fails. */
export async function forgetJudged(gitDir: string): Promise<void> {
  const folder = join(gitDir, dirname(FILE));
  const ours = [FILE, LAST].map((file) => basename(file));
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (ours.some((file) => name === file || name.startsWith(`${file}.`)))
      await rm(join(folder, name), { force: true });
  }
  await rmdir(folder).catch(() => undefined);
}

/** Readers see the old file or the new one, even if this process is killed. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(fresh, text);
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
