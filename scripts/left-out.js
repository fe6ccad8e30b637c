// What the scripts of the program leave out: plugins of the bundler.

import { basename } from "node:path";
import { loadSources } from "./sources.js";

/**
 * Leaves all commands out of a script but its own. The files of commands are called like them.
 *
 * @param {string} script
 * @returns {Promise<import("esbuild").Plugin>}
 */
export async function onlyCommandsOf(script) {
  const { scriptOf } = await loadSources(`export { scriptOf } from "./src/cli/script.ts";`);
  return {
    name: "only-commands",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
        const isCommand = kind === "dynamic-import" && /[\\/]commands[\\/]table\.ts$/.test(importer);
        return isCommand && scriptOf([basename(path, ".ts")]) !== script ? { path, namespace: "left-out" } : undefined;
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

/** What only the whole program runs: the thread of the terminal UI, and the work of other processes. */
export const threads = /[\\/]src[\\/](?:tui[\\/]worker[\\/]main|cli[\\/]jobs[\\/]work)\.ts$/;
/** What only the script of the terminal UI runs. */
export const screens = /[\\/]src[\\/]tui[\\/]run\.ts$/;

/**
 * Leaves modules out of a script that others run.
 *
 * @param {RegExp} modules
 * @returns {import("esbuild").Plugin}
 */
export function without(modules) {
  return {
    name: "without",
    setup({ onLoad }) {
      onLoad({ filter: modules }, ({ path }) => ({
        contents: `throw new Error("${basename(path, ".ts")} was asked of another script than its own");`,
      }));
    },
  };
}

/**
 * Leaves Ink out of the script of the terminal UI: it is one of its own.
 *
 * @param {string} path
 * @returns {import("esbuild").Plugin}
 */
export function inkApart(path) {
  return {
    name: "ink-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\/terminal\/ink\.ts$/ }, ({ kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      );
    },
  };
}
