// `npm run package:vscode`: packs editors/vscode with the server in dist/ as an extension of VS Code. Nothing is downloaded.
//
//   node scripts/package-vscode.js [--out FILE]      (FILE is heir-VERSION.vsix if not given)
//
// A .vsix is a zip archive with two descriptions beside the files. The same files give the same bytes.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { strToU8, zipSync } from "fflate";
import { licences } from "./licences.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What `heir lsp` runs of dist/: the program, and what it loads. */
const SERVER =
  /^(?:cli\.js|program\.cjs|package\.json|pages\.json|THIRD-PARTY-LICENSES\.txt|(?:libraries|schemas)\/.*)$/;
const source = join(root, "editors/vscode");
const { values } = parseArgs({ options: { out: { type: "string" } } });

const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const manifest = { version, ...JSON.parse(await readFile(join(source, "package.json"), "utf8")) };
const files = await extensionFiles();
const out = resolve(values.out ?? join(root, `heir-${version}.vsix`));
const archive = zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(2000, 0, 1) });
await writeFile(out, archive);
console.log(`${relative(process.cwd(), out)}: ${files.size} files, ${(archive.length / 1e6).toFixed(2)} MB`);

/**
 * The files of the archive. The descriptions come first.
 *
 * @returns {Promise<Map<string, Uint8Array>>}
 */
async function extensionFiles() {
  /** @type {Map<string, Uint8Array>} */
  const inside = new Map([
    ["package.json", strToU8(`${JSON.stringify(manifest, undefined, 2)}\n`)],
    ...(await bundle()),
    ["readme.md", await readFile(join(source, "README.md"))],
    ["changelog.md", await readFile(join(root, "CHANGELOG.md"))],
    ["LICENSE.txt", await readFile(join(root, "LICENSE"))],
    ["syntaxes/references.json", await readFile(join(source, "syntaxes/references.json"))],
    ...(await serverFiles()),
  ]);
  const extensions = new Set([...inside.keys(), ".vsixmanifest"].map((name) => name.slice(name.lastIndexOf("."))));
  return new Map([
    ["[Content_Types].xml", strToU8(contentTypes(extensions))],
    ["extension.vsixmanifest", strToU8(description())],
    ...[...inside].map(([name, bytes]) => /** @type {const} */ ([`extension/${name}`, bytes])),
  ]);
}

/**
 * The extension with its libraries, and their licences; `vscode` is what the editor provides.
 *
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function bundle() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["editors/vscode/src/extension.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const licenceText = strToU8(await licences(Object.keys(metafile.inputs)));
  return [
    ...outputFiles.map(({ contents }) => /** @type {[string, Uint8Array]} */ (["extension.cjs", contents])),
    ["THIRD-PARTY-LICENSES.txt", licenceText],
  ];
}

/**
 * The files of the server.
 *
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function serverFiles() {
  const dist = join(root, "dist");
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => relative(dist, join(each.parentPath, each.name)).replaceAll("\\", "/"))
    .filter((name) => SERVER.test(name))
    .sort();
  return Promise.all(names.map(async (name) => [`server/${name}`, await readFile(join(dist, name))]));
}

/** @param {Iterable<string>} extensions */
function contentTypes(extensions) {
  const types = new Map([
    [".json", "application/json"],
    [".md", "text/markdown"],
    [".txt", "text/plain"],
    [".vsixmanifest", "text/xml"],
  ]);
  const rows = [...extensions].sort().map((extension) => {
    return `<Default Extension="${extension}" ContentType="${types.get(extension) ?? "application/javascript"}"/>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join("")}</Types>
`;
}

/** What VS Code and galleries read before they unpack. */
function description() {
  const { name, publisher, displayName, description: text, categories, keywords, engines, extensionKind } = manifest;
  const asset = (/** @type {string} */ type, /** @type {string} */ path) =>
    `<Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
  const property = (/** @type {string} */ id, /** @type {string} */ value) =>
    `<Property Id="Microsoft.VisualStudio.Code.${id}" Value="${value}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
<DisplayName>${displayName}</DisplayName>
<Description xml:space="preserve">${text}</Description>
<Tags>${keywords.join(",")}</Tags>
<Categories>${categories.join(",")}</Categories>
<Properties>${property("Engine", engines.vscode)}${property("ExtensionKind", extensionKind.join(","))}</Properties>
<License>extension/LICENSE.txt</License>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>${asset("Code.Manifest", "package.json")}${asset("Services.Content.Details", "readme.md")}${asset("Services.Content.Changelog", "changelog.md")}${asset("Services.Content.License", "LICENSE.txt")}</Assets>
</PackageManifest>
`;
}
