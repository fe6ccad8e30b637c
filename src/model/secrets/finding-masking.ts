import type { DiagnosticCode } from "../findings/codes.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { SourceFile, Span, Stretch } from "../values/origin.ts";
import { encryptedStretches } from "./encrypted.ts";
import type { Masking } from "./masking.ts";
import { type Secrets, secretsAt } from "./secrets.ts";
import { maskedText, withoutParts } from "./text-masking.ts";
import { UNPARSED, UNREAD } from "./unread.ts";

/**
 * Masks a finding: its texts name no secret, and its places hide secrets in the lines that are quoted. No line is
 * quoted from a file that could not be read, since its secrets are unknown.
 */
export const findingMasking: Masking<Diagnostic> = (finding, { secrets }) => {
  const { code, span, related, message, note, hint, contract } = finding;
  const places = [...(span === undefined ? [] : [span]), ...related.map((other) => other.span)];
  const quotable = places.flatMap((place) => textsAt(place, secrets));
  const parts = code === "bad-criterion" ? [] : places.flatMap((place) => knownTexts(place, secrets));
  const text = (given: string): string => withoutParts(maskedText(given, secrets, quotable), parts);
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
  // What is hidden for one finding is no secret of the file when the finding is masked again.
  const original = file.original ?? file;
  const beyond = unreadValue({ file, start, end }, code, secrets);
  if (beyond !== undefined) return { ...masked, hidden: [...(masked.hidden ?? []), beyond], original };
  const isUnread =
    secrets.paths.length > 0
      ? UNREAD.has(code) || code === "yaml-duplicate-key"
      : UNPARSED.has(code) && masked.hidden !== undefined;
  return isUnread ? { ...masked, hidden: [{ start: 0, end: file.text.length }], original } : masked;
}

/** At a finding, a value that nobody reads, or not as what it is: no path says whether it holds a secret. */
function unreadValue({ file, start, end }: Span, code: DiagnosticCode, { paths }: Secrets): Stretch | undefined {
  if (code === "secret-in-clear") return { start, end };
  if (paths.length === 0) return undefined;
  if (code === "unknown-key") {
    const [rest = "", colon = ""] = /^(["']?[ \t]*:[ \t]*)?[^\n]*/.exec(file.text.slice(end)) ?? [];
    return { start: end + colon.length, end: end + rest.length };
  }
  return code === "bad-value" && namesSecret(file.text.slice(start, end), paths) ? { start, end } : undefined;
}

/** Whether a text has a key with which a path of secrets can end. */
function namesSecret(text: string, paths: Secrets["paths"]): boolean {
  const ends = paths.flatMap(({ keys }) => keys.findLast(({ kind }) => kind !== "any") ?? []);
  return [...text.matchAll(KEY)].some(([, key = ""]) => {
    return ends.some((end) => (end.kind === "glob" ? end.fits(key) : end.kind === "key" && end.text === key));
  });
}

const KEY = /(?<![\w-])([\w-]+)(?![\w-])["']?\s*:/g;

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
  const hidden = secrets.unread.has(original)
    ? encryptedStretches(file.text)
    : (maskedFile(file, secrets).hidden ?? []);
  const texts = knownTexts(span, secrets);
  const isHidden = hidden.some((stretch) => stretch.start < end && stretch.end > start);
  return isHidden ? [...texts, file.text.slice(start, end)] : texts;
}

/** The secrets whose values are read at a place, as written and as read. */
function knownTexts(span: Span, secrets: Secrets): readonly string[] {
  const { file } = span;
  const known = secretsAt({ ...span, file: file.original ?? file }, secrets);
  return known.flatMap((place) => [file.text.slice(place.start, place.end), place.text]);
}
