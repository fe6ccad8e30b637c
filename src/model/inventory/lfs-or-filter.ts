/** What git stores in place of text, and ids for it that are no ids of git (S15, S17 in docs/concepts/snapshots.md). */

export type StoredContent =
  | { readonly kind: "git-crypt" }
  | { readonly kind: "lfs" }
  /** It goes through a filter of this name; `wanted` is the value of `heir.runFilter` that would agree to run it. */
  | { readonly kind: "filter"; readonly name: string; readonly wanted: string };

const GIT_CRYPT = Buffer.from("\0GITCRYPT\0");
const LFS = Buffer.from("version https://git-lfs.github.com/spec/");
const FILTER = Buffer.from("\0HEIR-FILTER\0");

/** What these bytes are instead of a text; undefined for a text. Never fails. */
export function storedContent(bytes: Uint8Array): StoredContent | undefined {
  if (startsWith(bytes, GIT_CRYPT)) return { kind: "git-crypt" };
  if (startsWith(bytes, LFS)) return { kind: "lfs" };
  if (!startsWith(bytes, FILTER)) return undefined;
  const [name = "", wanted = name] = Buffer.from(bytes.subarray(FILTER.length)).toString().split("\0");
  return { kind: "filter", name, wanted };
}

/** Bytes for a file that goes through a filter: its stored form is not read as its text. */
function filteredContent(name: string, wanted: string): Uint8Array {
  return Buffer.concat([FILTER, Buffer.from(`${name}\0${wanted}`)]);
}

function startsWith(bytes: Uint8Array, begin: Uint8Array): boolean {
  return begin.every((byte, at) => bytes[at] === byte);
}

/** How a file with a filter is read: not (an error), through it (`heir.runFilter`), or left out (`heir.skipFilter`). */
export type FilterChoice = "unread" | "run" | "skip";

/** The id of a file that is read in this way; `digest` is that of all that its content depends on. */
export function filteredId(choice: FilterChoice, digest: string): string {
  return `${choice}-${digest}`;
}

/** Whether an id is that of a file that is left out. */
export function isSkipped(id: string): boolean {
  return id.startsWith("skip-");
}

/** Whether an id is one of git: what has another one is never cached. */
export function isGitId(id: string): boolean {
  return !id.includes("-");
}

/** The content of a file that is not read through its filter: no text, whatever is stored. */
export function unreadContent(
  bytes: Uint8Array,
  { name, choice, wanted = name }: { readonly name: string; readonly choice: FilterChoice; readonly wanted?: string },
): Uint8Array {
  const kind = storedContent(bytes)?.kind;
  return choice === "unread" && (kind === "git-crypt" || kind === "lfs") ? bytes : filteredContent(name, wanted);
}
