import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { blobId } from "../../model/inventory/object-id.ts";
import type { ContentChange } from "../../model/results/file-edit.ts";
import { indexEntries, storeBlobs } from "../act/index-entries.ts";
import type { GitPlace } from "../repository/locate.ts";
import { type ChangedEntry, journalFolder } from "./edit-journal.ts";

const PLAIN_FILE = "100644";

/** The index entries that an edit changes, content stored. Throws HeirError if index and work tree differ in a file. */
export async function stagedEntries(
  { facts, program }: GitPlace,
  files: readonly ContentChange[],
): Promise<readonly ChangedEntry[]> {
  const now = await indexEntries(program);
  const forms = files.map(({ path, from = path, before }) => {
    const entry = now.get(from);
    const form = FORMS.find((each) => before && entry?.endsWith(` ${blobId(each(before), facts.objectFormat)}`));
    if (before === undefined ? entry === undefined : form !== undefined) return form ?? asItIs;
    const message = `${from} differs between the index and the work tree`;
    throw new HeirError("usage", message, "stage it, or leave out --stage");
  });
  const contents = files.map(({ after }, index) => after && forms[index]?.(after));
  const ids = await stored({ program, gitDir: facts.gitDir }, contents);
  const [gone, come] = [new Set<string>(), new Map<string, string>()];
  for (const [index, { path, from = path, after }] of files.entries()) {
    const mode = now.get(from)?.split(" ")[0] ?? PLAIN_FILE;
    if (from !== path || after === undefined) gone.add(from);
    if (after !== undefined) come.set(path, `${mode} ${ids[index]}`);
  }
  return [...new Set([...gone, ...come.keys()])].map((path) => {
    return { path, before: now.get(path), after: come.get(path) };
  });
}

/** Throws HeirError unless the index has one side of each entry. */
export async function expectEntries(
  { program }: GitPlace,
  entries: readonly ChangedEntry[],
  sides: readonly ("before" | "after")[],
): Promise<void> {
  if (entries.length === 0) return;
  const now = await indexEntries(program);
  const others = entries.filter((entry) => !sides.some((side) => entry[side] === now.get(entry.path)));
  if (others.length === 0) return;
  const names = others.map(({ path }) => path).join(", ");
  throw new HeirError("environment", `in the index ${names} changed since the edit`, "use git for what is older");
}

function asItIs(bytes: Uint8Array): Uint8Array {
  return bytes;
}

/** As git stores a file whose line ends it converts. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

const FORMS = [asItIs, withLineFeeds];

async function stored(
  { program, gitDir }: Pick<GitPlace, "program"> & { readonly gitDir: string },
  contents: readonly (Uint8Array | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const folder = join(journalFolder(gitDir), "stage");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const paths = new Map<number, string>();
  for (const [index, bytes] of contents.entries()) {
    if (bytes === undefined) continue;
    const path = join(folder, String(index));
    writeFileSync(path, bytes, { mode: 0o600 });
    paths.set(index, path);
  }
  const ids = await storeBlobs(program, [...paths.values()]);
  rmSync(folder, { recursive: true, force: true });
  const byIndex = new Map([...paths.keys()].map((index, order) => [index, ids[order]]));
  return contents.map((_, index) => byIndex.get(index));
}
