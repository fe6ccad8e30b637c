// How string-width is built: a plugin of the bundler.

import { readFile } from "node:fs/promises";

/** What string-width creates when it is loaded, and code that creates it on first use. */
const LATE = new Map([
  [
    "const segmenter = new Intl.Segmenter();",
    "let made; const segmenter = { segment: text => (made ??= new Intl.Segmenter()).segment(text) };",
  ],
  [
    "const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;",
    'let emoji; const rgiEmojiRegex = { test: text => (emoji ??= new RegExp("^\\\\p{RGI_Emoji}$", "v")).test(text) };',
  ],
]);

/**
 * Defers two slow steps in string-width, which together take twice as long as starting Node, until they are needed: plain
 * text needs neither.
 *
 * @returns {import("esbuild").Plugin}
 */
export function lateWidth() {
  return {
    name: "late-width",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
        // Only the terminal UI uses the older version that Ink brings.
        if (path.split("node_modules").length > 2) return undefined;
        let contents = await readFile(path, "utf8");
        for (const [eager, late] of LATE) {
          if (!contents.includes(eager)) throw new Error(`${path} no longer has ${eager}: see scripts/late-width.js`);
          contents = contents.replace(eager, () => late);
        }
        return { contents };
      });
    },
  };
}
