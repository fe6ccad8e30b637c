import type { Stretch } from "../values/origin.ts";

/** The start of each form of encrypted text, and the rest: up to the end of the text if its own end is missing. */
const FORMS: readonly (readonly [head: RegExp, rest: RegExp])[] = [
  // eyaml and SOPS
  [/ENC\[/, /[^\]"']*\]?/],
  // Ansible Vault
  [/\$ANSIBLE_VAULT;/, /[^\n]*(?:\n[ \t]*[0-9a-f]+(?=\r?$))*/],
  // OpenPGP and age
  [/-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE)-----/, /[\s\S]*?(?:-----END [A-Z ]+-----|(?![\s\S]))/],
  // age, not armoured
  [/age-encryption\.org\/v1/, /[^\n]*(?:\n[ \t]*(?:->|---|[\w+/]{16,}={0,2}(?=\r?$))[^\n]*)*/],
];

const HEAD = new RegExp(FORMS.map(([head]) => head.source).join("|"));
const WHOLE = new RegExp(FORMS.map((parts) => parts.map(({ source }) => source).join("")).join("|"), "gm");

/** Whether a text holds encrypted text. */
export function looksEncrypted(text: string): boolean {
  return HEAD.test(text);
}

/** Where a text holds encrypted text. Never fails. */
export function encryptedStretches(text: string): readonly Stretch[] {
  return [...text.matchAll(WHOLE)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** A text with a mark instead of each encrypted text in it. */
export function withoutEncrypted(text: string, mark: string): string {
  return looksEncrypted(text) ? text.replaceAll(WHOLE, mark) : text;
}
