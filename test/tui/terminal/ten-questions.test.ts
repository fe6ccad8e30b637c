import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Demo, replayedExample } from "../../example/replayed.ts";
import { builtInto } from "../../support/built.ts";
import { tempDir } from "../../support/git/repo.ts";
import { hasTmux, Terminal } from "../../support/tui/terminal.ts";

/** What stands on the screen at the end: from the files of the example repository and its history. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  "What did the last commit do to machines?": /12 nodes {2}~ ntp:server {2}/,
  "Which machines have the second NTP server?": /1 of 12 /,
  "Which commits changed it there?": /9868e47 .*~ .*2 of 24 commits · searched 24 of 24/s,
  "Why may root log in on web servers?": /backuppc\.client/,
  "Who wrote that, in which commit and line?": /[0-9a-f]{7} .*backuppc\/client\.yml:\d+/s,
  "How do db03 and db04 differ?": /db03\.par1 → db04\.par1.*rack/s,
  "What changed since `deployed`?": /deployed .* → main .*facts:os/s,
  "What would merging the branch do?": /≠ /,
  "Would my edit be stopped, and why?": /work tree: stopped.*class-not-found/s,
  "Stage it, commit it, take it back": /1 staged/,
};

/** How a row of docs/tui.md writes keys, and how tmux does. */
const NAMED: ReadonlySet<string> = new Set(["Enter", "Space", "Esc", "Tab"]);

interface Question {
  readonly title: string;
  readonly keys: readonly string[];
  readonly count: number;
}

const folder = tempDir();
const program = join(folder, "cli.js");
const questions = readQuestions();
let demo: Demo;
let terminal: Terminal | undefined;

beforeAll(async () => {
  builtInto(folder);
  demo = await replayedExample();
});
afterEach(() => terminal?.close());
afterAll(() => demo.remove());

test("each question of the table has an answer here, and as many keys as it says", () => {
  expect(questions.map(({ title }) => title)).toEqual(Object.keys(ANSWERS));
  for (const { title, keys, count } of questions) expect(keys.length, title).toBe(count);
});

describe.skipIf(!hasTmux)("in a real terminal (skipped where there is no tmux)", () => {
  test.each(questions)("$title", async ({ title, keys }) => {
    edit(title);
    terminal = await Terminal.open({ cwd: demo.folder, program, columns: 120, rows: 40 });
    terminal.run("heir tui");
    await terminal.wait(/ [0-9a-f]{7} .* 12n /);
    for (const key of keys) {
      terminal.keys(...(NAMED.has(key) ? [key === "Esc" ? "Escape" : key] : ["-l", key]));
    }

    await terminal.wait(ANSWERS[title] ?? /$^/);
  });
});

/** The last two questions are about an edit that is not committed. */
function edit(title: string): void {
  const git = (...words: readonly string[]): unknown => execFileSync("git", words, { cwd: demo.folder });
  git("reset", "--quiet", "--hard");
  if (title.startsWith("Would my edit")) git("apply", "exercises/class-typo.patch");
  if (title.startsWith("Stage it")) {
    const file = join(demo.folder, "classes/ssh/server.yml");
    writeFileSync(file, readFileSync(file, "utf8").replace("port: 22", "port: 2222"));
  }
}

/** The rows of the table in docs/tui.md. */
function readQuestions(): readonly Question[] {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/tui.md"), "utf8");
  const section = /^## Ten questions\n(.*?)^## /ms.exec(text)?.[1] ?? "";
  return section.split("\n").flatMap((line) => {
    const [, title, typed, count] = /^\| (.*?) \| (?:`(.*?)`|none) \| (\d+) \|/.exec(line) ?? [];
    if (title === undefined || count === undefined) return [];
    return [{ title, keys: typed === undefined ? [] : keysOf(typed), count: Number(count) }];
  });
}

function keysOf(typed: string): readonly string[] {
  return typed.split(" ").flatMap((word) => (NAMED.has(word) ? [word] : Array.from(word)));
}
