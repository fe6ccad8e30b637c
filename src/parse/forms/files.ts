import { compareText } from "../../base/text-order.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { rooted, type Settings } from "../../model/inventory/settings.ts";
import { type FileIds, type PathSet, pathsBelow } from "../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../model/values/value.ts";
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
    if (first !== undefined) reportTwice(first, path, { files, report });
    else if (BAD_NAME.test(id)) reportBadName(id, path, { files, report });
    else byId.set(id, { id, path, blob: blobs.get(path) ?? "" });
  }
  return [...byId.values()].sort((left, right) => compareText(left.id, right.id));
}

const BAD_NAME = /^~|\p{Cc}/u;

interface Reading {
  readonly files: Files;
  readonly report: Report;
}

function reportTwice({ id, path: first }: FormFile, path: string, { files, report }: Reading): void {
  report(
    finding("duplicate-id", startOf(path, files), `two files have the id "${id}"`, {
      related: [{ span: startOf(first, files), caption: "also defined here" }],
      hint: "rename or delete one of them",
    }),
  );
}

function reportBadName(id: string, path: string, { files, report }: Reading): void {
  const fault = id.startsWith("~") ? "begins with ~, which removes an id from a list" : "contains a control character";
  report(
    finding("bad-name", startOf(path, files), `the id ${JSON.stringify(id)} ${fault}`, { hint: "rename the file" }),
  );
}

function startOf(path: string, files: Files): { readonly file: SourceFile; readonly start: 0; readonly end: 0 } {
  return { file: files.file(path, files.blobs.get(path) ?? "", () => {}), start: 0, end: 0 };
}
