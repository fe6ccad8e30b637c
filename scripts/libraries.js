// The libraries that the script and the library of heir load from files of their own.

import { join } from "node:path";

/** Libraries that few commands need, or only in rare cases: they are loaded on demand. */
const apart = ["diff", "isomorphic-git", "markdown-it", "re2js", "simple-git", "vscode-languageserver/node", "yaml"];
/** The file to start from, where a default export is all that a library has: the script finds it only as CommonJS. */
const commonJs = new Map([["markdown-it", "./node_modules/markdown-it/dist/markdown-it.cjs.js"]]);
/** What heir uses of the library of assistants, whose parts share much: one file, that only this server loads. */
const assistants = "@modelcontextprotocol/sdk";
const assistantParts = ["server/index.js", "server/stdio.js", "types.js", "validation/ajv"];

/**
 * Options for the files of all libraries but that of assistants.
 *
 * @template {import("esbuild").BuildOptions} T
 * @param {T} script
 */
export function librarySettings(script) {
  const entryPoints = Object.fromEntries(apart.map((name) => [`libraries/${name}`, commonJs.get(name) ?? name]));
  return { ...script, entryPoints, minifyIdentifiers: true };
}

/**
 * Options for the file of the library of assistants.
 *
 * @template {import("esbuild").BuildOptions} T
 * @param {T} script
 */
export function assistantSettings({ outdir, entryNames, ...script }) {
  const contents = assistantParts.map((part) => `export * from "${assistants}/${part}";`).join("");
  return {
    ...script,
    stdin: { contents, resolveDir: script.absWorkingDir },
    outfile: join(outdir ?? "", "libraries/assistants.cjs"),
    plugins: [],
    minifyIdentifiers: true,
  };
}

/**
 * Leaves the libraries out of the program and of the library of heir, which load them from one folder.
 *
 * @param {(name: string) => string} pathOf
 * @returns {import("esbuild").Plugin}
 */
export function librariesApart(pathOf) {
  return {
    name: "libraries-apart",
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(?:${apart.join("|")})$`) }, ({ kind, path }) =>
        kind === "entry-point" ? undefined : { path: pathOf(path), external: true },
      );
      onResolve({ filter: new RegExp(`^${assistants}/`) }, () => ({ path: pathOf("assistants"), external: true }));
    },
  };
}
