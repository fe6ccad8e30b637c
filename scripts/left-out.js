// What the scripts of the program leave out: plugins of the bundler.

import { basename } from "node:path";
import { loadSources } from "./sources.js";

/**
 * Leaves all commands out of a script but those that have one of their own: their files are called like them.
 *
 * @returns {Promise<import("esbuild").Plugin>}
 */
export async function onlyReading() {
  const { isReading } = await loadSources(`export { isReading } from "./src/cli/start/reading.ts";`);
  return {
    name: "only-reading",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
        const isCommand = kind === "dynamic-import" && /[\\/]commands[\\/]table\.ts$/.test(importer);
        return isCommand && !isReading([basename(path, ".ts")]) ? { path, namespace: "left-out" } : undefined;
      });
      onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
        contents: `throw new Error("${basename(path, ".ts")} was asked of the script of other commands");`,
      }));
    },
  };
}

/**
 * Leaves the script and the style of pages out of the script: only `heir diff --format html` loads them.
 *
 * @returns {import("esbuild").Plugin}
 */
export function pageAssetsApart() {
  return {
    name: "page-assets-apart",
    setup({ onResolve }) {
      onResolve({ filter: /\/report\/page\/assets\.ts$/ }, ({ kind }) =>
        kind === "dynamic-import" ? { path: "./libraries/page-assets.cjs", external: true } : undefined,
      );
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
