import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { LARGEST_FILE, reportTooLarge } from "./source-file.ts";

/** Whether a file is within the size limit and has only characters that YAML allows; faults are reported. */
export function isReadable(file: SourceFile, report: Report): boolean {
  if (file.text.length > LARGEST_FILE) {
    reportTooLarge(file, report);
    return false;
  }
  const at = file.text.search(REFUSED);
  if (at === -1) return true;
  const code = file.text.codePointAt(at) ?? 0;
  report(
    finding(
      "yaml-syntax",
      { file, start: at, end: at + 1 },
      `the file contains the control character U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
      { hint: 'write it as an escape inside double quotes, such as "\\e", or delete it' },
    ),
  );
  return false;
}

const REFUSED = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * A text for the YAML library: line ends of YAML 1.1 that it does not know become line feeds. Offsets stay the same.
 */
export function lineFeeds(text: string): string {
  return text.replace(LINE_ENDS, "\n");
}

const LINE_ENDS = /\r(?!\n)|[\x85\u2028\u2029]/g;

const MARKER = /^(?:<{7} |>{7} |={7}\r?$)/gm;

/**
 * The first of git's conflict markers in a file.
 *
 * A line of seven equals signs may be text: it counts only in a file that is not valid YAML (`broken`).
 */
export function conflictMarker(file: SourceFile, broken: boolean): Diagnostic | undefined {
  const { text } = file;
  if (!broken && !["<<<<<<< ", ">>>>>>> "].some((mark) => text.startsWith(mark) || text.includes(`\n${mark}`))) return;
  const start = text.search(MARKER);
  if (start === -1) return undefined;
  return finding("merge-marker", { file, start, end: start + 7 }, "the file has git conflict markers", {
    hint: "resolve the conflict and delete the lines <<<<<<<, ======= and >>>>>>>",
  });
}
