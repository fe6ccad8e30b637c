import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span, Stretch } from "../values/origin.ts";
import { encryptedStretches, withoutEncrypted } from "./encrypted.ts";
import type { Masking } from "./masking.ts";
import { SECRET_TEXT, type Secrets, secretsAt } from "./secrets.ts";

/**
 * Masks a finding: its texts name no secret, and its places hide secrets in the lines that are quoted. No line is
 * quoted from a file that could not be read, since its secrets are unknown.
 */
export const findingMasking: Masking<Diagnostic> = (finding, { secrets }) => {
  const { code, span, related, message, note, hint } = finding;
  const places = [...(span === undefined ? [] : [span]), ...related.map((other) => other.span)];
  const quotable = places.flatMap((place) => textsAt(place, secrets));
  const text = (given: string): string => withoutSecrets(given, quotable, secrets);
  const masked = (place: Span): Span => ({ ...place, file: quotedFile(place.file, code, secrets) });
  return {
    ...finding,
    message: text(message),
    ...(span !== undefined && { span: masked(span) }),
    related: related.map((other) => ({ span: masked(other.span), caption: text(other.caption) })),
    ...(note !== undefined && { note: text(note) }),
    ...(hint !== undefined && { hint: text(hint) }),
  };
};

/** Where a file holds secrets: the places of their values, wherever else one of their texts is, and encrypted text. */
export function hiddenStretches(file: SourceFile, { places, texts }: Secrets): readonly Stretch[] {
  const known = [...texts].flatMap((text) => occurrences(file.text, text));
  return [...(places.get(file) ?? []), ...known, ...encryptedStretches(file.text)];
}

function occurrences(text: string, part: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push({ start: at, end: at + part.length });
  }
  return found;
}

/** Findings about a file that does not parse. */
const UNPARSED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "yaml-syntax",
  "yaml-limit",
  "merge-marker",
  "json-syntax",
]);

/** Findings after which it is not known what a file, or a part of it, says. */
const UNREAD: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  ...UNPARSED,
  "yaml-duplicate-key",
  "section-type",
  "not-an-object",
  "bad-namespace",
]);

function quotedFile(file: SourceFile, code: DiagnosticCode, secrets: Secrets): SourceFile {
  const masked = maskedFile(file, secrets);
  const isUnread = secrets.paths.length > 0 ? UNREAD.has(code) : UNPARSED.has(code) && masked.hidden !== undefined;
  return isUnread ? { ...masked, hidden: [{ start: 0, end: file.text.length }] } : masked;
}

interface MaskedFile {
  readonly masked: SourceFile;
  readonly secrets: Secrets;
  /** How many texts were looked for. */
  readonly texts: number;
}

/** One file stays one object, so that its lines are counted once. */
const maskedFiles = new WeakMap<SourceFile, MaskedFile>();

function maskedFile(given: SourceFile, secrets: Secrets): SourceFile {
  const file = given.original ?? given;
  const known = maskedFiles.get(file);
  const texts = secrets.texts.size;
  if (known?.secrets === secrets && known.texts === texts) return known.masked;
  const hidden = hiddenStretches(file, secrets);
  const masked = hidden.length === 0 ? file : { ...file, hidden, original: file };
  maskedFiles.set(file, { masked, secrets, texts });
  return masked;
}

/** The secrets at a place, as written and as read, and what it marks of one: a finding may quote each. */
function textsAt(span: Span, secrets: Secrets): readonly string[] {
  const { start, end, file } = span;
  const { hidden = [] } = maskedFile(file, secrets);
  const known = secretsAt({ ...span, file: file.original ?? file }, secrets);
  const texts = known.flatMap((place) => [file.text.slice(place.start, place.end), place.text]);
  const isHidden = hidden.some((stretch) => stretch.start < end && stretch.end > start);
  return isHidden ? [...texts, file.text.slice(start, end)] : texts;
}

/** Long secrets are found anywhere, those at the place itself as whole words. */
function withoutSecrets(text: string, quotable: readonly string[], { texts }: Secrets): string {
  let out = withoutEncrypted(text, SECRET_TEXT);
  for (const secret of texts) out = out.replaceAll(secret, SECRET_TEXT);
  for (const secret of new Set(quotable)) out = withoutWord(out, secret);
  return out;
}

function withoutWord(text: string, word: string): string {
  if (word.trim() === "" || !text.includes(word)) return text;
  const pattern = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "gu"), () => SECRET_TEXT);
}
