import { createHash } from "node:crypto";
import {
  type BigIntStats,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";

/*
 * `git add -A` and `git commit` for repositories of tests, without a process: a worker of vitest is large, and each program
 * that it starts costs it several milliseconds. test/contract/plain-commit.test.ts compares both.
 */

/** What a commit says besides its files. */
export interface CommitWords {
  readonly message: string;
  /** `NAME <EMAIL>`. */
  readonly author: string;
  readonly committer: string;
  /** Seconds since 1970, in UTC. */
  readonly date: number;
}

export interface PlainCommitOptions extends CommitWords {
  /** What `.git/config` began as. */
  readonly config: string;
  /** Whether hooks are passed over, as with an empty `core.hooksPath`. */
  readonly isQuiet?: boolean;
}

/**
 * Commits all files of the work tree. Returns the id; undefined, with nothing changed, where more than files, links and a
 * branch decides on the commit: settings, attributes, hooks, submodules, a merge, an index with marks of its own. The
 * repository is one of SHA-1.
 */
export function plainCommit(
  dir: string,
  { config, isQuiet = false, ...words }: PlainCommitOptions,
): string | undefined {
  const git = join(dir, ".git");
  const branch = isPlainMessage(words.message) ? plainBranch(git, { config, isQuiet }) : undefined;
  const files = branch === undefined ? undefined : filesBelow(dir);
  if (branch === undefined || files === undefined) return undefined;
  const root = treeOf(git, files);
  const id = writeObject(git, "commit", Buffer.from(commitText(root.id, branch.tip, words)));
  writeFileSync(join(git, "index"), indexBytes(files, root));
  put(join(git, branch.ref), `${id}\n`);
  const kind = branch.tip === undefined ? "commit (initial)" : "commit";
  const [subject] = words.message.split("\n", 1);
  const stamp = `${words.committer} ${words.date} +0000`;
  const line = `${branch.tip ?? "0".repeat(40)} ${id} ${stamp}\t${kind}: ${subject}\n`;
  for (const log of ["HEAD", branch.ref]) put(join(git, "logs", log), line, { flag: "a" });
  return id;
}

const INDEX_HEAD = 12;
const ENTRY_HEAD = 62;

/** An entry of the index ends with one to eight bytes of NUL. */
function entrySize(nameLength: number): number {
  return (ENTRY_HEAD + nameLength + 8) & ~7;
}

/** What a git directory may hold so that nothing but branch and index decides on a commit. */
const HARMLESS: ReadonlySet<string> = new Set(
  "HEAD branches config description heir hooks index info logs objects refs COMMIT_EDITMSG FETCH_HEAD ORIG_HEAD".split(
    " ",
  ),
);

interface Branch {
  /** `refs/heads/NAME`. */
  readonly ref: string;
  readonly tip?: string;
}

/** The branch that is checked out, and its commit; undefined if a commit to it is not a matter of files alone. */
function plainBranch(
  git: string,
  { config, isQuiet }: Required<Omit<PlainCommitOptions, keyof CommitWords>>,
): Branch | undefined {
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const names = readdirSync(git);
  if (names.some((name) => !HARMLESS.has(name))) return undefined;
  const settings = readFileSync(join(git, "config"), "utf8");
  if (!settings.startsWith(config) || !isHarmless(settings.slice(config.length))) return undefined;
  if (!isQuiet && readdirSync(join(git, "hooks")).length > 0) return undefined;
  if (readdirSync(join(git, "info")).some((name) => name !== "exclude")) return undefined;
  if (/^[^#\n]/m.test(readFileSync(join(git, "info/exclude"), "utf8"))) return undefined;
  if (names.includes("index") && !isPlainIndex(readFileSync(join(git, "index")))) return undefined;
  const ref = /^ref: (refs\/heads\/[\w/-]+)\n$/.exec(readFileSync(join(git, "HEAD"), "utf8"))?.[1];
  if (ref === undefined || !existsSync(join(git, ref))) return ref === undefined ? undefined : { ref };
  const tip = readFileSync(join(git, ref), "utf8").trim();
  return /^[0-9a-f]{40}$/.test(tip) ? { ref, tip } : undefined;
}

/** Whether settings say nothing about how files are stored and who commits. */
function isHarmless(settings: string): boolean {
  return /^(\[|$)/.test(settings) && !/^\[(?!heir\]|remote |branch |diff\]|filter )/m.test(settings);
}

/** Words that git stores as they are. */
function isPlainMessage(message: string): boolean {
  return /^\S/.test(message) && /\S$/.test(message) && !/[ \t\r]\n|\n\n\n|\0/.test(message);
}

/** Whether an index has no marks of its own, such as files that are meant to be added or not to be looked at. */
function isPlainIndex(bytes: Buffer): boolean {
  if (bytes.readUInt32BE(4) !== 2) return false;
  let at = INDEX_HEAD;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flags = bytes.readUInt16BE(at + ENTRY_HEAD - 2);
    if (flags > 0xfff) return false;
    at += entrySize(bytes.indexOf(0, at + ENTRY_HEAD) - at - ENTRY_HEAD);
  }
  for (; at < bytes.length - 20; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (!["TREE", "REUC"].includes(bytes.toString("latin1", at, at + 4))) return false;
  }
  return true;
}

/** A file or link as the index and trees need it; paths as bytes in Latin-1, in which git's order is that of characters. */
interface Staged {
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000";
  readonly stat: BigIntStats;
  readonly bytes: Buffer;
  id: string;
}

/** The files of a work tree in git's order; undefined if one of them is not git's to store as it is. */
function filesBelow(dir: string): readonly Staged[] | undefined {
  const found: Staged[] = [];
  const placeOf = (path: string) => Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(path, "latin1")]);
  const walk = (folder: string): boolean =>
    readdirSync(placeOf(folder), { encoding: "latin1" }).every((name) => {
      if (folder === "" && name === ".git") return true;
      if (/^(\.git(?!keep$)|git~)/i.test(name)) return false;
      const path = folder === "" ? name : `${folder}/${name}`;
      const place = placeOf(path);
      const stat = lstatSync(place, { bigint: true });
      if (stat.isDirectory()) return walk(path);
      if (!stat.isFile() && !stat.isSymbolicLink()) return false;
      const isLink = stat.isSymbolicLink();
      const mode = isLink ? "120000" : (stat.mode & 0o100n) === 0n ? "100644" : "100755";
      const bytes = isLink ? readlinkSync(place, { encoding: "buffer" }) : readFileSync(place);
      found.push({ path, mode, stat, bytes, id: "" });
      return true;
    });
  if (!walk("")) return undefined;
  return found.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** A tree, and what the index remembers of it. */
interface Tree {
  readonly id: string;
  readonly cached: Buffer;
}

/** Writes the tree of files, and whatever is below it. */
function treeOf(git: string, files: readonly Staged[], { name = "", above = "" } = {}): Tree {
  const entries: Buffer[] = [];
  const below: Tree[] = [];
  // In the order of whole paths, a folder comes where its name with a slash does: that is the order of trees.
  for (let at = 0; at < files.length; ) {
    const file = files[at];
    if (file === undefined) break;
    const [part = "", ...rest] = file.path.slice(above.length).split("/");
    if (rest.length === 0) {
      file.id = writeObject(git, "blob", file.bytes);
      entries.push(entry(file.mode, part, file.id));
      at += 1;
      continue;
    }
    const folder = `${above}${part}/`;
    let end = at;
    while (files[end]?.path.startsWith(folder) === true) end += 1;
    const tree = treeOf(git, files.slice(at, end), { name: part, above: folder });
    entries.push(entry("40000", part, tree.id));
    below.push(tree);
    at = end;
  }
  const id = writeObject(git, "tree", Buffer.concat(entries));
  const head = Buffer.from(`${name}\0${files.length} ${below.length}\n`, "latin1");
  return { id, cached: Buffer.concat([head, Buffer.from(id, "hex"), ...below.map(({ cached }) => cached)]) };
}

function entry(mode: string, name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]);
}

function commitText(
  tree: string,
  parent: string | undefined,
  { message, author, committer, date }: CommitWords,
): string {
  const above = parent === undefined ? "" : `parent ${parent}\n`;
  return `tree ${tree}\n${above}author ${author} ${date} +0000\ncommitter ${committer} ${date} +0000\n\n${message}\n`;
}

function writeObject(git: string, kind: "blob" | "tree" | "commit", bytes: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
  const id = sha1(whole).toString("hex");
  const path = join(git, "objects", id.slice(0, 2), id.slice(2));
  if (!existsSync(path)) put(path, deflateSync(whole, { level: 1 }), { mode: 0o444 });
  return id;
}

/** The index, version 2, with what it remembers of trees. */
function indexBytes(files: readonly Staged[], { cached }: Tree): Buffer {
  const head = Buffer.alloc(INDEX_HEAD);
  head.write("DIRC");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(files.length, 8);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(cached.length);
  const bytes = Buffer.concat([head, ...files.map(indexEntry), Buffer.from("TREE"), size, cached]);
  return Buffer.concat([bytes, sha1(bytes)]);
}

function indexEntry({ path, mode, stat, id }: Staged): Buffer {
  const name = Buffer.from(path, "latin1");
  const bytes = Buffer.alloc(entrySize(name.length));
  const second = 1_000_000_000n;
  const numbers = [stat.ctimeNs / second, stat.ctimeNs % second, stat.mtimeNs / second, stat.mtimeNs % second];
  numbers.push(stat.dev, stat.ino, BigInt(Number.parseInt(mode, 8)), stat.uid, stat.gid, stat.size);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(Number(BigInt.asUintN(32, number)), at * 4);
  bytes.write(id, 40, "hex");
  bytes.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  name.copy(bytes, ENTRY_HEAD);
  return bytes;
}

function sha1(bytes: Buffer): Buffer {
  return createHash("sha1").update(bytes).digest();
}

function put(
  path: string,
  content: string | Buffer,
  options: { readonly flag?: string; readonly mode?: number } = {},
): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, options);
}
