import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks, page } from "../docs/pages.ts";
import { builtInto } from "../support/built.ts";
import { newRepo, type TestRepo, tempDir } from "../support/git/repo.ts";

const folder = mkdtempSync(join(tmpdir(), "heir-mcp-"));
const cli = join(folder, "cli.js");
let repo: TestRepo;

beforeAll(() => {
  builtInto(folder);
  repo = newRepo();
  repo.commit("all", { "classes/a.yml": "parameters: {port: 80}\n", "nodes/n1.yml": "classes: [a]\n" });
  repo.commit("more", { "classes/a.yml": "parameters: {port: 80, host: b}\n" });
});
afterAll(() => rmSync(folder, { recursive: true }));

const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const session = [
  { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "show", arguments: { node: "n1", path: "port" } } },
];

/** Starts a server, says all of the session at once, and ends its input. */
function served(args: readonly string[], cwd: string) {
  const input = session.map((each) => `${JSON.stringify(each)}\n`).join("");
  return spawnSync(process.execPath, [cli, ...args], { cwd, env: repo.env, input, encoding: "utf8" });
}

test("the configuration of the page starts a server that answers, and ends with its input", () => {
  const [block] = blocks(page("docs/assistants.md")).filter(({ language }) => language === "json");
  const { mcpServers } = JSON.parse(block?.lines.join("\n") ?? "") as {
    mcpServers: { heir: { command: string; args: string[] } };
  };
  const { status, stdout, stderr } = served(mcpServers.heir.args, repo.dir);
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; result: { protocolVersion?: string } });

  expect(mcpServers.heir.command).toBe("heir");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(answers).toMatchObject([
    { id: 1, result: { protocolVersion: "2025-06-18", serverInfo: { name: "heir" } } },
    { id: 2, result: { structuredContent: { value: 80 } } },
  ]);
});

test("-C and other settings of the command line hold for each call", () => {
  const below = join(repo.dir, "deep", "below");
  mkdirSync(below, { recursive: true });
  const { stdout } = served(["-C", join("..", ".."), "mcp", "--no-cache"], below);

  expect(stdout).toContain('"structuredContent":{"value":80}');
});

test("without an inventory it does not begin", () => {
  const { status, stdout, stderr } = served(["mcp"], tempDir());

  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^heir: no inventory in this folder\n/);
});

test("a signal ends it as any command", async () => {
  const child = spawn(process.execPath, [cli, "mcp"], {
    cwd: repo.dir,
    env: repo.env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.write(`${JSON.stringify(session[0])}\n`);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.kill("SIGTERM");

  expect(await new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))).toBe("SIGTERM");
});

test("help of it and of the other commands that serve needs none of them", () => {
  const help = (name: string) =>
    spawnSync(process.execPath, [cli, "help", name], { cwd: dirname(folder), encoding: "utf8" }).stdout.slice(0, 20);

  expect(["mcp", "lsp", "tui"].map(help)).toEqual([
    "heir mcp: serve an a",
    "heir lsp: serve an e",
    "heir tui: browse com",
  ]);
});

test("the built server has the commands that resources and the prompt are made of", async () => {
  const server = spawn(process.execPath, [cli, "mcp"], { cwd: repo.dir, env: repo.env });
  const asked = [
    ["resources/read", { uri: "heir://finding/class-not-found" }],
    ["resources/read", { uri: "heir://node/n1" }],
    ["prompts/get", { name: "review", arguments: { from: "HEAD~1", to: "HEAD" } }],
  ].map(([method, params], at) => ({ jsonrpc: "2.0", id: 2 + at, method, params }));
  for (const each of [...session.slice(0, 2), ...asked]) server.stdin.write(`${JSON.stringify(each)}\n`);
  const results = new Map<number, object | undefined>();
  for await (const line of createInterface(server.stdout)) {
    const { id, result } = JSON.parse(line) as { id: number; result?: object };
    results.set(id, result);
    // What is still asked when the input ends need not be answered.
    if (results.size > asked.length) server.stdin.end();
  }
  expect(results.get(2)).toMatchObject({ contents: [{ text: expect.stringContaining("class-not-found") }] });
  expect(results.get(3)).toMatchObject({ contents: [{ text: expect.stringContaining("port: 80") }] });
  expect(results.get(4)).toMatchObject({ messages: [{ content: { text: expect.stringContaining("Review this") } }] });
});
