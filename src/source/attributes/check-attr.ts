import { quietly } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { withGitConfig } from "../git/program/environment.ts";
import { git } from "../git/program/process.ts";
import type { FileAttributes } from "../git/store.ts";

/** Whether the text of a file of attributes can say anything about how a file is stored. */
export function saysStoredForm(text: string): boolean {
  return /\b(?:filter|ident|working-tree-encoding)\b/.test(text);
}

/** Whether it can give a file a filter. */
export function saysFilter(text: string): boolean {
  return /\bfilter\b/.test(text);
}

const NAMES = ["filter", "ident", "working-tree-encoding"];

/**
 * The attributes that say how files are stored, of those that have any; paths begin where the program is started. Read
 * from the work tree, or from the index alone. Throws HeirError when git fails.
 */
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
 * The bytes of a file of the work tree as git would store them (rule S16 in docs/concepts/snapshots.md): in UTF-8, and
 * `$Id: …$` as `$Id$`. Line ends are left to YAML, which reads all kinds alike. Bytes that are no text of the encoding
 * stay as they are. Undefined for an encoding that is unknown here.
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
