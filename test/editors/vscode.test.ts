import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { newRepo, tempDir } from "../support/git/repo.ts";
import { StandIn } from "../support/vscode.ts";

const root = join(import.meta.dirname, "../..");
const packed = tempDir();
let archive = new Uint8Array();
let files: Record<string, Uint8Array> = {};

beforeAll(() => {
  const out = join(packed, "heir.vsix");
  execFileSync(process.execPath, ["scripts/package-vscode.js", "--out", out], { cwd: root });
  archive = new Uint8Array(readFileSync(out));
  files = unzipSync(archive);
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(packed, name)), { recursive: true });
    writeFileSync(join(packed, name), bytes);
  }
});

const textOf = (name: string) => Buffer.from(files[name] ?? []).toString();

test("the .vsix holds the server of its version, is described for VS Code, and is below 3 MB", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const manifest = JSON.parse(textOf("extension/package.json"));
  const described = textOf("extension.vsixmanifest");

  expect(archive.length).toBeLessThan(3_000_000);
  expect(manifest.version).toBe(version);
  expect(described).toContain(`Id="heir" Version="${version}" Publisher="heir"`);
  expect(described).toContain(`Code.Engine" Value="${manifest.engines.vscode}"`);
  for (const [, path = ""] of described.matchAll(/Path="([^"]+)"/g)) expect(Object.keys(files)).toContain(path);
  for (const name of Object.keys(files).filter((each) => !each.startsWith("["))) {
    expect(textOf("[Content_Types].xml")).toContain(`Extension="${name.slice(name.lastIndexOf("."))}"`);
  }
  for (const { path } of manifest.contributes.grammars) expect(textOf(join("extension", path))).toContain("scopeName");
  expect(textOf("extension/THIRD-PARTY-LICENSES.txt")).toContain("vscode-languageclient");
  expect(Object.keys(files).filter((name) => /^extension\/server\/[^/]+\.cjs$/.test(name))).toEqual([
    "extension/server/program.cjs",
  ]);
  const printed = execFileSync(process.execPath, [join(packed, "extension/server/cli.js"), "--version"]);
  expect(printed.toString()).toBe(`heir ${version}\n`);
});

test("a path in the settings of a workspace counts only if the workspace is trusted", () => {
  const { capabilities, contributes } = JSON.parse(textOf("extension/package.json"));

  expect(capabilities.untrustedWorkspaces).toMatchObject({
    supported: "limited",
    restrictedConfigurations: ["heir.path"],
  });
  expect(Object.keys(contributes.configuration.properties)).toEqual([
    "heir.level",
    "heir.hints",
    "heir.lenses",
    "heir.path",
  ]);
});

test("the extension starts its server, forwards settings, shows findings, references and what edits change", async () => {
  const repo = newRepo();
  repo.commit("one", { "classes/base.yml": "parameters: {a: 1}\n", "nodes/n1.yml": "classes: [base]\n" });
  const vscode = new StandIn(repo.dir);
  const extension = loaded(vscode);
  const subscriptions: { dispose(): void }[] = [];
  await extension.activate({ extensionPath: join(packed, "extension"), subscriptions });
  const inTime = { timeout: 60_000 };
  const found = (codes: readonly string[]) =>
    expect.poll(() => vscode.findings.get("nodes/n1.yml"), inTime).toEqual(codes);

  vscode.open("classes/base.yml", "parameters: {a: 2}\n");
  vscode.open("nodes/n1.yml", "classes: [base, bse]\n");
  await found(["class-not-found"]);
  await vscode.commands.get("heir.preview")?.();
  expect(vscode.shown.pop()).toContain("1 node newly fails");
  const position = { line: 0, character: 0 };
  const uri = `file://${repo.dir}/nodes/n1.yml`;
  await vscode.commands.get("heir.references")?.(uri, position, [{ uri, range: { start: position, end: position } }]);
  expect(vscode.shown.pop()).toMatch(/^editor\.action\.showReferences /);

  vscode.settings.set("heir.level", "error");
  chmodSync(join(packed, "extension/server/cli.js"), 0o755);
  vscode.settings.set("heir.path", join(packed, "extension/server/cli.js"));
  vscode.findings.clear();
  vscode.configured.fire({ affectsConfiguration: (section: string) => section === "heir" });
  await found(["class-not-found"]);
  await extension.deactivate();
  for (const each of subscriptions) each.dispose();
  expect([...vscode.commands.keys()]).toEqual([]);
});

interface Extension {
  activate(context: { extensionPath: string; subscriptions: object[] }): Promise<void>;
  deactivate(): Promise<void>;
}

/** The packed extension, with a stand-in for what the editor provides. */
function loaded(vscode: StandIn): Extension {
  const file = join(packed, "extension/extension.cjs");
  const load = createRequire(file);
  const given = vscode.module();
  const own = { exports: {} };
  const run = new Function("require", "module", "exports", readFileSync(file, "utf8"));
  run((name: string) => (name === "vscode" ? given : load(name)), own, own.exports);
  return own.exports as Extension;
}
