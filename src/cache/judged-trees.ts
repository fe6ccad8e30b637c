import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What is known of a tree that hooks have judged and let pass. */
export interface JudgedTree {
  readonly tree: string;
  /** What the verdict depends on beside the tree: the version of heir and its settings. */
  readonly key: string;
  /** `clean`: without any error; `passed`: without one that its parent does not have. */
  readonly verdict: "clean" | "passed";
  /** The tree it was compared with, and how many nodes differ. */
  readonly parent: string;
  readonly nodes: number;
}

const MOST = 500;
const FILE = "heir/judged";

/**
 * Trees that were let pass, latest last. The file is read line by line, also by the hook files (a line begins with the
 * tree), and a line that cannot be read counts for nothing. Never fails.
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

/** Adds a tree. The file is replaced as a whole; one that cannot be written is done without. Never fails. */
export async function rememberTree(gitDir: string, judged: JudgedTree): Promise<void> {
  const same = ({ tree, key }: JudgedTree) => tree === judged.tree && key === judged.key;
  const others = (await judgedTrees(gitDir)).filter((known) => !same(known));
  const lines = [...others, judged].slice(-MOST).map(({ tree, verdict, parent, nodes, key }) => {
    return `${tree} ${verdict} ${parent} ${nodes} ${key}\n`;
  });
  await replaceFile(join(gitDir, FILE), lines.join("")).catch(() => undefined);
}

/** What the last judging hook did. */
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

/** Writes down what a hook did. Never fails. */
export async function rememberRun(gitDir: string, { hook, passed, milliseconds, at }: LastRun): Promise<void> {
  const text = `${hook} ${passed ? "passed" : "refused"} ${milliseconds} ${at}\n`;
  await replaceFile(join(gitDir, LAST), text).catch(() => undefined);
}

/** Takes both files away, what a killed process left of them, and the folder if nothing else is in it. Never fails. */
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

/** Whoever reads meanwhile, and whatever ends this process, sees the old file or the new one. */
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
