import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span, Stretch } from "../values/origin.ts";
import { encryptedStretches } from "./encrypted.ts";
import type { Masking } from "./masking.ts";
import { type Secrets, secretsAt } from "./secrets.ts";
import { maskedText } from "./text-masking.ts";
import { UNPARSED, UNREAD } from "./unread.ts";

/**
 * Masks a finding: its texts name no secret, and its places hide secrets in the lines that are quoted. No line is
 * quoted from a file that could not be read, since its secrets are unknown.
 */
export const findingMasking: Masking<Diagnostic> = (finding, { secrets }) => {
  const { code, span, related, message, note, hint, contract } = finding;
  const places = [...(span === undefined ? [] : [span]), ...related.map((other) => other.span)];
  const quotable = places.flatMap((place) => textsAt(place, secrets));
  const text = (given: string): string => maskedText(given, secrets, quotable);
  const masked = (place: Span): Span => ({ ...place, file: quotedFile(place, code, secrets) });
  return {
    ...finding,
    message: text(message),
    ...(span !== undefined && { span: masked(span) }),
    related: related.map((other) => ({ span: masked(other.span), caption: text(other.caption) })),
    ...(note !== undefined && { note: text(note) }),
    ...(hint !== undefined && { hint: text(hint) }),
    ...(contract !== undefined && { contract: { ...contract, span: masked(contract.span) } }),
  };
};

/** Where a file holds secrets: the places of their values, wherever else one of their texts is, and encrypted text. */
export function hiddenStretches(file: SourceFile, { places, texts, unread }: Secrets): readonly Stretch[] {
  if (unread.has(file)) return [{ start: 0, end: file.text.length }];
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

function quotedFile({ file, start, end }: Span, code: DiagnosticCode, secrets: Secrets): SourceFile {
  const masked = maskedFile(file, secrets);
  if (code === "secret-in-clear") return { ...masked, hidden: [...(masked.hidden ?? []), { start, end }] };
  const isUnread =
    secrets.paths.length > 0
      ? UNREAD.has(code) || code === "yaml-duplicate-key"
      : UNPARSED.has(code) && masked.hidden !== undefined;
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
  const original = file.original ?? file;
  const known = secretsAt({ ...span, file: original }, secrets);
  const hidden = secrets.unread.has(original)
    ? encryptedStretches(file.text)
    : (maskedFile(file, secrets).hidden ?? []);
  const texts = known.flatMap((place) => [file.text.slice(place.start, place.end), place.text]);
  const isHidden = hidden.some((stretch) => stretch.start < end && stretch.end > start);
  return isHidden ? [...texts, file.text.slice(start, end)] : texts;
}
