import { isUtf8 } from "node:buffer";

/** Bytes that are not UTF-8 become lone code units from U+DC80 to U+DCFF, which valid text never contains. */
const ESCAPE = 0xdc00;
const FOREIGN = /[\udc80-\udcff]/u;

/** Bytes as text, unique for each: invalid UTF-8 becomes lone surrogates (Python's `surrogateescape`). Never fails. */
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

/** The bytes of a text that `textOfBytes` returned. Never fails. */
export function bytesOfText(text: string): Buffer {
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part) => {
      const byte = part.length === 1 ? foreignByte(part.charCodeAt(0)) : undefined;
      return byte === undefined ? Buffer.from(part) : Buffer.of(byte);
    }),
  );
}

/** Whether a text contains bytes that are not UTF-8. */
export function hasForeignBytes(text: string): boolean {
  return FOREIGN.test(text);
}

/** The byte that a code unit represents, if any. */
export function foreignByte(code: number): number | undefined {
  return code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff ? code - ESCAPE : undefined;
}

/** How many bytes the UTF-8 sequence at a place has; 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
