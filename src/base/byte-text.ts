import { isUtf8 } from "node:buffer";

/** Bytes that are no UTF-8 stand for themselves as code units from U+DC80 to U+DCFF, which no text has alone. */
const ESCAPE = 0xdc00;
const FOREIGN = /[\udc80-\udcff]/u;

/**
 * Bytes as text that is equal for equal bytes only: UTF-8 is decoded, and each byte that is none becomes one lone
 * surrogate, as Python's `surrogateescape` does. Never fails.
 */
export function textOfBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(bytes.toString("utf8", done, at), String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
    at += 1;
    done = at;
  }
  return parts.join("") + bytes.toString("utf8", done);
}

/** Whether a text holds bytes that are no UTF-8. */
export function hasForeignBytes(text: string): boolean {
  return FOREIGN.test(text);
}

/** The byte that a code unit stands for, if it stands for one. */
export function foreignByte(code: number): number | undefined {
  return code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff ? code - ESCAPE : undefined;
}

/** How many bytes the UTF-8 sequence at a place has; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
