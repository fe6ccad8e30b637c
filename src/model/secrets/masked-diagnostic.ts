import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span } from "../values/origin.ts";
import { secretStretches } from "./hidden.ts";
import { SECRET_TEXT, type Secrets, secretsAt } from "./secrets.ts";

/**
 * A finding without secrets: they are taken out of its texts, and its places hide them in the lines that are quoted.
 * Of a file, or part of one, that could not be read nobody knows where secrets are: no line of it is quoted. The same
 * finding where no path holds secrets. Never fails.
 */
export function maskedDiagnostic(diagnostic: Diagnostic, secrets: Secrets): Diagnostic {
  if (secrets.paths.length === 0) return diagnostic;
  const { code, span, related, message, note, hint } = diagnostic;
  const spans = [span, ...related.map((other) => other.span)].filter((each) => each !== undefined);
  const quotable = spans.flatMap((each) => textsAt(each, secrets));
  const text = (given: string): string => withoutSecrets(given, quotable, secrets);
  const place = (given: Span): Span => ({ ...given, file: shownFile(given.file, code, secrets) });
  return {
    ...diagnostic,
    message: text(message),
    ...(span !== undefined && { span: place(span) }),
    related: related.map((other) => ({ span: place(other.span), caption: text(other.caption) })),
    ...(note !== undefined && { note: text(note) }),
    ...(hint !== undefined && { hint: text(hint) }),
  };
}

/** Findings after which what a file says, or some of it, is not known. */
const UNREAD: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "yaml-syntax",
  "yaml-limit",
  "yaml-duplicate-key",
  "merge-marker",
  "section-type",
  "json-syntax",
  "not-an-object",
  "bad-namespace",
]);

/** The secrets at a place, as written and as read: a finding there may quote either. */
function textsAt(span: Span, secrets: Secrets): readonly string[] {
  return secretsAt(span, secrets).flatMap(({ start, end, text }) => [span.file.text.slice(start, end), text]);
}

/** Long secrets are found anywhere, those at the place itself as whole words. */
function withoutSecrets(text: string, quotable: readonly string[], { texts }: Secrets): string {
  let out = text;
  for (const secret of texts) out = out.replaceAll(secret, SECRET_TEXT);
  for (const secret of new Set(quotable)) out = withoutWord(out, secret);
  return out;
}

function withoutWord(text: string, word: string): string {
  if (word.trim() === "" || !text.includes(word)) return text;
  const pattern = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "gu"), () => SECRET_TEXT);
}

interface ShownFile {
  readonly file: SourceFile;
  /** How many texts were looked for. */
  readonly texts: number;
}

/** One file stays one object, so that its lines are counted once. */
const shownFiles = new WeakMap<SourceFile, ShownFile>();

function shownFile(file: SourceFile, code: DiagnosticCode, secrets: Secrets): SourceFile {
  if (UNREAD.has(code)) return { ...file, hidden: [{ start: 0, end: file.text.length }] };
  const known = shownFiles.get(file);
  const { texts } = secrets;
  if (known?.texts === texts.size) return known.file;
  const hidden = secretStretches(file, secrets);
  const shown = hidden.length === 0 ? file : { ...file, hidden };
  shownFiles.set(file, { file: shown, texts: texts.size });
  return shown;
}
