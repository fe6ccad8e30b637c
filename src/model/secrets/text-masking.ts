import { compareText } from "../../base/text-order.ts";
import { SECRET_TEXT } from "./masked.ts";
import type { Masking } from "./masking.ts";
import { type Secrets, withoutEncrypted } from "./secrets.ts";

/** Masks a text that is written in a file, such as a criterion. */
export const textMasking: Masking<string> = (text, { secrets }) => maskedText(text, secrets);

/** A text without secrets: long ones anywhere, `quotable` ones as whole words; the longest first, to leave no parts. */
export function maskedText(text: string, { texts }: Secrets, quotable: readonly string[] = []): string {
  const plain = withoutEncrypted(text, SECRET_TEXT);
  const held = [...texts].filter((secret) => plain.includes(secret));
  held.sort((one, other) => other.length - one.length || compareText(one, other));
  let parts = [plain];
  for (const secret of held) parts = parts.flatMap((part) => part.split(secret));
  let out = parts.join(SECRET_TEXT);
  for (const secret of new Set(quotable)) out = withoutWord(out, secret);
  return out;
}

/** A text in which no quotation of six or more characters is a part of a secret. */
export function withoutParts(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  return text.replaceAll(/"[^"]*"/g, (quotation) => {
    const quoted = quotation.slice(1, -1).replace(CUT_SHORT, "").trim();
    const isPart = quoted.length >= SHORTEST_PART && secrets.some((secret) => secret.includes(quoted));
    return isPart ? `"${SECRET_TEXT}"` : quotation;
  });
}

const SHORTEST_PART = 6;
const CUT_SHORT = /(?:\.\.\.|…)$/;

function withoutWord(text: string, word: string): string {
  if (word.trim() === "" || !text.includes(word)) return text;
  let [out, copied] = ["", 0];
  for (let at = text.indexOf(word); at !== -1; ) {
    const end = at + word.length;
    const isWord =
      !WORD_AT_END.test(text.slice(Math.max(0, at - 2), at)) && !WORD_AT_START.test(text.slice(end, end + 2));
    if (isWord) [out, copied] = [out + text.slice(copied, at) + SECRET_TEXT, end];
    at = text.indexOf(word, isWord ? end : at + 1);
  }
  return out + text.slice(copied);
}

const WORD_AT_END = /[\p{L}\p{N}_]$/u;
const WORD_AT_START = /^[\p{L}\p{N}_]/u;
