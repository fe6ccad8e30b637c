import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headings, page, pages, projectFolder } from "./pages.ts";

const RULE = /^([A-Z]\d+)\. /;

/** Rule id to the page that states it, from headings such as `L1. Depth first`. */
const rules = new Map<string, string>();
const twice: string[] = [];
for (const from of pages()) {
  for (const title of headings(from)) {
    const id = RULE.exec(title)?.[1];
    if (id === undefined) continue;
    if (rules.has(id)) twice.push(id);
    rules.set(id, from.path);
  }
}

const sources = readdirSync(join(projectFolder, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    name: `src/${name}`,
    // Comments run over several lines.
    text: readFileSync(join(projectFolder, "src", name), "utf8").replace(/\s*\n\s*(?:\*|\/\/) ?/g, " "),
  }));

test("each rule has a number of its own, and each page counts from 1 without a gap", () => {
  expect(twice).toEqual([]);
  const byLetter = new Map<string, number[]>();
  for (const id of rules.keys())
    byLetter.set(id.charAt(0), [...(byLetter.get(id.charAt(0)) ?? []), Number(id.slice(1))]);
  for (const [letter, numbers] of byLetter) {
    expect({ letter, numbers }).toEqual({ letter, numbers: numbers.map((_, index) => index + 1) });
  }
});

test("every rule that a source file cites is written down in the page that it names", () => {
  const faults: string[] = [];
  for (const { name, text } of sources) {
    for (const [, first = "", last = first] of text.matchAll(/\brules? ([A-Z]\d+)(?: (?:to|and) ([A-Z]\d+))?/g)) {
      const named = /docs\/concepts\/[\w-]+\.md/.exec(text)?.[0];
      for (const id of [first, last]) {
        const stated = rules.get(id);
        if (stated === undefined) faults.push(`${name}: there is no rule ${id}`);
        else if (named !== undefined && !text.includes(stated)) faults.push(`${name}: rule ${id} stands in ${stated}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test("every page of the documentation that a source file names exists", () => {
  const named = sources.flatMap(({ text }) => [...text.matchAll(/docs\/[\w/-]+\.md/g)].map(([path]) => path));
  expect(named.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
});

/** What the program can print, with `…` for what is put in. */
const printable = [...sources.map(({ text }) => text), readFileSync(join(projectFolder, "hooks/heir-hook.sh"), "utf8")]
  .join("\n")
  .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\$\w+/g, "…")
  .replaceAll('\\"', '"');

test("every message on the page of troubles is one that the program prints", () => {
  const messages = headings(page("docs/troubleshooting.md")).flatMap((title) => /^`(.*)`$/.exec(title)?.[1] ?? []);
  expect(messages.length).toBeGreaterThan(20);
  expect(messages.filter((message) => !isPrinted(message))).toEqual([]);
});

function isPrinted(message: string): boolean {
  const pieces = message.split("…").map((piece) => piece.trim());
  return pieces.every((piece) => printable.includes(piece));
}
