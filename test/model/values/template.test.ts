import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { splitTemplate } from "../../../src/model/values/template.ts";
import type { TemplatePart } from "../../../src/model/values/value.ts";

/** Parts as text: references in angle brackets, queries in round ones, faults with an exclamation mark. */
function shown(parts: readonly TemplatePart[]): readonly string[] {
  return parts.map(shownPart);
}

function shownPart(part: TemplatePart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "reference":
      return `<${shown(part.path).join("")}>`;
    case "query":
      return `(${part.source})`;
    case "fault":
      return `! ${part.fault}`;
  }
}

test.each([
  ["${a:b}", ["<a:b>"]],
  ["x ${a} y${b}", ["x ", "<a>", " y", "<b>"]],
  ["${a:${b}:${c${d}}}", ["<a:<b>:<c<d>>>"]],
  ["$[ exports:x ]", ["($[ exports:x ])"]],
  ["\\${a}", ["${a}"]],
  ["\\\\${a}", ["\\", "<a>"]],
  ["\\\\\\${a}", ["\\\\", "<a>"]],
  ["\\$[a]", ["$[a]"]],
  ["\\n \\\\ $ { } ]", ["\\n \\\\ $ { } ]"]],
  ["${a\\}b}", ["<a}b>"]],
  ["${a\\${b}", ["<a${b>"]],
  ["${ a }", ["< a >"]],
  ["a}${b}", ["a}", "<b>"]],
  ["${}", ["! ${} is empty"]],
  ["x ${a", ["! ${ without its }"]],
  ["${a ${b}", ["! ${ without its }"]],
  ["$[x", ["! $[ without its ]"]],
])("%s", (text, parts) => {
  expect(shown(splitTemplate(text, defaultSettings))).toEqual(parts);
});

test("sentinels and escape are those of the settings", () => {
  const signs = { ...defaultSettings, reference_sentinels: ["<<", ">>"] as const, escape_character: "^" };

  expect(shown(splitTemplate("<<a>>^<<b>>${c}", signs))).toEqual(["<a>", "<<b>>${c}"]);
});

test("a text is split the same whether or not anything in it is escaped", () => {
  const text = fc.array(fc.constantFrom("${", "}", "$", "{", "a", ":", " ")).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (written) => {
      const parts = splitTemplate(written, defaultSettings);
      expect(splitTemplate(`${written}\\n`, defaultSettings)).toEqual(followedBy("\\n", parts));
    }),
  );
});

function followedBy(text: string, parts: readonly TemplatePart[]): readonly TemplatePart[] {
  const last = parts.at(-1);
  if (last?.kind === "fault") return parts;
  return last?.kind === "text"
    ? [...parts.slice(0, -1), { kind: "text", text: last.text + text }]
    : [...parts, { kind: "text", text }];
}

test("references may be nested 256 levels deep", () => {
  const nested = (depth: number) => `${"${".repeat(depth)}a${"}".repeat(depth)}`;

  expect(splitTemplate(nested(256), defaultSettings)).toMatchObject([{ kind: "reference" }]);
  for (const text of [nested(257), nested(50_000), "${".repeat(50_000)]) {
    expect(splitTemplate(text, defaultSettings)).toEqual([
      { kind: "fault", code: "reference-limit", fault: "references are nested more than 256 levels deep" },
    ]);
  }
});
