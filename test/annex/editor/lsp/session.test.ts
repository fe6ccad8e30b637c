import { PassThrough } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { Buffers } from "../../../../src/annex/editor/lsp/editor-inventory.ts";
import { TextPositions } from "../../../../src/annex/editor/lsp/positions.ts";
import { serve } from "../../../../src/annex/editor/lsp/serve.ts";
import { memoryWorkspace } from "../../../../src/workspace/open.ts";
import { address, TestEditor } from "../../../support/editor.ts";

const files = {
  "heir.yml": 'secrets: ["vault:token"]\n',
  "classes/common.yml": "classes: [legacy.motd]\nparameters:\n  dns:\n    first: 10.0.0.1\n    domain: corp.test\n",
  "classes/legacy/motd.yml": "parameters: {motd: hi}\n",
  "classes/app/api.yml":
    "classes:\n  - ..common\n  - .db\nparameters:\n  api:\n    resolver: ${dns:first}\n    auth: ${vault:token}\n",
  "classes/app/db.yml": "parameters:\n  db: {port: 5432}\n  vault: {token: hunter2-hunter2}\n",
  "classes/zone/a.yml": "parameters:\n  dns: {first: 10.1.0.1}\n  zone: a\n",
  "groups/edge.yml": "nodes: [n1]\nproperties: {mtu: 9000}\n",
  "nodes/n1.yml": "classes: [app.api, zone.a]\nparameters:\n  tier: gold\n",
  "nodes/n2.yml": "classes: [app.api, ~legacy.motd]\n",
  "classes/site.yml": "parameters: {place: a}\n",
  "nodes/n3.yml": 'classes: [site, "zone.${place}"]\n',
};
const editor = new TestEditor(files);
afterAll(() => editor.session.end());

const hoverOf = async (path: string, piece?: string) => {
  const answer = await editor.ask("textDocument/hover", path, piece);
  return (answer as { contents: { value: string } } | null)?.contents.value ?? "";
};
const labels = async (path: string, piece: string) => {
  const answer = await editor.ask("textDocument/completion", path, piece);
  return (answer as { items: readonly { label: string }[] }).items.map(({ label }) => label);
};

test("a name leads to its file, a key and a reference to the keys that win where the file reaches", async () => {
  const go = async (path: string, piece: string) => {
    return editor.places(await editor.ask("textDocument/definition", path, piece));
  };
  expect(await go("nodes/n1.yml", "[app.¦api")).toEqual(["classes/app/api.yml 1:1-1:1"]);
  expect(await go("classes/app/api.yml", "..com¦mon")).toEqual(["classes/common.yml 1:1-1:1"]);
  expect(await go("nodes/n3.yml", "zo¦ne.$")).toEqual(["classes/zone/a.yml 1:1-1:1"]);
  expect(await go("groups/edge.yml", "n¦1]")).toEqual(["nodes/n1.yml 1:1-1:1"]);
  const winners = ["classes/common.yml 4:5-4:10", "classes/zone/a.yml 2:9-2:14"];
  expect(await go("classes/app/api.yml", "dns:fir¦st")).toEqual(winners);
  expect(await go("classes/common.yml", "fir¦st:")).toEqual(winners);
  expect(await go("classes/common.yml", "10.0¦.0")).toEqual([]);
});

test("references are mentions of a name, from its file too, and readers of a key", async () => {
  const find = async (path: string, piece?: string, includeDeclaration = false) => {
    const context = { context: { includeDeclaration } };
    return editor.places(await editor.ask("textDocument/references", path, piece, context));
  };
  expect(await find("classes/legacy/motd.yml")).toEqual(["classes/common.yml 1:11-1:22", "nodes/n2.yml 1:21-1:32"]);
  expect(await find("classes/zone/a.yml")).toEqual(["nodes/n1.yml 1:20-1:26", "nodes/n3.yml 1:18-1:31"]);
  expect(await find("classes/common.yml", "d¦ns:")).toEqual(["classes/app/api.yml 6:15-6:27"]);
  expect(await find("classes/app/api.yml", "dns:fir¦st", true)).toEqual([
    "classes/app/api.yml 6:15-6:27",
    "classes/common.yml 4:5-4:10",
    "classes/zone/a.yml 2:9-2:14",
  ]);
});

test("hover says the nodes of a name, who wins at a key, and the values of a reference; secrets are masked", async () => {
  expect(await hoverOf("nodes/n1.yml", "[app.¦api")).toBe(
    "**class app.api** · 2 nodes: n1, n2  \nincludes: common, app.db  \nlisted by: n1, n2",
  );
  expect(await hoverOf("classes/common.yml", "fir¦st:")).toBe(
    "**dns:first** · wins on 1 · overridden on 1  \nzone.a on 1: classes/zone/a.yml:2",
  );
  expect(await hoverOf("classes/app/api.yml", "dns:fir¦st")).toBe(
    '**dns:first**  \n"10.1.0.1" on 1 node: n1 · classes/zone/a.yml:2  \n"10.0.0.1" on 1 node: n2 · classes/common.yml:4',
  );
  expect(await hoverOf("classes/app/api.yml", "vault:tok¦en")).toContain("(secret) on 2 nodes");
  expect(await hoverOf("classes/app/db.yml", "{tok¦en")).toContain("(secret)");
  expect(await hoverOf("groups/edge.yml", "prop¦erties")).toContain("The properties of its nodes");
  expect(await hoverOf("classes/common.yml", "10.0¦.0")).toBe("");
});

test("contracts say what a value is meant to be, in hover and beside keys; mappings of classes are mentions", async () => {
  const says = "{type: port, default: 22, description: where sshd listens, owner: net-team}";
  const fresh = new TestEditor({
    "heir.yml": 'version: 1\nsecrets: ["ssh:seed"]\nclass_mappings: ["n* \'ssh\'"]\n',
    "contracts/net.yml": `for: "class:ssh"\nvalues:\n  ssh:port: ${says}\n  ssh:seed: {type: text, example: hunter2-hunter2}\nexpect:\n  - {node: n1, path: ssh:port, is: 22}\n`,
    "classes/ssh.yml": "parameters:\n  ssh: {port: 22, seed: hunter2-hunter2}\n",
    "nodes/n1.yml": "parameters:\n  ssh:\n    root: true\n    at: ${ssh:port}\n",
  });
  expect(await fresh.ask("textDocument/definition", "contracts/net.yml", "class:s¦sh")).toMatchObject([
    { uri: expect.stringContaining("classes/ssh.yml") },
  ]);
  const hovered = async (path: string, piece: string) => {
    const answer = await fresh.ask("textDocument/hover", path, piece);
    return (answer as { contents: { value: string } }).contents.value.split("  \n");
  };
  const line = "contract net: port, default 22 · where sshd listens, owner net-team · contracts/net.yml:3";
  expect(await hovered("classes/ssh.yml", "{po¦rt")).toEqual(["**ssh:port** · wins on 1", line]);
  expect((await hovered("nodes/n1.yml", "ssh:po¦rt")).at(-1)).toBe(line);
  expect((await hovered("classes/ssh.yml", "se¦ed")).join()).not.toContain("hunter2");
  await fresh.type("nodes/n1.yml", "root: true", "root: true\n    p");
  const { items } = (await fresh.ask("textDocument/completion", "nodes/n1.yml", "    p¦\n")) as {
    items: readonly { label: string; detail?: string }[];
  };
  expect(items.find(({ label }) => label === "port")?.detail).toBe(
    "port, default 22 · where sshd listens, owner net-team",
  );
  const context = { context: { includeDeclaration: false } };
  const mentions = fresh.places(await fresh.ask("textDocument/references", "classes/ssh.yml", "¦", context));
  expect(mentions).toEqual(["contracts/net.yml 1:13-1:16", "heir.yml 3:23-3:26"]);
  const ofNode = fresh.places(await fresh.ask("textDocument/references", "nodes/n1.yml", "¦", context));
  expect(ofNode).toEqual(["contracts/net.yml 6:12-6:14"]);
  await fresh.session.end();
});

test("completion knows what could be written, in text that is not whole yet", async () => {
  await editor.type("nodes/n2.yml", "~legacy.motd]", "~, ]");
  expect(await labels("nodes/n2.yml", "~¦,")).toEqual(["app.api", "app.db", "common", "legacy.motd"]);
  expect(await labels("nodes/n2.yml", ", ¦]")).not.toContain("app.api");
  await editor.type("classes/app/api.yml", "${dns:first}", "${dns:");
  expect(await labels("classes/app/api.yml", "{dns:¦")).toEqual(["domain", "first"]);
  await editor.type("classes/zone/a.yml", "parameters:", "app\nparameters:");
  expect(await labels("classes/zone/a.yml", "app¦\n")).toEqual(["classes", "applications", "exports", "environment"]);
  await editor.type("groups/edge.yml", "nodes: [n1]", "match: {all: [{property: mtu, op: }]}");
  expect(await labels("groups/edge.yml", "op: ¦}")).toContain("jsonSelect");
});

test("symbols, tokens, lenses and hints are made from the same state", async () => {
  const fresh = new TestEditor(files);
  await fresh.session.begin();
  const file = (path: string) => ({ textDocument: { uri: address(path) } });
  const names = (found: unknown): readonly string[] => (found as { name: string }[]).map(({ name }) => name);
  const [section] = (await fresh.send("textDocument/documentSymbol", file("classes/zone/a.yml"))) as {
    children: unknown;
  }[];
  expect(names(section?.children)).toEqual(["dns", "zone"]);
  expect(names(await fresh.send("workspace/symbol", { query: "DNS:f" }))).toEqual(["dns:first", "dns:first"]);
  expect(names(await fresh.send("workspace/symbol", { query: "app." }))).toEqual(["app.api", "app.db"]);
  const { data } = (await fresh.send("textDocument/semanticTokens/full", file("nodes/n2.yml"))) as { data: number[] };
  expect(data).toEqual([0, 10, 7, 0, 0, 0, 9, 1, 3, 0, 0, 1, 11, 0, 0]);
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const hints = await fresh.send("textDocument/inlayHint", { ...file("classes/app/api.yml"), range });
  expect((hints as { label: string }[]).map(({ label }) => label)).toEqual(["= 2 values", "= (secret)"]);
  const loses = await fresh.send("textDocument/inlayHint", { ...file("classes/common.yml"), range });
  expect((loses as { label: string }[]).map(({ label }) => label)).toEqual(["overridden on 1 of 2"]);
  await fresh.type("classes/zone/a.yml", "10.1.0.1", "10.9.0.1");
  const lenses = await fresh.send("textDocument/codeLens", file("classes/zone/a.yml"));
  expect((lenses as { command: { title: string } }[]).map(({ command }) => command.title)).toEqual([
    "2 nodes",
    "listed by 2",
    "changes 2 nodes, 2 values",
  ]);
  const preview = (await fresh.send("heir/preview", {})) as { v: number; changes: unknown[]; text: string };
  expect([preview.v, preview.changes.length]).toEqual([1, 2]);
  expect(preview.text).toContain("2 of 3 nodes change");
  await fresh.session.end();
});

test("a rename edits names alone, in open text too, and is refused where more would differ", async () => {
  const fresh = new TestEditor(files);
  // What is not open is read from the disk, and nothing is there.
  for (const path of Object.keys(files)) await fresh.type(path, "\n", "\n");
  const rename = (path: string, piece: string, newName: string) =>
    fresh.ask("textDocument/rename", path, piece, { newName });
  expect(await fresh.ask("textDocument/prepareRename", "classes/app/api.yml", ".d¦b")).toEqual({
    range: { start: { line: 2, character: 4 }, end: { line: 2, character: 7 } },
    placeholder: "app.db",
  });
  expect(await fresh.ask("textDocument/prepareRename", "groups/edge.yml", "[n¦1]")).toBe(null);
  const moved = (await rename("classes/app/api.yml", ".d¦b", "app.store")) as { documentChanges: unknown[] };
  expect(moved.documentChanges).toEqual([
    {
      textDocument: { uri: address("classes/app/api.yml"), version: 1 },
      edits: [{ range: { start: { line: 2, character: 4 }, end: { line: 2, character: 7 } }, newText: ".store" }],
    },
    { kind: "rename", oldUri: address("classes/app/db.yml"), newUri: address("classes/app/store.yml") },
  ]);
  const keyed = (await rename("classes/app/api.yml", "dns:fir¦st", "one")) as {
    documentChanges: { edits: unknown[] }[];
  };
  expect(keyed.documentChanges.flatMap(({ edits }) => edits)).toHaveLength(3);
  // A folder that the editor moves: names in full follow, relative ones lead to the same classes as before.
  const moving = [{ oldUri: address("classes/app"), newUri: address("classes/svc") }];
  const withFolder = (await fresh.ask("workspace/willRenameFiles", "nodes/n1.yml", "¦", { files: moving })) as {
    documentChanges: { textDocument: { uri: string }; edits: { newText: string }[] }[];
  };
  const written = withFolder.documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits[0]?.newText]);
  expect(written).toEqual([
    [address("nodes/n1.yml"), "svc.api"],
    [address("nodes/n2.yml"), "svc.api"],
  ]);
  const refused = (path: string, piece: string, name: string) => expect(rename(path, piece, name)).rejects;
  await refused("nodes/n1.yml", "[app.¦api", "app.db").toThrow("there is a class app.db already");
  await refused("nodes/n1.yml", "[app.¦api", "app api").toThrow("it has a blank");
  await refused("nodes/n1.yml", "zone.¦a", "zone.b").toThrow("nodes/n3.yml:1");
  await refused("classes/common.yml", "fir¦st:", "domain").toThrow("there is a value at dns:domain already");
  await fresh.session.end();
});

test("fixes are edits: near names, new classes, explicit scalars, chains of groups, comments", async () => {
  const groups = {
    "groups/core.yml": "nodes: [n1]\nproperties: {mtu: 1500}\n",
    "nodes/n4.yml": "parameters: {on: no, a: 010}\n",
  };
  const fresh = new TestEditor({ ...files, ...groups });
  await fresh.type("nodes/n2.yml", "app.api", "app.apo");
  const fixes = async (path: string) => {
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const found = await fresh.send("textDocument/codeAction", {
      textDocument: { uri: address(path) },
      range,
      context: {},
    });
    return (found as { title: string }[]).map(({ title }) => title);
  };
  expect(await fixes("nodes/n2.yml")).toEqual([
    "Change to app.api",
    "Create class app.apo",
    "Allow remove-nothing here",
  ]);
  expect(await fixes("nodes/n4.yml")).toEqual([
    'Write "on"',
    "Write true",
    "Allow yaml-1.1-surprise here",
    'Write "no"',
    "Write false",
    'Write "010"',
    "Write 8",
  ]);
  expect((await fixes("groups/core.yml")).sort()).toEqual([
    "Order core below edge: mtu = 9000 on 1 node",
    "Order edge below core: mtu = 1500 on 1 node",
  ]);
  await fresh.session.end();
});

test("findings of unsaved text are published for all files, with the version of the text", async () => {
  const typist = new TestEditor(files);
  await typist.session.begin();
  await typist.type("classes/app/db.yml", "db: {port", "cb: {prot");
  await typist.type("nodes/n1.yml", "zone.a", "zone.aa");
  await expect.poll(() => typist.published.filter(({ version }) => version === 1).length).toBe(2);
  const found = typist.published.findLast(({ uri }) => uri.endsWith("n1.yml"));
  expect(found?.diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["class-not-found", "class zone.aa is listed but has no file\ndid you mean zone.a?"],
  ]);
  await typist.session.end();
});

test("a request that is cancelled before its turn is answered, and not begun", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let answered = "";
  output.on("data", (bytes) => {
    answered += bytes;
  });
  let opened = 0;
  const open = async () => {
    opened += 1;
    return memoryWorkspace(Object.entries(files));
  };
  serve({ input, output, open, version: "0" });
  const messages = [
    { id: 1, method: "initialize", params: { capabilities: {}, workspaceFolders: [{ uri: address("") }] } },
    { id: 2, method: "heir/preview", params: {} },
    { method: "$/cancelRequest", params: { id: 2 } },
  ];
  const texts = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
  input.write(texts.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`).join(""));
  await expect.poll(() => answered, { timeout: 60_000 }).toMatch(/"id":2.*-32800/);
  expect(opened).toBe(0);
});

test("positions count bytes or UTF-16 units, and lines end in three ways", () => {
  const text = "a: é🎉b\r\nc\rd\n";
  for (const encoding of ["utf-8", "utf-16"] as const) {
    const positions = new TextPositions(text, encoding);
    for (let offset = 0; offset <= text.length; offset += 1) {
      if (offset === 5 || offset === 8) continue; // inside the emoji, and between CR and LF
      expect(positions.offset(positions.position(offset)), encoding).toBe(offset);
    }
    expect(positions.offset({ line: 9, character: 9 })).toBe(text.length);
    expect(positions.offset({ line: 1, character: 9 })).toBe(text.indexOf("\rd"));
  }
  expect(new TextPositions(text, "utf-8").position(text.indexOf("b"))).toEqual({ line: 0, character: 9 });
  expect(new TextPositions(text, "utf-16").position(text.indexOf("b"))).toEqual({ line: 0, character: 6 });
  const buffers = new Buffers("utf-8");
  buffers.set("/x", { version: 1, text });
  const at = { line: 0, character: 9 };
  buffers.change("/x", 2, [
    { range: { start: at, end: { line: 1, character: 1 } }, text: "!" },
    { range: { start: at, end: at }, text: "?" },
  ]);
  expect(buffers.get("/x")).toEqual({ version: 2, text: "a: é🎉?!\rd\n" });
});
