import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../src/cli/commands/table.ts";
import { topicOf, topics } from "../../../src/cli/words/help.ts";
import { allCodes } from "../../../src/model/findings/codes.ts";
import { heir } from "../../support/host.ts";

const docs = join(import.meta.dirname, "../../../docs");
const pages = [...topics.values()].map(({ page }) => page);

test("each page of concepts is a topic, and each topic is a page", () => {
  const concepts = readdirSync(join(docs, "concepts")).map((name) => `concepts/${name}`);

  expect(pages).toEqual(expect.arrayContaining(concepts));
  expect(pages.filter((page) => !statSync(join(docs, page)).isFile())).toEqual([]);
});

test("no topic hides behind a command or a code, and all pages are small enough to be in the package", () => {
  const taken = new Set<string>([...commands.keys(), ...allCodes, "topics"]);

  expect([...topics.keys()].filter((name) => taken.has(name))).toEqual([]);
  expect(pages.reduce((sum, page) => sum + statSync(join(docs, page)).size, 0)).toBeLessThan(400 * 1024);
});

test("what help names at the end of a command is there", () => {
  const named = [...commands.values()].flatMap(({ see }) => see);

  expect(named.filter((word) => !commands.has(word) && !topics.has(word))).toEqual([]);
});

test("a page is also found by its path", () => {
  const groups = topics.get("concepts/groups");

  expect(topicOf("docs/concepts/groups.md")).toBe(groups);
  expect(topicOf("concepts/merge")).toBe(topics.get("merge"));
  expect(topicOf("hooks")).toBe(topics.get("docs/hooks"));
  expect(topicOf("concepts")).toBeUndefined();
});

test("help prints every topic without Markdown, and says which there are", async () => {
  for (const name of topics.keys()) {
    const { code, out, err } = await heir(["help", name]);
    expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
    expect(out).not.toMatch(/\]\([^)\n]*\)|^#{1,6} |^<!--/m);
    expect(out.split("\n")[0]).toBe(/^# (.*)$/m.exec(pageOf(name))?.[1]?.replaceAll("`", ""));
  }
  expect((await heir(["help", "topics"])).out.match(/(?<=^ {2}heir help )\S+/gm)).toEqual([...topics.keys()]);
  expect(await heir(["help", "merg"])).toMatchObject({ code: 2, err: expect.stringContaining("did you mean merge") });
});

function pageOf(name: string): string {
  return readFileSync(join(docs, topics.get(name)?.page ?? ""), "utf8");
}
