import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { SourceFile } from "../../model/values/value.ts";

const MARKER = /^(?:<{7} |>{7} |={7}\r?$)/gm;

/** The first conflict marker of git. Seven equals signs may be text: they count only in invalid YAML (`broken`). */
export function conflictMarker(file: SourceFile, broken: boolean): Diagnostic | undefined {
  const { text } = file;
  if (!broken && !["<<<<<<< ", ">>>>>>> "].some((mark) => text.startsWith(mark) || text.includes(`\n${mark}`))) return;
  const start = text.search(MARKER);
  if (start === -1) return undefined;
  return finding("merge-marker", { file, start, end: start + 7 }, "the file has git conflict markers", {
    hint: "resolve the conflict and delete the lines <<<<<<<, ======= and >>>>>>>",
  });
}
