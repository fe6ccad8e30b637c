import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandFaults } from "./support/command-texts.ts";

test("each command in a text is made by command(), which quotes its words", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

  expect(commandFaults(new Map(files.map((name) => [`src/${name}`, readFileSync(join("src", name), "utf8")])))).toEqual(
    [],
  );
});

test.each([
  ["a node", "`heir show ${node} lists all values`"],
  ["a part of a word", "`see heir check --only=${code}`"],
  ["the name of a command", "`heir ${verb} --help`"],
  ["a word behind some of prose", "`resolve it, then git add ${path}`"],
  ["a text that goes on", "['heir show ', node].join('')"],
  ["a list that is joined", "['heir', 'show', node].join(' ')"],
  ["a list that begins with two words", "['heir diff', ...words].join(' ')"],
])("a command without command() is found: %s", (_, text) => {
  expect(commandFaults(new Map([["src/a.ts", `\nexport const a = ${text};`]]))).toEqual([
    "src/a.ts:2 makes a command without command()",
  ]);
});

test("a command without variables, a sentence about git, and what command() made are fine", () => {
  const text =
    "[`heir show lists them; ${hint}`, `this installation of heir lacks ${name}`, `${command(words)} shows it`]";

  expect(commandFaults(new Map([["src/a.ts", `export const a = ${text};`]]))).toEqual([]);
});
