import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type AssistantParts, TestAssistant } from "../../../support/assistant.ts";

type Runner = NonNullable<AssistantParts["run"]>;

/** Command lines that are answered when a test says so. */
function heldRuns(): {
  readonly run: Runner;
  readonly begun: Map<string, Parameters<Runner>[1]>;
  let(go: string): void;
} {
  const begun = new Map<string, Parameters<Runner>[1]>();
  const ends = new Map<string, () => void>();
  const run: Runner = async ([verb = ""], on) => {
    begun.set(verb, on);
    await new Promise<void>((resolve, reject) => {
      ends.set(verb, resolve);
      on.signal.addEventListener("abort", () => reject(on.signal.reason));
    });
    on.stdout.write("{}");
    return 0;
  };
  return { run, begun, let: (verb) => ends.get(verb)?.() };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

test("a request that takes long holds up no other", async () => {
  const held = heldRuns();
  const assistant = new TestAssistant("/", held);
  const slow = assistant.begin("tools/call", { name: "diff", arguments: {} });
  await until(() => held.begun.has("diff"));
  const quick = assistant.begin("tools/call", { name: "nodes", arguments: {} });
  await until(() => held.begun.has("nodes"));
  const order: string[] = [];
  void slow.answer.then(() => order.push("diff"));
  void quick.answer.then(() => order.push("nodes"));
  // The JSON, then the text.
  held.let("nodes");
  held.begun.delete("nodes");
  await until(() => held.begun.has("nodes"));
  held.let("nodes");
  await quick.answer;

  expect(order).toEqual(["nodes"]);
});

test("a cancelled request ends its work, and no answer follows", async () => {
  const held = heldRuns();
  const assistant = new TestAssistant("/", held);
  const { id, answer } = assistant.begin("tools/call", { name: "log", arguments: {} });
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  await until(() => held.begun.has("log"));
  assistant.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason: "enough" } });
  await until(() => held.begun.get("log")?.signal.aborted === true);
  await assistant.ask("ping");

  expect(isAnswered).toBe(false);
});

test("progress is told where it is wanted, and never goes back", async () => {
  const run: Runner = async (_, { stdout, progress }) => {
    progress?.(10, 40);
    progress?.(5, 40);
    stdout.write("{}");
    return 0;
  };
  const assistant = new TestAssistant("/", { run });
  await assistant.ask("tools/call", { name: "check", arguments: {} });
  expect(assistant.notifications).toEqual([]);

  await assistant.ask("tools/call", { name: "check", arguments: {}, _meta: { progressToken: "mine" } });
  expect(assistant.notifications.map(({ method, params }) => [method, params])).toEqual([
    ["notifications/progress", { progressToken: "mine", progress: 10, total: 40, message: "nodes" }],
  ]);
});

test("the server ends with its input: what is answered soon is answered, the rest cancelled", async () => {
  const run: Runner = async (_, { stdout }) => {
    stdout.write("{}");
    return 0;
  };
  const quick = new TestAssistant("/", { run });
  const { answer } = quick.begin("tools/call", { name: "nodes", arguments: {} });
  await quick.end();
  expect((await answer).result?.structuredContent).toEqual({});

  const held = heldRuns();
  const slow = new TestAssistant("/", held);
  slow.begin("tools/call", { name: "diff", arguments: {} });
  await until(() => held.begun.has("diff"));
  await slow.end();
  expect(held.begun.get("diff")?.signal.aborted).toBe(true);
});

test("a line that is no message is noted, and the server goes on", async () => {
  const assistant = new TestAssistant("/", heldRuns());
  assistant.send({ jsonrpc: "1.0" });
  await assistant.ask("ping");

  expect(assistant.notes).toHaveLength(1);
  expect(assistant.notes[0]).toMatch(/^heir: /);
});
