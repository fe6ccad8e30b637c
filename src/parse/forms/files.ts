import { compareText } from "../../base/text-order.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import { rooted, type Settings } from "../../model/inventory/settings.ts";
import { type FileIds, type PathSet, pathsBelow } from "../../model/inventory/snapshot.ts";
import type { SourceFile, Span } from "../../model/values/value.ts";
import { fileId } from "../definitions/names.ts";

export interface Files {
  readonly blobs: FileIds;
  readonly folders: PathSet;
  readonly settings: Settings;
  /** The decoded text of a file; faults in its bytes go to `report`. */
  file(path: string, blob: string, report: Report): SourceFile;
}

/** A file that defines one thing, with its id. */
export interface FormFile {
  readonly id: string;
  readonly path: string;
  readonly blob: string;
}

/** The files below a folder that define one thing each, by id; the first path counts. Skips nodes and classes. */
export function formFiles(folder: string, files: Files, report: Report): readonly FormFile[] {
  const { blobs, folders, settings } = files;
  const root = rooted(settings, folder);
  if (!folders.has(root.slice(0, -1))) return [];
  const definitions = [rooted(settings, settings.nodes_uri), rooted(settings, settings.classes_uri)];
  const isForm = (path: string) => !definitions.some((folder) => path.startsWith(folder));
  const byId = new Map<string, FormFile>();
  for (const path of pathsBelow(blobs, [root]).filter(isForm).sort(compareText)) {
    const id = fileId(path.slice(root.length));
    if (id === undefined) continue;
    const first = byId.get(id);
    if (first !== undefined) report(twice("duplicate-id", `two files have the id "${id}"`, [first.path, path], files));
    else if (BAD_NAME.test(id)) report(badName(id, path, files));
    else byId.set(id, { id, path, blob: blobs.get(path) ?? "" });
  }
  return [...byId.values()].sort((left, right) => compareText(left.id, right.id));
}

const BAD_NAME = /^~|\p{Cc}/u;

/** The finding for two files that define one thing, the first of them in force. */
export function twice(
  code: "duplicate-id" | "duplicate-name",
  message: string,
  [first, path]: readonly [string, string],
  files: Pick<Files, "file" | "blobs">,
): Diagnostic {
  const related = [{ span: startOf(first, files), caption: "also defined here" }];
  return finding(code, startOf(path, files), message, { related, hint: "rename or delete one of them" });
}

function badName(id: string, path: string, files: Files): Diagnostic {
  const fault = id.startsWith("~") ? "begins with ~, which removes an id from a list" : "contains a control character";
  const message = `the id ${JSON.stringify(id)} ${fault}`;
  return finding("bad-name", startOf(path, files), message, { hint: "rename the file" });
}

function startOf(path: string, files: Pick<Files, "file" | "blobs">): Span {
  return { file: files.file(path, files.blobs.get(path) ?? "", () => {}), start: 0, end: 0 };
}
