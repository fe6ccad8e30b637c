import { boolScalar, floatScalar, intScalar, plainScalar, type ScalarReading, timestampScalar } from "./scalar.ts";

const STANDARD = "tag:yaml.org,2002:";

/**
 * A scalar with a tag as PyYAML's safe loader reads it, or a fault: a tag that is unknown or of no scalar, or a text that is
 * not of its type. A bare `!` makes quoted text plain, and an absent scalar empty text.
 */
export function taggedScalar(tag: string, text: string, isWritten: boolean): ScalarReading {
  if (tag === "!") return isWritten ? plainScalar(text) : { type: "text", data: text };
  const read = readers.get(tag);
  return read === undefined ? { fault: misplaced(tag, "a scalar") } : read(text);
}

export type CollectionTag = "plain" | "set" | "pairs";

/** Reads the tag of a list or mapping; a tag of another type is a fault. */
export function collectionTag(tag: string, kind: "list" | "map"): CollectionTag | { readonly fault: string } {
  const name = tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : "";
  if (kind === "list" && (name === "omap" || name === "pairs")) return "pairs";
  if (kind === "map" && name === "set") return "set";
  if (name === (kind === "list" ? "seq" : "map")) return "plain";
  return { fault: misplaced(tag, kind === "list" ? "a list" : "a mapping") };
}

const readers: ReadonlyMap<string, (text: string) => ScalarReading> = new Map([
  [`${STANDARD}str`, (text: string): ScalarReading => ({ type: "text", data: text })],
  [`${STANDARD}null`, (): ScalarReading => ({ type: "null", data: null })],
  [`${STANDARD}bool`, boolScalar],
  [`${STANDARD}int`, intScalar],
  [`${STANDARD}float`, floatScalar],
  [`${STANDARD}timestamp`, timestampScalar],
  [`${STANDARD}binary`, binaryScalar],
]);

const COLLECTIONS = new Set(["map", "seq", "set", "omap", "pairs"]);

function misplaced(tag: string, place: string): string {
  const name = tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : "";
  const isKnown = COLLECTIONS.has(name) || readers.has(tag);
  return isKnown ? `the tag !!${name} does not fit ${place}` : "the tag is not known";
}

/** Base64 as Python's `base64.decodebytes` reads it, made canonical: skips other characters, ends at the padding. */
function binaryScalar(text: string): ScalarReading {
  const digits = base64Digits(text);
  if (digits === undefined || digits.length % 4 === 1) return { fault: "the text is not base64" };
  return { type: "binary", data: Buffer.from(digits, "base64").toString("base64") };
}

/** The digits that count; undefined if the last group is not padded, or a character is not ASCII. */
function base64Digits(text: string): string | undefined {
  if (/[^\0-\x7f]/.test(text)) return undefined;
  let [digits, pads] = ["", 0];
  for (const character of text.replace(/[^A-Za-z0-9+/=]/g, "")) {
    if (character !== "=") {
      digits += character;
      pads = 0;
      continue;
    }
    const open = digits.length % 4;
    pads += 1;
    if (open >= 2 && open + pads >= 4) return digits;
  }
  return digits.length % 4 === 0 ? digits : undefined;
}
