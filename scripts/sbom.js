import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledFolders } from "./licences.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The bill of materials of what is bundled, as CycloneDX: npm's own would list nothing, as the package has no dependencies.
 *
 * @param {readonly string[]} inputs paths of the files in a bundle
 */
export async function sbom(inputs) {
  const { name, version, license } = await manifest("package.json");
  const folders = bundledFolders(inputs);
  const components = await Promise.all(
    folders.map(async (folder) => component(await manifest(`${folder}/package.json`))),
  );
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...component({ name, version, license }), type: "application" } },
    components: components.map((each) => ({ ...each, type: "library" })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** @param {string} path */
async function manifest(path) {
  return JSON.parse(await readFile(join(root, path), "utf8"));
}

/** @param {{ name: string, version: string, license: string }} package_ */
function component({ name, version, license }) {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const isExpression = / (?:OR|AND|WITH) /.test(license);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    "bom-ref": purl,
    ...(group !== undefined && { group }),
    name: own,
    version,
    purl,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}
