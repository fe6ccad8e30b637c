import { expect, test } from "vitest";
import { commands } from "../../../../src/cli/commands/table.ts";
import { failureOf } from "../../../../src/cli/failure.ts";
import { openFolder } from "../../../../src/cli/host.ts";
import { run } from "../../../../src/cli/run.ts";
import { type Answer, type OfferedTool, TestAssistant, textOf } from "../../../support/assistant.ts";
import { hermeticEnv, newRepo, type TestRepo } from "../../../support/git/repo.ts";
import { sink } from "../../../support/host.ts";

const files = {
  "heir.yml": "secrets: ['vault:*']\n",
  "classes/base.yml": "parameters:\n  motd: hello\n  mail: {relay: mx1, port: 25}\n  tags: [a, b]\n",
  "classes/role/web.yml": "classes: [base]\nparameters:\n  mail: {port: 587}\n",
  "nodes/n1.yml": "classes: [role.web]\nparameters:\n  vault: {key: not-for-your-eyes}\n",
  "nodes/n2.yml": "classes: [role.web]\n",
  "nodes/n3.yml": "classes: [base]\n",
};

function inventory(): TestRepo {
  const repo = newRepo();
  repo.commit("before", { ...files, "classes/base.yml": files["classes/base.yml"].replace("hello", "good morning") });
  repo.commit("after", files);
  return repo;
}

/** Arguments of each tool that reads, and the command line that is the same. */
const asked: readonly (readonly [string, object, readonly string[]])[] = [
  ["nodes", { with: ["mail:port=587"] }, ["nodes", "--with", "mail:port=587"]],
  ["nodes", { columns: ["name", "motd"], nodes: ["n[12]"] }, ["nodes", "--columns", "name,motd", "--node", "n[12]"]],
  ["show", { node: "n2" }, ["show", "n2"]],
  ["show", { node: "n2", path: "motd", rev: "HEAD~1" }, ["show", "n2", "motd", "-r", "HEAD~1"]],
  ["show", { node: "n2", path: "tags" }, ["show", "n2", "tags"]],
  ["explain", { node: "n1", path: "mail:port", all: true }, ["explain", "n1", "mail:port", "--all"]],
  ["uses", { target: "role.web" }, ["uses", "role.web"]],
  ["impact", { target: "classes/base.yml:2" }, ["impact", "classes/base.yml:2"]],
  ["grep", { pattern: "mx1", values: true }, ["grep", "mx1", "--values"]],
  ["diff", { from: "HEAD~1", to: "HEAD" }, ["diff", "HEAD~1", "HEAD"]],
  ["why", { from: "HEAD~1", to: "HEAD", node: "n1", path: "motd" }, ["why", "HEAD~1", "HEAD", "n1", "motd"]],
  ["log", { node: "n1", path: "motd", maxCount: 1 }, ["log", "n1", "motd", "-n", "1"]],
  ["log", { paths: ["motd"], firstParent: true }, ["log", "--path", "motd", "--first-parent"]],
  ["blame", { node: "n1", path: "mail" }, ["blame", "n1", "mail"]],
  ["check", { level: "info" }, ["check", "--level", "info"]],
  ["place", { nodes: ["n1", "n2"], path: "mail:port", value: 26 }, ["place", "n1,n2", "mail:port", "26"]],
];

/** What a command line prints: on both streams, or as JSON on standard output. */
async function printed(cwd: string, argv: readonly string[]): Promise<string> {
  const stream = sink();
  const stderr = argv.includes("--json") ? sink() : stream;
  const { signal } = new AbortController();
  await run(argv, { cwd, env: hermeticEnv(), stdout: stream, stderr, signal, open: openFolder });
  return stream.text();
}

test("a tool answers what its command prints, as JSON and as text", async () => {
  const { dir } = inventory();
  const assistant = new TestAssistant(dir);
  for (const [name, given, line] of asked) {
    const answer = await assistant.call(name, given);
    const json: unknown = JSON.parse(await printed(dir, [...line, "--json"]));
    const isObject = typeof json === "object" && !Array.isArray(json);

    expect(answer.structuredContent, name).toEqual(isObject ? json : { value: json });
    expect(textOf(answer), name).toBe((await printed(dir, line)).trimEnd());
    expect(answer.isError, name).toBeUndefined();
  }
});

test("tools that write are there only if they are asked for", async () => {
  const { dir } = inventory();
  const names = async (writes: boolean) => (await new TestAssistant(dir, { writes }).tools()).map(({ name }) => name);
  const reading = [...new Set(asked.map(([name]) => name))];

  expect(await names(false)).toEqual(reading);
  expect(await names(true)).toEqual([...reading, "set", "unset", "move", "undo"]);
  await expect(new TestAssistant(dir).call("set", { nodes: ["n1"], path: "motd", value: "x" })).rejects.toThrow(
    '-32602: MCP error -32602: there is no tool "set"',
  );
});

test("every argument says what it is, and clients are told which tools write", async () => {
  const tools = await new TestAssistant(inventory().dir, { writes: true }).tools();
  const nameless = tools.flatMap(({ name, inputSchema: { properties } }) =>
    Object.entries(properties).flatMap(([each, { description }]) => (description ? [] : [`${name}.${each}`])),
  );

  expect(nameless).toEqual([]);
  expect(tools.filter(({ annotations }) => annotations["readOnlyHint"] === false).map(({ name }) => name)).toEqual([
    "set",
    "unset",
    "move",
    "undo",
  ]);
});

/** Options that no tool has, each for the reason that src/annex/editor/mcp/arguments.ts gives. */
const withheld =
  /^(?:allow-empty|format|json|jsonl|flat|raw|depth|block|lines|link|max-bytes|quiet|exit-code|shard|jobs|secrets|show-secrets|fix|write-baseline|stage|stat|nodes-only|count|patch|oneline)$/;

test("a tool has the options of its command, but for those that say how it prints", async () => {
  const tools = await new TestAssistant(inventory().dir).tools();
  for (const { name, inputSchema } of tools) {
    const command = await commands.get(name)?.load();
    const options = Object.keys(command?.options ?? {}).flatMap((each) =>
      withheld.test(each) || (name === "check" && /^(?:dry-run|allow-unresolved)$/.test(each))
        ? []
        : [each.replaceAll("-", "").toLowerCase()],
    );
    const offered = Object.keys(inputSchema.properties).map((each) => each.toLowerCase());

    expect(
      options.filter((each) => !offered.includes(each) && !offered.includes(`${each}s`)),
      name,
    ).toEqual([]);
  }
});

test("whatever a tool that reads is asked, nothing is written", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir);
  const tools = new Map((await assistant.tools()).map((tool) => [tool.name, tool]));
  for (const [name, given] of asked) {
    for (const flag of flagsOf(tools.get(name))) await assistant.call(name, { ...given, [flag]: true });
  }

  expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
});

function flagsOf(tool: OfferedTool | undefined): readonly string[] {
  const properties = Object.entries(tool?.inputSchema.properties ?? {});
  return properties.flatMap(([name, { type }]) => (type === "boolean" ? [name] : []));
}

test("a fault of the question is an answer with the hint of the command", async () => {
  const assistant = new TestAssistant(inventory().dir);
  const near = await assistant.call("show", { node: "n11" });

  expect(near).toEqual({
    content: [{ type: "text", text: 'heir: no node is called "n11"\nhint: did you mean n1?' }],
    isError: true,
  });
  expect((await assistant.call("diff", { from: "nowhere" })).isError).toBe(true);
  expect(await assistant.text("uses", { target: "--full" })).toContain('nothing is called "--full"');
  expect(await assistant.text("show", { node: "n1", rev: "--output=x" })).toContain('unknown revision "--output=x"');
});

test.each([
  [
    "show",
    {},
    "must have required property 'node'; show takes node, path, rev, sources, all, classes, applications, facts",
  ],
  ["show", { node: 7 }, "node must be string; show takes"],
  ["explain", { node: "n1" }, "must have required property 'path'; explain takes"],
  ["diff", { to: "HEAD" }, "to needs from; diff takes"],
  ["diff", { from: "--no-index" }, 'from must match pattern "^[^-]"; diff takes'],
  ["nodes", { showSecrets: true }, "must NOT have additional properties; nodes takes"],
  ["log", { maxCount: 0 }, "maxCount must be >= 1; log takes"],
  ["undo", { all: true }, "must NOT have additional properties; undo takes list, finish"],
  ["nothing", {}, 'there is no tool "nothing"'],
])("arguments that do not fit are an error of the protocol: %s %j", async (name, given, message) => {
  const assistant = new TestAssistant(inventory().dir, { writes: true });
  const { error } = await assistant.ask("tools/call", { name, arguments: given });

  expect(error?.code).toBe(-32602);
  expect(error?.message.trim()).toContain(message);
});

test("secrets are masked in texts, values, pages and reviews", async () => {
  const repo = inventory();
  repo.write("nodes/n1.yml", `${files["nodes/n1.yml"]}  motd: not-for-your-eyes\n`);
  const assistant = new TestAssistant(repo.dir, { writes: true });
  const answers: unknown[] = [
    await assistant.call("show", { node: "n1" }),
    await assistant.call("nodes", { columns: ["vault:key"] }),
    await assistant.call("explain", { node: "n1", path: "vault:key" }),
    await assistant.call("grep", { pattern: "not-for" }),
    await assistant.call("diff", { from: "HEAD", to: "WORKTREE" }),
    await assistant.call("set", { nodes: ["n1"], path: "vault:key", value: "another-secret-text", dryRun: true }),
    await assistant.ask("resources/read", { uri: "heir://node/n1" }),
    await assistant.ask("prompts/get", { name: "review", arguments: { from: "HEAD~1", to: "WORKTREE" } }),
  ];

  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/not-for-your-eyes/);
  expect(JSON.stringify(answers[0])).toContain("(secret)");
});

test("a long text is cut after a line and says so, and structured content that is too long is left out", async () => {
  const repo = newRepo();
  const keys = Array.from({ length: 4000 }, (_, index) => `  key${index}: a value of some length, ${index}\n`);
  repo.commit("all", { "nodes/big.yml": `parameters:\n${keys.join("")}`, "classes/none.yml": "" });
  const assistant = new TestAssistant(repo.dir);
  const { content, structuredContent } = await assistant.call("show", { node: "big" });
  const lines = textOf({ content: content ?? [] }).split("\n");
  const whole = await printed(repo.dir, ["show", "big"]);
  const shown = lines.slice(0, -2).join("\n");

  expect(shown.length).toBeLessThanOrEqual(20_000);
  expect(whole.startsWith(`${shown}\n`)).toBe(true);
  expect(lines.slice(-2)).toEqual([
    `${whole.length - shown.length} more characters are left out: ask for less with path`,
    "the structured content is left out: ask for less with path",
  ]);
  expect(structuredContent).toEqual({ left_out: "longer than 100000 bytes" });
  expect(await assistant.call("show", { node: "big", path: "key7" })).toMatchObject({
    structuredContent: { value: "a value of some length, 7" },
  });
});

test("what finds nothing says so", async () => {
  const assistant = new TestAssistant(inventory().dir);

  expect(await assistant.call("grep", { pattern: "nowhere-at-all" })).toMatchObject({
    content: [{ type: "text", text: "nothing is found" }],
    structuredContent: { matches: [] },
  });
});

test("an edit of a file between two calls is seen", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir);
  const motd = async () => (await assistant.call("show", { node: "n3", path: "motd" })).structuredContent;
  const before = await motd();
  repo.write("classes/base.yml", "parameters: {motd: farewell}\n");

  expect([before, await motd()]).toEqual([{ value: "hello" }, { value: "farewell" }]);
});

test("a bug is an error of the protocol that names it, and the server goes on", async () => {
  const repo = inventory();
  const assistant = new TestAssistant(repo.dir, {
    run: async ([verb = ""], { stdout }) => {
      if (verb === "blame") throw new TypeError("it is broken");
      stdout.write("{}");
      return 0;
    },
  });
  const { error } = await assistant.ask("tools/call", { name: "blame", arguments: { node: "n1" } });

  expect(error?.code).toBe(-32603);
  expect(error?.message).toContain(failureOf(new TypeError("it is broken"), { argv: [], trace: false }).lines[0]);
  expect((await assistant.call("show", { node: "n1" })).isError).toBeUndefined();
});

test("descriptions hold no text of the repository", async () => {
  const tools = JSON.stringify(await new TestAssistant(inventory().dir, { writes: true }).tools());
  const none: Answer["tools"] = await new TestAssistant(newRepo().dir, { writes: true }).tools();

  expect(tools).toBe(JSON.stringify(none));
});
