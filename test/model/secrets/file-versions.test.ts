import { expect, test } from "vitest";
import { hiddenAsIn } from "../../../src/model/secrets/why-masking.ts";
import type { SourceFile } from "../../../src/model/values/value.ts";
import { shownLine } from "../../../src/report/text/frame.ts";

/** A version of a file in which the stretches between `<<` and `>>` are hidden. */
function version(marked: string): SourceFile {
  const hidden: { start: number; end: number }[] = [];
  let text = "";
  for (const [index, part] of marked.split(/<<|>>/).entries()) {
    if (index % 2 === 1) hidden.push({ start: text.length, end: text.length + part.length });
    text += part;
  }
  return { path: "a.yml", blob: marked, text, ...(hidden.length > 0 && { hidden }) };
}

function shown(here: string, there: string): readonly string[] {
  const file = hiddenAsIn(version(there), version(here));
  return file.text.split("\n").map((_, at) => shownLine(file, at + 1));
}

test("a value that the other version encrypts is hidden", () => {
  expect(shown("a: 1\nkey: plain\nb: 2", "a: 1\nkey: <<ENC[x]>>\nb: 3")).toEqual(["a: 1", "key: (secret)", "b: 2"]);
  expect(shown("key: plain", "key: |\n  <<$ANSIBLE_VAULT;1\n  61>>")).toEqual(["key: (secret)"]);
  expect(shown('{\n  "key": "plain"\n}', '{\n  "key": "<<ENC[x]>>"\n}')).toEqual(["{", '  "key": (secret)', "}"]);
});

test("an item that the other version encrypts is hidden, and one that both have is not", () => {
  expect(shown("l:\n  - one\n  - two", "l:\n  - one\n  - <<ENC[x]>>")).toEqual(["l:", "  - one", "  - (secret)"]);
});

test("a line with as many secrets as the other shows the rest of it", () => {
  expect(shown("db: { port: 1, pw: <<a>> }", "db: { port: 2, pw: <<b>> }")).toEqual(["db: { port: 1, pw: (secret) }"]);
  expect(shown("db: { pin: 1, pw: <<a>> }", "db: { pin: <<2>>, pw: <<b>> }")).toEqual(["db: (secret)"]);
});

test("other keys are left alone, also of the same name at another depth", () => {
  const here = "key: plain\nb:\n  key: x";
  expect(shown(here, "key: other\nb:\n  key: <<ENC[x]>>")).toEqual(["key: plain", "b:", "  key: (secret)"]);
  expect(hiddenAsIn(version("a: b"), version(here))).toEqual(version(here));
});
