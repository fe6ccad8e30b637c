// Runs sources of heir in the scripts that make files of them.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { withoutDevtools } from "./without-devtools.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What a module exports, which may import any source by its path from the top, such as `./src/model/findings/codes.ts`.
 *
 * @param {string} contents
 */
export async function loadSources(contents) {
  const result = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    target: "node20",
    plugins: [withoutDevtools],
    // CommonJS libraries load Node's modules with `require`, which ES modules do not have.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    write: false,
    logLevel: "warning",
  });
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "heir-sources-")));
  try {
    const file = join(temporary, "sources.mjs");
    writeFileSync(file, result.outputFiles[0]?.text ?? "");
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
