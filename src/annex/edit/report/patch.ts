import { structuredPatch } from "diff";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import { counted } from "../../../report/text/row.ts";
import { patchedFile } from "./placed-changes.ts";

const CONTEXT = 3;
const NOTHING = "/dev/null";
const PLAIN_FILE = "100644";

/**
 * Edits as a patch that `git apply` takes at the top of the repository; `folder` is the inventory folder there. If a secret
 * is masked, the patch cannot be applied: it begins with a comment that says so.
 */
export function patchText(edits: readonly FileEdit[], folder: string): string {
  const files = edits.map(patchedFile);
  const secrets = files.reduce((sum, file) => sum + file.secrets, 0);
  const head = secrets === 0 ? "" : `# not complete: ${counted(secrets, "secret")}\n`;
  return head + files.map((file) => filePatch(file, folder === "" ? "" : `${folder}/`)).join("");
}

function filePatch({ path, from = path, file, before, after }: ReturnType<typeof patchedFile>, folder: string): string {
  const [old, now] = [quoted(`a/${folder}${from}`), quoted(`b/${folder}${path}`)];
  const lines = [`diff --git ${old} ${now}`];
  if (file !== undefined) lines.push(`${file === "created" ? "new" : "deleted"} file mode ${PLAIN_FILE}`);
  if (from !== path) lines.push(`rename from ${quoted(folder + from)}`, `rename to ${quoted(folder + path)}`);
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT });
  const sides = [file === "created" ? NOTHING : named(old), file === "deleted" ? NOTHING : named(now)];
  if (hunks.length > 0) lines.push(`--- ${sides[0]}`, `+++ ${sides[1]}`);
  for (const { oldStart, oldLines, newStart, newLines, lines: own } of hunks) {
    lines.push(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...own);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** An empty side begins before its first line. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** A name with a space ends with a tab, as git writes it. */
function named(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

/** A name as git quotes it where it holds a quote, a backslash or a control character. */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what git quotes
  if (!/["\\\u0000-\u001f\u007f]/.test(name)) return name;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what git quotes
  const escaped = name.replace(/["\\]/g, "\\$&").replace(/[\u0000-\u001f\u007f]/g, octal);
  return `"${escaped}"`;
}

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
