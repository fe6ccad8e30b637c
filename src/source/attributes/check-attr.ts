import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import { attributesAbove, isAttributes, pathIn } from "../../model/inventory/folder-paths.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../disk/read-files.ts";
import { git } from "../git/program/process.ts";
import { type GitProgram, withGitConfig } from "../git/program/program.ts";
import type { Checkout, DiskReading, FileAttributes } from "../git/store.ts";
import type { FilteredFiles } from "./filtered-files.ts";

/** Whether the text of a file of attributes can say anything about how a file is stored. */
function saysStoredForm(text: string): boolean {
  return /\b(?:filter|ident|working-tree-encoding)\b/.test(text);
}

/** Whether it can give a file a filter. */
export function saysFilter(text: string): boolean {
  return /\bfilter\b/.test(text);
}

const NAMES = ["filter", "ident", "working-tree-encoding"];

/** The attributes that say how files are stored; paths begin where git is started. Throws HeirError when git fails. */
export async function checkAttributes(
  program: GitProgram,
  paths: readonly string[],
  { from, ...options }: { readonly from: "worktree" | "index" } & Abortable,
): Promise<ReadonlyMap<string, FileAttributes>> {
  // Attributes of the machine and of the user do not count: a state means the same everywhere.
  const env = withGitConfig(program.env, [["core.attributesFile", "/dev/null"]]);
  const names = [...(from === "index" ? ["--cached"] : []), ...NAMES];
  const found = new Map<string, FileAttributes>();
  for (const [path, name, value] of await printedAttributes({ ...program, env }, paths, { names, ...options })) {
    const attribute = attributeOf(name, value);
    if (attribute !== undefined) found.set(path, { ...found.get(path), ...attribute });
  }
  return found;
}

/** Those of some files that git merges with the driver `heir`; paths begin where the program is started. Throws HeirError when git fails. */
export async function filesOfDriver(
  program: GitProgram,
  paths: readonly string[],
  options: Abortable = {},
): Promise<ReadonlySet<string>> {
  const printed = await printedAttributes(program, paths, { names: ["merge"], ...options });
  return new Set(printed.flatMap(([path, , value]) => (value === "heir" ? [path] : [])));
}

/** Path, attribute and value of each. */
async function printedAttributes(
  program: GitProgram,
  paths: readonly string[],
  { names, ...options }: Abortable & { readonly names: readonly string[] },
): Promise<readonly (readonly [path: string, name: string, value: string])[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\0`).join("");
  const printed = await git(program, ["check-attr", "-z", "--stdin", ...names], { ...options, input });
  const fields = printed.toString().split("\0");
  const all = Array.from({ length: Math.floor(fields.length / 3) }, (_, at) => fields.slice(at * 3, at * 3 + 3));
  return all.map(([path = "", name = "", value = ""]) => [path, name, value]);
}

function attributeOf(name: string, value: string): FileAttributes | undefined {
  if (value === "unspecified" || value === "unset") return undefined;
  if (name === "ident") return value === "set" ? { ident: true } : undefined;
  // Without a value these attributes mean nothing to git.
  if (value === "set") return undefined;
  return name === "filter" ? { filter: value } : { encoding: value };
}

/**
 * The bytes of a file of the work tree as git would store them (rule S16 in docs/concepts/snapshots.md): in UTF-8,
 * `$Id$` not expanded. Line ends, and bytes that are no text of the encoding, stay. Undefined for an unknown encoding.
 */
export function storedForm(
  bytes: Uint8Array,
  { ident, encoding }: Omit<FileAttributes, "filter">,
): Uint8Array | undefined {
  const text = encoding === undefined ? bytes : inUtf8(bytes, encoding);
  return text === undefined || ident !== true ? text : withoutIds(text);
}

function inUtf8(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  if (/^utf-?8$/i.test(encoding)) return bytes;
  // TextDecoder reads this name as windows-1252.
  if (/^(?:iso-?8859-?1|latin-?1)$/i.test(encoding)) return Buffer.from(Buffer.from(bytes).toString("latin1"));
  const label = encodingOf(bytes, encoding);
  if (!isKnown(label)) return undefined;
  return quietly(() => Buffer.from(new TextDecoder(label, { fatal: true }).decode(bytes))) ?? bytes;
}

/** git's names for UTF-16 also say whether there is a mark of the byte order; the mark itself says which it is. */
function encodingOf(bytes: Uint8Array, encoding: string): string {
  const [, order] = /^utf-?16(le|be)?(?:-bom)?$/i.exec(encoding) ?? [];
  if (order === undefined && !/^utf-?16(?:-bom)?$/i.test(encoding)) return encoding;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return `utf-16${(order ?? "be").toLowerCase()}`;
}

function isKnown(encoding: string): boolean {
  return quietly(() => new TextDecoder(encoding)) !== undefined;
}

function withoutIds(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const stored = text.replace(/\$Id:[^$\n]*\$/g, "$$Id$$");
  return stored === text ? bytes : Buffer.from(stored, "latin1");
}

interface CheckoutPlace extends Abortable {
  readonly files: FilteredFiles;
  readonly program: GitProgram;
  /** The top of the work tree on disk. */
  readonly root: string;
  readonly prefix: string;
  /** The repository's own file of attributes. */
  readonly info?: string | undefined;
}

/**
 * A checkout in which unchanged files with a filter have ids of their own, and dirty ones their attributes, by the
 * disk. A file whose filter may be run counts as dirty: the disk has its text. Throws what git and the store throw.
 */
export async function attributedCheckout(checkout: Checkout, place: CheckoutPlace): Promise<Checkout> {
  const { files, program, prefix, ...options } = place;
  const texts = await attributeTexts(checkout, place);
  if (!texts.some(saysStoredForm)) return checkout;
  const clean = texts.some(saysFilter) ? cleanFiles(checkout) : new Map<string, string>();
  const asked = [...checkout.dirty, ...clean.keys()];
  const top = program.up + pathIn(prefix, "");
  const paths = asked.map((path) => top + path);
  const attributes = await checkAttributes(program, paths, { ...options, from: "worktree" });
  // Also files that no snapshot lists now say how files are read.
  const { seen: _, ...unseen } = checkout;
  if (attributes.size === 0) return unseen;
  const indexed = asked.flatMap((path) => (attributes.has(top + path) ? (checkout.indexed.get(path) ?? []) : []));
  const blobs = indexed.length === 0 ? new Map<string, Uint8Array>() : await files.blobs(indexed, options);
  const readings = new Map<string, DiskReading>();
  const unread = new Map<string, string>();
  const fromDisk = new Set<string>();
  for (const [fullPath, { filter: name, ...rest }] of attributes) {
    const path = fullPath.slice(top.length);
    const blob = clean.get(path);
    if (blob === undefined) {
      const stored = blobs.get(checkout.indexed.get(path) ?? "");
      readings.set(path, { ...rest, filter: name ? { ...files.unread(name), stored } : undefined });
    } else if (name !== undefined) {
      const choice = files.choice(name);
      const id = files.idOf({ path: pathIn(prefix, path), blob, name });
      if (choice === "run") {
        fromDisk.add(path);
        readings.set(path, { ...rest, filter: { name, choice, id } });
      } else unread.set(path, id);
    }
  }
  return { ...withIds(unseen, unread, fromDisk), readings };
}

/** The texts of the files of attributes that reach into a checkout. */
async function attributeTexts(
  { others, dirty }: Checkout,
  { files, root, prefix, info }: CheckoutPlace,
): Promise<readonly string[]> {
  const onDisk = (path: string) => regularFileText(join(root, path));
  const texts = [info === undefined ? undefined : regularFileText(info), ...attributesAbove(prefix).map(onDisk)];
  for (const path of dirty) if (isAttributes(path)) texts.push(onDisk(pathIn(prefix, path)));
  const sparse: string[] = [];
  for (const [path, id] of others) {
    if (!isAttributes(path)) continue;
    const text = onDisk(pathIn(prefix, path));
    if (text === undefined) sparse.push(id);
    else texts.push(text);
  }
  const stored = sparse.length === 0 ? [] : [...(await files.blobs(sparse)).values()];
  for (const bytes of stored) texts.push(Buffer.from(bytes).toString());
  return texts.flatMap((text) => text ?? []);
}

function withIds(checkout: Checkout, ids: ReadonlyMap<string, string>, fromDisk: ReadonlySet<string>): Checkout {
  const [files, others] = [new Map(checkout.files), new Map(checkout.others)];
  for (const [path, id] of ids) (others.has(path) ? others : files).set(path, id);
  for (const path of fromDisk) for (const each of [files, others]) each.delete(path);
  return { ...checkout, files, others, dirty: new Set([...checkout.dirty, ...fromDisk]) };
}

/** Unchanged files that may be read: links can lead to files of any name. */
function cleanFiles({ files, others, links, dirty }: Checkout): ReadonlyMap<string, string> {
  return links.size === 0 && dirty.size === 0 ? files : new Map([...files, ...others]);
}
