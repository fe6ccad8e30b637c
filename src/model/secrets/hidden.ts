import type { SourceFile, Stretch } from "../values/origin.ts";
import type { Secrets } from "./secrets.ts";

/** Where a file holds secrets: the places of their values, and wherever else one of their texts stands. Never fails. */
export function secretStretches(file: SourceFile, { places, texts }: Secrets): readonly Stretch[] {
  return [...(places.get(file) ?? []), ...[...texts].flatMap((text) => occurrences(file.text, text))];
}

/** Where a file holds what looks encrypted, in the forms that `looksEncrypted` knows; to its end where that is missing. */
export function encryptedStretches({ text }: SourceFile): readonly Stretch[] {
  return [...text.matchAll(ENCRYPTED)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

const ENCRYPTED = new RegExp(
  [
    /ENC\[[^\]]*\]?/,
    /\$ANSIBLE_VAULT;[^\n]*(?:\n[ \t]*[0-9a-f]+(?=\r?$))*/,
    /-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE)-----[\s\S]*?(?:-----END [A-Z ]+-----|(?![\s\S]))/,
    /age-encryption\.org\/v1[^\n]*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

function occurrences(text: string, part: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push({ start: at, end: at + part.length });
  }
  return found;
}
