import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks, page, projectFolder } from "../../../docs/pages.ts";
import { type Demo, replayedExample } from "../../../example/replayed.ts";
import { TestAssistant, textOf } from "../../../support/assistant.ts";

const path = "docs/assistants.md";

let demo: Demo;
beforeAll(async () => {
  demo = await replayedExample();
});
afterAll(() => demo.remove());

test("the dialogue of the page is what an assistant and heir say", async () => {
  const assistant = new TestAssistant(demo.folder, { writes: true });
  const shown = blocks(page(path)).filter(({ section }) => section === "A dialogue");
  const lines = page(path).text.split("\n");
  const answers: string[] = [];
  for (const [at, { language, lines: call }] of shown.entries()) {
    if (language !== "json") continue;
    const { name, arguments: given } = JSON.parse(call.join("\n")) as { name: string; arguments: object };
    const answer = textOf(await assistant.call(name, given));
    answers.push(answer);
    if (process.env["UPDATE"] !== "1") expect(shown[at + 1]?.lines.join("\n")).toBe(answer);
  }

  expect(answers).toHaveLength(3);
  if (process.env["UPDATE"] !== "1") return;
  const old = shown.filter(({ language }) => language === "text");
  for (const { start, lines: before } of old.toReversed()) {
    lines.splice(start, before.length, ...(answers.pop() ?? "").split("\n"));
  }
  writeFileSync(join(projectFolder, path), lines.join("\n"));
});
