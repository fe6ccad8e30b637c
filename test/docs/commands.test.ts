import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/table.ts";
import { parseWords } from "../../src/cli/words/parse.ts";
import { cutVerb } from "../../src/cli/words/verb.ts";
import { blocks, inlineCode, type Page, page, pages } from "./pages.ts";
import { shellWords } from "./words.ts";

/** Every command line of heir on a page: in `console` and `sh` blocks, and in the running text. */
function commandLines(from: Page): readonly string[] {
  const shown = blocks(from).flatMap(({ language, lines }) => {
    if (language === "console") return lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    return language === "sh" ? lines : [];
  });
  return [...shown, ...inlineCode(from)].filter((line) => /^(git )?heir /.test(line));
}

/** What is wrong with a command line; undefined when the command and all its options exist. */
async function fault(line: string): Promise<string | undefined> {
  const words = shellWords(line.replace(/^git /, "").split(/ [|>&]/, 1)[0] ?? "");
  const { verb, rest } = cutVerb(words.slice(1));
  const entry = verb === undefined ? undefined : commands.get(verb);
  if (verb !== undefined && entry === undefined) return `${line}: there is no command ${verb}`;
  const command = (await entry?.load()) ?? { name: "", operands: [], options: {} };
  // In running text `heir show` alone names the command.
  if (verb !== undefined && rest.length === 0) return undefined;
  try {
    parseWords(command, rest);
    return undefined;
  } catch (error) {
    return `${line}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

describe.each(pages().map(({ path }) => path))("%s", (path) => {
  test("names only commands and options that exist", async () => {
    const faults = await Promise.all(commandLines(page(path)).map(fault));
    expect(faults.filter((text) => text !== undefined)).toEqual([]);
  });
});
