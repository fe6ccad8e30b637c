// What makes the bundles smaller: a plugin of the bundler.

import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { parseSync } from "oxc-parser";

/**
 * Shortens the names inside functions, and those of constants. Functions, classes and methods of heir keep theirs: a stack
 * trace in a bug report shows them. What is exported keeps its name, and what nobody imports is left out all the same.
 *
 * @returns {import("esbuild").Plugin}
 */
export function shortNames() {
  return {
    name: "short-names",
    setup({ onLoad }) {
      onLoad({ filter: /\.(?:[cm]?js|ts)$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const isOurs = path.endsWith(".ts");
        /** @type {import("esbuild").TransformOptions} */
        const options = { loader: isOurs ? "ts" : "js", minifyIdentifiers: true };
        return { contents: (await transform(isOurs ? exported(path, text) : text, options)).code };
      });
    },
  };
}

/** A module that exports each of its functions and classes. @param {string} path @param {string} text */
function exported(path, text) {
  const { program } = parseSync(path, text);
  return program.body
    .filter(({ type }) => type === "FunctionDeclaration" || type === "ClassDeclaration")
    .reduceRight((rest, { start }) => `${rest.slice(0, start)}export ${rest.slice(start)}`, text);
}
