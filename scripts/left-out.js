// What the scripts of the program leave out: plugins of the bundler.

import { basename } from "node:path";
import { loadSources } from "./sources.js";

/**
 * Leaves all commands out of a build but those of the script of reading. The files of commands are called like them.
 *
 * @returns {Promise<import("esbuild").Plugin>}
 */
export async function onlyReading() {
  const { isReading } = await loadSources(`export { isReading } from "./src/cli/script.ts";`);
  return {
    name: "only-reading",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
        const isCommand = kind === "dynamic-import" && /[\\/]commands[\\/]table\.ts$/.test(importer);
        const name = basename(path, ".ts");
        // The forms of tools, of which `heir inventory` is made.
        const isRead = isReading([name]) || name === "forms";
        return isCommand && !isRead ? { path, namespace: "left-out" } : undefined;
      });
      onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
        contents: `throw new Error("${basename(path, ".ts")} was asked of the script of other commands");`,
      }));
    },
  };
}

/**
 * Leaves the script and the style of pages out of the program and of the library: only `heir diff --format html` loads them.
 *
 * @param {string} path
 * @returns {import("esbuild").Plugin}
 */
export function pageAssetsApart(path) {
  return {
    name: "page-assets-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\/assets\.ts$/ }, ({ kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      );
    },
  };
}

/**
 * Leaves what only the whole program runs out of the script of reading: the thread of the terminal UI, and the work of other
 * processes.
 *
 * @returns {import("esbuild").Plugin}
 */
export function withoutThreads() {
  return {
    name: "without-threads",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/](?:tui[\\/]worker[\\/]main|annex[\\/]shards[\\/]jobs[\\/]work)\.ts$/ }, () => ({
        contents: `export function work() { throw new Error("a thread was asked of the script of reading"); }`,
      }));
    },
  };
}

/**
 * Leaves the terminal UI out of the scripts of the program: it is one of its own.
 *
 * @param {string} path
 * @returns {import("esbuild").Plugin}
 */
export function terminalApart(path) {
  return {
    name: "terminal-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\/tui\/run\.ts$/ }, ({ kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      );
    },
  };
}
