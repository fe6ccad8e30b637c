import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { SourceFile } from "../../model/values/origin.ts";

export interface FileFault {
  readonly code: "symlink-escape" | "file-unreadable" | "unmerged";
  readonly path: string;
  readonly message: string;
  /** The text of a symbolic link: its target. Nothing for other files. */
  readonly text?: string;
  readonly blob?: string;
  readonly severity?: "error" | "warning";
  readonly hint?: string;
}

/** A fault of one path as a whole. Its span names the path, so that readers can tell which folder it concerns. */
export function fileFault(fault: FileFault): Diagnostic {
  const file: SourceFile = { path: fault.path, blob: fault.blob ?? "", text: fault.text ?? "" };
  return {
    code: fault.code,
    severity: fault.severity ?? "error",
    message: fault.message,
    span: { file, start: 0, end: file.text.length },
    related: [],
    ...(fault.hint !== undefined && { hint: fault.hint }),
  };
}
