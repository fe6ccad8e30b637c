import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/table.ts";
import { cutVerb } from "../../src/cli/verb.ts";
import { parseWords } from "../../src/cli/words/parse.ts";
import { blocks, inlineCode, type Page, page, pages } from "./pages.ts";
import { shellWords } from "./words.ts";

/** Every command line of heir on a page: in `console` and `sh` blocks, and in the running text. */
function commandLines(from: Page): readonly CommandLine[] {
  const shown = blocks(from).flatMap(({ language, lines }) => {
    if (language === "console") return lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    return language === "sh" ? lines : [];
  });
  const inText = inlineCode(from).map((line) => ({ line, inText: true }));
  return [...shown.map((line) => ({ line, inText: false })), ...inText].filter(({ line }) =>
    /^(git )?heir /.test(line),
  );
}

interface CommandLine {
  readonly line: string;
  readonly inText: boolean;
}

/** What is wrong with a command line; undefined when the command and all its options exist. */
async function fault({ line, inText }: CommandLine): Promise<string | undefined> {
  const words = shellWords(line.replace(/^git /, "").split(/ [|>&]/, 1)[0] ?? "");
  const { verb, rest } = cutVerb(words.slice(1));
  const entry = verb === undefined ? undefined : commands.get(verb);
  if (verb !== undefined && entry === undefined) return `${line}: there is no command ${verb}`;
  const command = { name: verb ?? "", operands: [], options: {}, ...(await entry?.load()) };
  // In running text `heir show` alone names the command.
  if (verb !== undefined && rest.length === 0) return undefined;
  try {
    parseWords(command, rest);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Running text leaves out required options, and writes values in capitals.
    if (inText && /needs --|^(invalid|unknown) \S+ "[A-Z]+"/.test(message)) return undefined;
    return `${line}: ${message}`;
  }
}

describe.each(pages().map(({ path }) => path))("%s", (path) => {
  test("names only commands and options that exist", async () => {
    const faults = await Promise.all(commandLines(page(path)).map(fault));
    expect(faults.filter((text) => text !== undefined)).toEqual([]);
  });
});
