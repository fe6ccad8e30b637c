import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The licence of every bundled library, as their terms require.
 *
 * @param {readonly string[]} inputs paths of the files in a bundle
 */
export async function licences(inputs) {
  const texts = [];
  for (const folder of bundledFolders(inputs)) {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const file = (await readdir(join(root, folder))).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? "" : await readFile(join(root, folder, file), "utf8");
    texts.push(`${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The folders of the bundled libraries, each once, from the top of the repository.
 *
 * @param {readonly string[]} inputs paths of the files in a bundle
 */
export function bundledFolders(inputs) {
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].sort();
}
