/**
 * A name without what people do not see: case, Unicode form (NFC, NFD, compatible characters), invisible characters, and
 * Cyrillic and Greek letters that look like Latin ones. Different names that are equal so are twins.
 */
export function skeleton(name: string): string {
  if (PLAIN.test(name)) return name;
  const folded = name.normalize("NFKC").toUpperCase().toLowerCase().replace(INVISIBLE, "").normalize("NFKC");
  return Array.from(folded, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter).join("");
}

/** Text that is its own skeleton: ASCII without upper case. */
const PLAIN = /^[\0-@[-\x7f]*$/;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters that look like Latin ones, in lower or in upper case, and these. */
const ALIKE = "аеорсухіјѕһԁԛԝӏвнкмтαβεζηικμνορτυχγϲϳ";
const LATIN = "aeopcyxijshdqwlbhkmtabezhikmvoptuxycj";

/** What two twins differ in, and how they are printed: written out in ASCII where they look alike. */
export function twinDifference(one: string, other: string): TwinDifference {
  const [isForm, isCase] = [composed(one) === composed(other), one.toUpperCase() === other.toUpperCase()];
  if (isCase) return { difference: "upper case", kind: "case", shown: (text) => text };
  if (isForm) return { difference: "Unicode form", kind: "form", shown: asciiText };
  const isBoth = composed(composed(one).toUpperCase()) === composed(composed(other).toUpperCase());
  if (isBoth) return { difference: "upper case and Unicode form", kind: "case", shown: (text) => text };
  return { difference: "letters that look alike", kind: "letters", shown: asciiText };
}

interface TwinDifference {
  readonly difference: string;
  /** Some disks keep one of two names that differ in case or form alone. */
  readonly kind: "case" | "form" | "letters";
  readonly shown: (text: string) => string;
}

function composed(name: string): string {
  return name.normalize("NFC");
}

function asciiText(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
