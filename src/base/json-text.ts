const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON escapes
const SPECIAL = /["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/;

/** Text as a JSON string. Other scripts are kept; characters that could steer a terminal are escaped. */
export function jsonString(text: string): string {
  return SPECIAL.test(text) ? terminalSafeJson(JSON.stringify(text)) : `"${text}"`;
}

/** JSON text with every character escaped that could steer a terminal or reorder a line; JSON itself allows some. */
export function terminalSafeJson(json: string): string {
  return json.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A float as Python prints it: `1.0`, `1e+16`, `1e-05`; `NaN`, `Infinity`, `-Infinity` as its json module does. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** A time as Python prints it, in ISO form. */
export function isoText(printed: string): string {
  return printed.replace(" ", "T");
}

/** What a text of JSON says; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
