// What the scripts of the program leave out: plugins of the bundler.

import { basename } from "node:path";
import { loadSources } from "./sources.js";

/**
 * Leaves all commands out of a build but those that it can run, which for servers are also those that assistants call. The
 * files of commands are called like them.
 *
 * @param {"isReading" | "isServing"} kept
 * @returns {Promise<import("esbuild").Plugin>}
 */
export async function onlyCommands(kept) {
  const { isReading, isServing, pageCommands, tools } = await loadSources(`
    export { isReading, isServing } from "./src/cli/start/reading.ts";
    export { pageCommands, tools } from "./src/mcp/tools.ts";`);
  const asked = new Set([...Object.keys(tools), ...Object.values(pageCommands)]);
  /** @param {string} name */
  const isServed = (name) => isServing([name]) || asked.has(name);
  const isKept = kept === "isReading" ? (/** @type {string} */ name) => isReading([name]) : isServed;
  return {
    name: "only-commands",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
        const isCommand = kind === "dynamic-import" && /[\\/]commands[\\/]table\.ts$/.test(importer);
        return isCommand && !isKept(basename(path, ".ts")) ? { path, namespace: "left-out" } : undefined;
      });
      onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
        contents: `throw new Error("${basename(path, ".ts")} was asked of the script of other commands");`,
      }));
    },
  };
}

/**
 * Leaves the script and the style of pages out of the script and of the modules: only `heir diff --format html` loads them.
 *
 * @param {string} path
 * @returns {import("esbuild").Plugin}
 */
export function pageAssetsApart(path) {
  return {
    name: "page-assets-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\/report\/page\/assets\.ts$/ }, ({ kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      );
    },
  };
}

/**
 * Leaves what only the script runs out of the modules: the thread of the terminal UI, and the work of other processes.
 *
 * @returns {import("esbuild").Plugin}
 */
export function withoutThreads() {
  return {
    name: "without-threads",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/](?:tui[\\/]worker[\\/]main|cli[\\/]jobs[\\/]work)\.ts$/ }, () => ({
        contents: `export function work() { throw new Error("a thread was asked of the modules"); }`,
      }));
    },
  };
}

/**
 * Leaves the terminal UI and both servers out of the script: src/cli/main.ts runs the ES modules for them.
 *
 * @returns {import("esbuild").Plugin}
 */
export function withoutTerminal() {
  return {
    name: "without-terminal",
    setup({ onLoad }) {
      for (const [folder, name] of Object.entries({ tui: "runTui", lsp: "runLsp", mcp: "runMcp" })) {
        const contents = `export function ${name}() { throw new Error("${folder} was asked of the script"); }`;
        onLoad({ filter: new RegExp(`[\\\\/]src[\\\\/]${folder}[\\\\/]run\\.ts$`) }, () => ({ contents }));
      }
    },
  };
}
