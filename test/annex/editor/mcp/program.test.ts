import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks, page } from "../../../docs/pages.ts";
import { builtInto } from "../../../support/built.ts";
import { newRepo, type TestRepo, tempDir } from "../../../support/git/repo.ts";

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

type Said = { readonly method: string; readonly id?: number };
type Answer = { readonly id: number; readonly result?: object };

/** Starts a server, says all at once, and ends its input when all is answered: what is still asked then need not be. */
async function served(args: readonly string[], cwd: string, said: readonly Said[] = session) {
  const server = spawn(process.execPath, [cli, ...args], { cwd, env: repo.env });
  const ended = once(server, "close");
  let stderr = "";
  server.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  for (const each of said) server.stdin.write(`${JSON.stringify(each)}\n`);
  const open = new Set(said.flatMap(({ id }) => id ?? []));
  const results = new Map<number, object | undefined>();
  for await (const line of createInterface(server.stdout)) {
    const { id, result } = JSON.parse(line) as Answer;
    results.set(id, result);
    open.delete(id);
    if (open.size === 0) server.stdin.end();
  }
  const [status] = await ended;
  return { status, stderr, results };
}

test("the configuration of the page starts a server that answers, and ends with its input", async () => {
  const [block] = blocks(page("docs/assistants.md")).filter(({ language }) => language === "json");
  const { mcpServers } = JSON.parse(block?.lines.join("\n") ?? "") as {
    mcpServers: { heir: { command: string; args: string[] } };
  };
  const { status, stderr, results } = await served(mcpServers.heir.args, repo.dir);

  expect(mcpServers.heir.command).toBe("heir");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(results.get(1)).toMatchObject({ protocolVersion: "2025-06-18", serverInfo: { name: "heir" } });
  expect(results.get(2)).toMatchObject({ structuredContent: { value: 80 } });
});

test("-C and other settings of the command line hold for each call", async () => {
  const below = join(repo.dir, "deep", "below");
  mkdirSync(below, { recursive: true });
  const { results } = await served(["-C", join("..", ".."), "mcp", "--no-cache"], below);

  expect(results.get(2)).toMatchObject({ structuredContent: { value: 80 } });
});

test("without an inventory it does not begin", () => {
  const given = { cwd: tempDir(), env: repo.env, input: "", encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "mcp"], given);

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
  const asked = [
    ["resources/read", { uri: "heir://finding/class-not-found" }],
    ["resources/read", { uri: "heir://node/n1" }],
    ["prompts/get", { name: "review", arguments: { from: "HEAD~1", to: "HEAD" } }],
  ] as const;
  const said = asked.map(([method, params], at) => ({ jsonrpc: "2.0", id: 2 + at, method, params }));
  const { results } = await served(["mcp"], repo.dir, [...session.slice(0, 2), ...said]);

  expect(results.get(2)).toMatchObject({ contents: [{ text: expect.stringContaining("class-not-found") }] });
  expect(results.get(3)).toMatchObject({ contents: [{ text: expect.stringContaining("port: 80") }] });
  expect(results.get(4)).toMatchObject({ messages: [{ content: { text: expect.stringContaining("Review this") } }] });
});
