import { withoutEncrypted } from "./encrypted.ts";
import type { Masking } from "./masking.ts";
import { SECRET_TEXT, type Secrets } from "./secrets.ts";

/** Masks a text that is written in a file, such as a criterion. */
export const textMasking: Masking<string> = (text, { secrets }) => maskedText(text, secrets);

/** A text without secrets. Long secrets are found anywhere, those that it may quote as whole words. */
export function maskedText(text: string, { texts }: Secrets, quotable: readonly string[] = []): string {
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
