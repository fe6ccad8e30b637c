import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copiedExample, type Demo, replayedExample } from "../example/replayed.ts";
import { tempDir } from "../support/git/repo.ts";
import { matches, printed, type Shown, shownCommands, shownFiles, writeFiles, writeTyped } from "./example.ts";
import { type Block, blocks, type Page, page, pages, projectFolder } from "./pages.ts";

/** With UPDATE=1 the pages are given the output that the commands really print. */
const update = process.env["UPDATE"] === "1";

/** Above a block whose commands run in the example repository instead of the files of the section. */
const IN_EXAMPLE = "in the example repository";

/** Above a block that goes on where the block before it has ended, as in a tutorial. */
const IN_SAME = "in the same folder";

/** A tutorial is typed from its beginning to its end, in one folder that is empty at first. */
const TUTORIAL = /^docs\/tutorials\//;

/** A block with one of these needs no files of its section. */
const MARKS: ReadonlySet<string> = new Set([IN_EXAMPLE, IN_SAME]);

let replayed: Demo;
const demos: Demo[] = [];
beforeAll(async () => {
  replayed = await replayedExample();
});
afterAll(async () => {
  for (const demo of [replayed, ...demos]) await demo.remove();
});

const paths = pages().flatMap((from) => (exampleRuns(from).length > 0 ? [from.path] : []));

describe.each(paths)("the examples of %s", (path) => {
  test("print what the page says", async () => {
    const fresh = new Map<Block, readonly string[]>();
    let demo: Demo | undefined;
    let folder = "";
    const isTutorial = TUTORIAL.test(path);
    for (const { block, files } of exampleRuns(page(path))) {
      const inExample = block.remark === IN_EXAMPLE;
      if (inExample && demo === undefined) {
        demo = await copiedExample(replayed);
        demos.push(demo);
      }
      if (inExample) folder = demo?.folder ?? "";
      else if (folder === "" || !(isTutorial || block.remark === IN_SAME)) folder = tempDir();
      if (isTutorial || MARKS.has(block.remark)) writeTyped(folder, files);
      else writeFiles(folder, files);
      const lines: string[] = [];
      for (const shown of shownCommands(block)) {
        lines.push(`$ ${shown.command}`);
        const into = /^cd (\S+)$/.exec(shown.command)?.[1];
        if (into === undefined) lines.push(...(await output(shown, folder)));
        else folder = join(folder, into);
      }
      fresh.set(block, lines);
    }
    if (update) rewrite(page(path), fresh);
  });
});

interface ExampleRun {
  readonly block: Block;
  /** What the `yaml` blocks since the last `console` block show. */
  readonly files: ReadonlyMap<string, string>;
}

/** The `console` blocks that can be run: those with files in their section, and those of the example repository. */
function exampleRuns(from: Page): readonly ExampleRun[] {
  const tutorial = TUTORIAL.test(from.path);
  const runs: ExampleRun[] = [];
  let files = new Map<string, string>();
  for (const block of blocks(from)) {
    const isFiles = block.language === "yaml" || (tutorial && block.language === "ini");
    if (isFiles) for (const [name, text] of shownFiles(block, { tutorial })) files.set(name, text);
    if (block.language !== "console") continue;
    if (tutorial || files.size > 0 || MARKS.has(block.remark)) runs.push({ block, files });
    files = new Map();
  }
  return runs;
}

async function output(shown: Shown, folder: string): Promise<readonly string[]> {
  const actual = await printed(shown.command, folder);
  if (!update) expectShown(actual, shown);
  return matches(actual, shown.output) ? shown.output : withoutEmptyEnd(actual);
}

function expectShown(actual: readonly string[], { command, output }: Shown): void {
  if (!matches(actual, output)) expect(actual, `$ ${command}`).toEqual(output);
}

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function rewrite({ path, text }: Page, fresh: ReadonlyMap<Block, readonly string[]>): void {
  const lines = text.split("\n");
  for (const [{ start, lines: old }, now] of [...fresh].reverse()) lines.splice(start, old.length, ...now);
  writeFileSync(join(projectFolder, path), lines.join("\n"));
}
