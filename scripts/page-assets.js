// The script and the style of `heir diff --format html`: src/annex/review/page/browser, bundled, with the hashes that the policy
// of a page names. They take the place of src/annex/review/page/assets.ts wherever the sources are bundled or run.

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const browser = fileURLToPath(new URL("../src/annex/review/page/browser/", import.meta.url));
const ASSETS = /[\\/]src[\\/]annex[\\/]review[\\/]page[\\/]assets\.ts$/;

/** The text of a module with the interface of src/annex/review/page/assets.ts. */
async function assetsModule() {
  const common = /** @satisfies {import("esbuild").BuildOptions} */ ({
    absWorkingDir: browser,
    bundle: true,
    minify: true,
    legalComments: "none",
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  const [script, style] = await Promise.all([
    build({ ...common, entryPoints: ["main.ts"], format: "iife", platform: "browser", target: "es2022" }),
    build({ ...common, entryPoints: ["style.css"] }),
  ]);
  const [code, css] = [script, style].map(({ outputFiles }) => (outputFiles[0]?.text ?? "").trim());
  // Neither may end the element that holds it.
  if (/<\/|<!--/.test(`${code}${css}`)) throw new Error("the script or the style of the page holds markup");
  const assets = { script: code, scriptHash: hash(code ?? ""), style: css, styleHash: hash(css ?? "") };
  return `export const assets = ${JSON.stringify(assets)};\n`;
}

/** @param {string} text */
function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/**
 * For builds with esbuild.
 *
 * @returns {import("esbuild").Plugin}
 */
export function pageAssets() {
  return {
    name: "page-assets",
    setup({ onLoad }) {
      onLoad({ filter: ASSETS }, async () => ({ contents: await assetsModule(), loader: "js" }));
    },
  };
}

/** For tests, which run the sources. */
export function pageAssetsInTests() {
  return {
    name: "page-assets",
    /** @param {string} id */
    load: async (id) => (ASSETS.test(id) ? assetsModule() : undefined),
  };
}
