import { join } from "node:path";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitProgram } from "../git/program/call.ts";
import type { Checkout, DiskReading } from "../git/store.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { attributesAbove, isAttributes } from "./attributes-path.ts";
import { checkAttributes, saysFilter, saysStoredForm } from "./check-attr.ts";
import type { FilteredFiles } from "./filtered-files.ts";

/** A work tree, and the part of it that is listed. */
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
 * A checkout in which unchanged files with a filter have ids of their own, and dirty ones their attributes, by the files of
 * attributes on disk. A file whose filter may be run counts as dirty: the disk has its text. Throws what git and the store
 * throw.
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

/** A checkout in which some unchanged files have other ids, and others are read from disk. */
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
