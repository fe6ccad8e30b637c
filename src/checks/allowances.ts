import { similar } from "../base/similar.ts";
import { codes, isCode, keepsValues } from "../model/findings/codes.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import { placeOf, type SourceFile, type Span } from "../model/values/origin.ts";

/** One comment `# heir: allow CODE (reason)`: silences that finding on its own line, or alone on a line on the next. */
interface Allowance {
  readonly code: string;
  readonly reason: string | undefined;
  readonly line: number;
  readonly span: Span;
}

const COMMENT = /^(.*?)#\s*heir:\s*allow\s+([\w.-]+)(?:\s*\((.*)\))?/gm;

/**
 * The comments in a set of files that allow findings. Errors cannot be allowed, except those of contracts; a comment
 * without a reason, with an unknown code or without effect is a finding itself.
 */
export class Allowances {
  private readonly used = new Set<Allowance>();
  private readonly byFile = new Map<string, readonly Allowance[]>();

  /** Adds the comments of one file; a file that was added before is skipped. */
  add(file: SourceFile): void {
    if (this.byFile.has(file.path)) return;
    this.byFile.set(file.path, file.text.includes("heir:") ? allowancesIn(file) : []);
  }

  /** Whether a comment allows a finding. Records that the comment had an effect. */
  allows(diagnostic: Diagnostic): boolean {
    const isFixed = diagnostic.severity === "error" && !keepsValues(diagnostic.code);
    if (isFixed || diagnostic.span === undefined) return false;
    const { line } = placeOf(diagnostic.span);
    const comments = this.byFile.get(diagnostic.span.file.path) ?? [];
    const found = comments.find((comment) => {
      return comment.line === line && comment.code === diagnostic.code && comment.reason !== undefined;
    });
    if (found !== undefined) this.used.add(found);
    return found !== undefined;
  }

  /**
   * A finding for each comment that allowed nothing, unless its code was not checked. Call it after all findings have
   * been passed to `allows`.
   */
  unused(isLookedFor: (code: string) => boolean): readonly Diagnostic[] {
    const all = [...this.byFile.values()].flat();
    const idle = all.filter((comment) => !this.used.has(comment));
    return idle.filter(({ code, reason }) => reason === undefined || isLookedFor(code)).map(unusedComment);
  }
}

function allowancesIn(file: SourceFile): readonly Allowance[] {
  return [...file.text.matchAll(COMMENT)].map((match) => {
    const [whole, before = "", code = "", reason] = match;
    const start = match.index + before.length;
    const span = { file, start, end: match.index + whole.length };
    const { line } = placeOf(span);
    return { code, reason: reason?.trim() || undefined, line: before.trim() === "" ? line + 1 : line, span };
  });
}

function unusedComment({ code, reason, span }: Allowance): Diagnostic {
  const unused = (message: string, hint: string | undefined): Diagnostic =>
    finding("allow-useless", span, message, { hint });
  if (!isCode(code)) {
    const near = similar(code, Object.keys(codes))[0];
    return unused(`there is no finding "${code}"`, near === undefined ? undefined : `did you mean "${near}"?`);
  }
  if (reason === undefined) {
    return unused("a comment that allows a finding needs a reason", `write # heir: allow ${code} (reason)`);
  }
  if (codes[code].severity === "error" && !keepsValues(code)) {
    return unused(`${code} is an error and cannot be allowed`, "remove the comment");
  }
  return unused(`there is no ${code} here to allow`, "remove the comment");
}
