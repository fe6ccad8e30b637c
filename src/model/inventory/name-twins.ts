/**
 * A name without what some disks do not distinguish: case, and composed and decomposed characters (NFC, NFD). Different
 * names that are equal so are twins.
 */
export function foldedName(name: string): string {
  return FOLDED.test(name) ? name : name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Text in which folding changes nothing: ASCII without upper case. */
const FOLDED = /^[\0-@[-\x7f]*$/;

/** What two twins differ in, and how they are printed: written out in ASCII where they look alike. */
export function twinDifference(one: string, other: string): TwinDifference {
  if (one.toUpperCase() === other.toUpperCase()) return { difference: "upper case", shown: (text) => text };
  if (one.normalize("NFC") === other.normalize("NFC")) return { difference: "Unicode form", shown: asciiText };
  return { difference: "upper case and Unicode form", shown: (text) => text };
}

interface TwinDifference {
  readonly difference: string;
  readonly shown: (text: string) => string;
}

function asciiText(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
