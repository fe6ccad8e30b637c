import { inQuotes, nearestHint } from "../../base/similar.ts";
import { codes, isCode, keepsValues } from "../../model/findings/codes.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import { type HeirComment, heirComments } from "../../model/findings/heir-comment.ts";
import { placeOf, type SourceFile } from "../../model/values/value.ts";

/**
 * The comments `# heir: allow CODE (reason)` in a set of files: each silences that finding on the line that it is about.
 * Errors cannot be allowed, except those of contracts; a comment without a reason, with an unknown code or without effect is a finding itself.
 */
export class Allowances {
  private readonly used = new Set<HeirComment>();
  private readonly byFile = new Map<string, readonly HeirComment[]>();

  /** Adds the comments of one file; a file that was added before is skipped. */
  add(file: SourceFile): void {
    if (this.byFile.has(file.path)) return;
    this.byFile.set(file.path, heirComments(file, "allow"));
  }

  /** Whether a comment allows a finding. Records that the comment had an effect. */
  allows(diagnostic: Diagnostic): boolean {
    const isFixed = diagnostic.severity === "error" && !keepsValues(diagnostic.code);
    if (isFixed || diagnostic.span === undefined) return false;
    const { line } = placeOf(diagnostic.span);
    const comments = this.byFile.get(diagnostic.span.file.path) ?? [];
    const found = comments.find((comment) => {
      const about = comment.isAlone ? comment.line + 1 : comment.line;
      return about === line && comment.subject === diagnostic.code && comment.reason !== undefined;
    });
    if (found !== undefined) this.used.add(found);
    return found !== undefined;
  }

  /** A finding for each comment that allowed nothing, if its code was checked. Call it after all calls of `allows`. */
  unused(isLookedFor: (code: string) => boolean): readonly Diagnostic[] {
    const all = [...this.byFile.values()].flat();
    const idle = all.filter((comment) => !this.used.has(comment));
    return idle.filter(({ subject, reason }) => reason === undefined || isLookedFor(subject)).map(unusedComment);
  }
}

function unusedComment({ subject: code, reason, span }: HeirComment): Diagnostic {
  const unused = (message: string, hint: string | undefined): Diagnostic =>
    finding("allow-useless", span, message, { hint });
  if (!isCode(code)) return unused(`there is no finding "${code}"`, nearestHint(code, Object.keys(codes), inQuotes));
  if (reason === undefined) {
    return unused("a comment that allows a finding needs a reason", `write # heir: allow ${code} (reason)`);
  }
  if (codes[code].severity === "error" && !keepsValues(code)) {
    return unused(`${code} is an error and cannot be allowed`, "remove the comment");
  }
  return unused(`there is no ${code} here to allow`, "remove the comment");
}
