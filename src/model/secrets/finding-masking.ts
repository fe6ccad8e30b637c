import { remembered } from "../../speed/kept.ts";
import type { DiagnosticCode } from "../findings/codes.ts";
import { type Diagnostic, findingSpans, type Related } from "../findings/diagnostic.ts";
import type { SourceFile, Span, Stretch } from "../values/value.ts";
import type { Masking } from "./masking.ts";
import { encryptedStretches, type Secrets, secretsAt } from "./secrets.ts";
import { maskedText, withoutParts } from "./text-masking.ts";
import { namesSecret, unreadStretches } from "./unparsed-text.ts";

/** Findings about a file of which a part at least is not read, so that its secrets are not known. */
export const UNREAD: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "yaml-syntax",
  "yaml-limit",
  "merge-marker",
  "json-syntax",
  "section-type",
  "not-an-object",
  "bad-namespace",
]);

/** Masks a finding's texts and the lines it quotes; in a file that could not be read, whatever may be a secret. */
export const findingMasking: Masking<Diagnostic> = (finding, { secrets }) => {
  const { code, span, related, follows, message, note, hint, contract } = finding;
  const places = findingSpans(finding);
  const quotable = places.flatMap((place) => textsAt(place, secrets));
  const parts = code === "bad-criterion" ? [] : places.flatMap((place) => knownTexts(place, secrets));
  const text = (given: string): string => withoutParts(maskedText(given, secrets, quotable), parts);
  const masked = (place: Span): Span => ({ ...place, file: quotedFile(place, code, secrets) });
  const aside = (other: Related): Related => ({ ...other, span: masked(other.span), caption: text(other.caption) });
  return {
    ...finding,
    message: text(message),
    span: span && masked(span),
    related: related.map(aside),
    follows: follows?.map(aside),
    note: note && text(note),
    hint: hint && text(hint),
    contract: contract && { ...contract, span: masked(contract.span) },
  };
};

/** Where a file holds secrets: the places of their values, wherever else one of their texts is, and encrypted text. */
export function hiddenStretches(file: SourceFile, { paths, places, texts, unread }: Secrets): readonly Stretch[] {
  const known = [...texts].flatMap((text) => occurrences(file.text, text));
  const open = unread.has(file) ? unreadStretches(file.text, paths) : [];
  return [...(places.get(file) ?? []), ...open, ...known, ...encryptedStretches(file.text)];
}

function occurrences(text: string, part: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push({ start: at, end: at + part.length });
  }
  return found;
}

function quotedFile({ file, start, end }: Span, code: DiagnosticCode, secrets: Secrets): SourceFile {
  const known = maskedFile(file, secrets);
  if (UNREAD.has(code) || code === "yaml-duplicate-key" || code === "unknown-key") {
    known.guessed ??= withHidden(known, unreadStretches(known.original.text, secrets.paths));
    return known.guessed;
  }
  const isSecret =
    code === "secret-in-clear" || (code === "bad-value" && namesSecret(file.text.slice(start, end), secrets.paths));
  return isSecret ? withHidden(known, [{ start, end }]) : known.masked;
}

/** A masked file that hides more. What is hidden for one finding is no secret of the file when the finding is masked again. */
function withHidden({ masked, original }: MaskedFile, beyond: readonly Stretch[]): SourceFile {
  return beyond.length === 0 ? masked : { ...masked, hidden: [...(masked.hidden ?? []), ...beyond], original };
}

interface MaskedFile {
  readonly original: SourceFile;
  readonly masked: SourceFile;
  /** For a finding about what nobody reads, or not as what it is: without what may be a secret that no path names, too. */
  guessed?: SourceFile;
}

function maskedFile(given: SourceFile, secrets: Secrets): MaskedFile {
  return maskedBy(given.original ?? given, secrets, secrets.texts.size);
}

/** One file stays one object, so that its lines are counted once; until there are more texts to look for. */
const maskedBy = remembered("shared", (original: SourceFile, secrets: Secrets, _texts: number): MaskedFile => {
  const hidden = hiddenStretches(original, secrets);
  return { original, masked: hidden.length === 0 ? original : { ...original, hidden, original } };
});

/** The secrets at a place, as written and as read, and what it marks of one: a finding may quote each. */
function textsAt(span: Span, secrets: Secrets): readonly string[] {
  const { start, end, file } = span;
  const { hidden = [] } = maskedFile(file, secrets).masked;
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
