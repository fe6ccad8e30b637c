// A screen of a terminal as SVG, in the colours of light and dark.

const WIDTH = 8.4;
const HEIGHT = 19;
const MARGIN = 12;

const LIGHT = ["#24292f", "#b3261e", "#116329", "#7a5200", "#0550ae", "#8250df", "#0b6b74", "#57606a"];
const DARK = ["#e6edf3", "#ff8182", "#6fdd8b", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#9da7b3"];

/** Codes of colours, and the text after them. */
const CODES = new RegExp(`(?:${"\x1b"}\\[([\\d;:]*)m)?([^${"\x1b"}]*)`, "g");

/**
 * How text looks: colours are numbers of the sixteen, or `#rrggbb`.
 *
 * @typedef {{ front?: number | string | undefined, back?: number | string | undefined, bold: boolean, dim: boolean, italic: boolean, under: boolean, reverse: boolean }} Look
 */

/** @type {Look} */
const PLAIN = { bold: false, dim: false, italic: false, under: false, reverse: false };

/** What codes change, but for colours. @type {ReadonlyMap<number, Partial<Look>>} */
const CHANGES = new Map([
  [1, { bold: true }],
  [2, { dim: true }],
  [3, { italic: true }],
  [4, { under: true }],
  [7, { reverse: true }],
  [22, { bold: false, dim: false }],
  [23, { italic: false }],
  [24, { under: false }],
  [27, { reverse: false }],
  [39, { front: undefined }],
  [49, { back: undefined }],
]);

/**
 * Draws text with the codes of colours (SGR), as `tmux capture-pane -e` prints it; for light or dark alone, or as the reader has it.
 *
 * @param {string} text
 * @param {{ title: string, columns: number, colours?: "light" | "dark" }} options
 */
export function screenPicture(text, { title, columns, colours }) {
  const lines = text.replace(/\s+$/, "").split("\n");
  const [width, height] = [Math.ceil(columns * WIDTH) + 2 * MARGIN, lines.length * HEIGHT + 2 * MARGIN];
  let look = PLAIN;
  const drawn = lines.map((line, row) => {
    let column = 0;
    let out = "";
    for (const [, codes, part = ""] of line.matchAll(CODES)) {
      if (codes !== undefined) look = lookAfter(look, codes);
      out += partOf(part, look, { column, row });
      column += [...part].length;
    }
    return out;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style(colours)}</style>`,
    `<rect class="screen" width="${width}" height="${height}" rx="6"/>`,
    ...drawn.filter((line) => line !== ""),
    "</svg>",
    "",
  ].join("\n");
}

/** @param {string} text @param {Look} look @param {{ column: number, row: number }} at */
function partOf(text, { front, back, bold, dim, italic, under, reverse }, { column, row }) {
  if (text === "") return "";
  const [fore, behind] = reverse ? [back ?? "screen", front ?? "front"] : [front ?? "front", back];
  const [x, y, long] = [MARGIN + column * WIDTH, MARGIN + row * HEIGHT, [...text].length * WIDTH];
  const box =
    behind === undefined
      ? ""
      : `<rect x="${round(x)}" y="${y}" width="${round(long)}" height="${HEIGHT}"${fill(behind)}/>`;
  if (text.trim() === "" && !under) return box;
  const styles = [bold ? "b" : "", dim ? "d" : "", italic ? "i" : "", under ? "u" : ""]
    .filter((each) => each !== "")
    .join(" ");
  return `${box}<text x="${round(x)}" y="${y + 14}" textLength="${round(long)}"${fill(fore, styles)}>${escaped(text)}</text>`;
}

/** @param {number | string} colour */
function fill(colour, styles = "") {
  const isOwn = typeof colour === "string" && colour.startsWith("#");
  const name = typeof colour === "number" ? `c${colour % 8}` : colour;
  const classes = [isOwn ? "" : name, styles].filter((each) => each !== "").join(" ");
  return `${isOwn ? ` fill="${colour}"` : ""}${classes === "" ? "" : ` class="${classes}"`}`;
}

/** @param {Look} before @param {string} codes @returns {Look} */
function lookAfter(before, codes) {
  let look = before;
  const rest = codes.split(/[;:]/).map(Number);
  while (rest.length > 0) {
    const code = rest.shift() ?? 0;
    if (code === 38 || code === 48) look = { ...look, [code === 38 ? "front" : "back"]: colourOf(rest) };
    else look = code === 0 ? PLAIN : { ...look, ...changeOf(code) };
  }
  return look;
}

/** @param {number} code @returns {Partial<Look>} */
function changeOf(code) {
  if (code >= 30 && code <= 37) return { front: code - 30 };
  if (code >= 40 && code <= 47) return { back: code - 40 };
  if (code >= 90 && code <= 97) return { front: code - 90 };
  if (code >= 100 && code <= 107) return { back: code - 100 };
  return CHANGES.get(code) ?? {};
}

/** The colour of `5;N` or `2;R;G;B`, which is taken from the codes. @param {number[]} rest */
function colourOf(rest) {
  if (rest.shift() === 2) return hex(rest.splice(0, 3));
  const number = rest.shift() ?? 0;
  if (number < 16) return number % 8;
  if (number >= 232) return hex(Array.from({ length: 3 }, () => 8 + (number - 232) * 10));
  const level = (/** @type {number} */ step) => (step === 0 ? 0 : 55 + step * 40);
  const at = number - 16;
  return hex([level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6)]);
}

/** @param {number[]} parts */
function hex(parts) {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {"light" | "dark"} [only] */
function style(only) {
  /** @param {readonly string[]} colours @param {string} screen */
  const palette = (colours, screen) =>
    [
      `.screen{fill:${screen}}`,
      `.front{fill:${colours[0]}}`,
      ...colours.map((colour, at) => `.c${at}{fill:${colour}}`),
    ].join("");
  const text = 'text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}';
  const looks = ".b{font-weight:700}.d{opacity:.7}.i{font-style:italic}.u{text-decoration:underline}";
  const [light, dark] = [palette(LIGHT, "#ffffff"), palette(DARK, "#0d1117")];
  if (only !== undefined) return `${text}${looks}${only === "light" ? light : dark}`;
  return `${text}${looks}${light}@media(prefers-color-scheme:dark){${dark}}`;
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
