import type { FileAttributes } from "../git/store.ts";

/**
 * The bytes of a file of the work tree as git would store them (rule S16 in docs/concepts/snapshots.md): in UTF-8, and
 * `$Id: …$` as `$Id$`. Line ends are left to YAML, which reads all kinds alike. Bytes that are no text of the encoding
 * stay as they are. Undefined for an encoding that is unknown here.
 */
export function storedForm(
  bytes: Uint8Array,
  { ident, encoding }: Omit<FileAttributes, "filter">,
): Uint8Array | undefined {
  const text = encoding === undefined ? bytes : inUtf8(bytes, encoding);
  return text === undefined || ident !== true ? text : withoutIds(text);
}

function inUtf8(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  if (/^utf-?8$/i.test(encoding)) return bytes;
  // TextDecoder reads this name as windows-1252.
  if (/^(?:iso-?8859-?1|latin-?1)$/i.test(encoding)) return Buffer.from(Buffer.from(bytes).toString("latin1"));
  const label = encodingOf(bytes, encoding);
  if (!isKnown(label)) return undefined;
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    return bytes;
  }
}

/** git's names for UTF-16 also say whether there is a mark of the byte order; the mark itself says which it is. */
function encodingOf(bytes: Uint8Array, encoding: string): string {
  const [, order] = /^utf-?16(le|be)?(?:-bom)?$/i.exec(encoding) ?? [];
  if (order === undefined && !/^utf-?16(?:-bom)?$/i.test(encoding)) return encoding;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return `utf-16${(order ?? "be").toLowerCase()}`;
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== "";
  } catch {
    return false;
  }
}

function withoutIds(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const stored = text.replace(/\$Id:[^$\n]*\$/g, "$$Id$$");
  return stored === text ? bytes : Buffer.from(stored, "latin1");
}
