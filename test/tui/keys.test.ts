import { expect, test } from "vitest";
import { type Input, keyReader } from "../../src/tui/keys.ts";

/** Keys by name, pasted text in quotes. */
function read(...chunks: readonly string[]): readonly string[] {
  const reader = keyReader();
  const inputs = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.flush()];
  return inputs.map(text);
}

function text(input: Input): string {
  return input.kind === "key" ? input.key : JSON.stringify(input.text);
}

test.each<[string, readonly string[], readonly string[]]>([
  ["letters that come in one piece", ["jjj"], ["j", "j", "j"]],
  ["a control character between letters", ["j\tj"], ["j", "tab", "j"]],
  ["Ctrl-C behind a letter", ["x\u0003"], ["x", "ctrl-c"]],
  ["an arrow behind a letter", ["j\u001b[Ak"], ["j", "up", "k"]],
  ["an arrow that comes in two pieces", ["\u001b[", "A"], ["up"]],
  ["an arrow of which the escape comes alone", ["\u001b", "OB"], ["down"]],
  ["an escape alone", ["\u001b"], ["esc"]],
  ["an escape and a key right after it", ["\u001bq"], ["esc", "q"]],
  ["an escape and Enter right after it", ["\u001b\r"], ["esc", "enter"]],
  ["two escapes", ["\u001b\u001b"], ["esc", "esc"]],
  ["pages and ends", ["\u001b[5~\u001b[6~\u001b[H\u001bOF\u001b[4~"], ["pgup", "pgdn", "home", "end", "end"]],
  ["shifted Tab", ["\u001b[Z"], ["shift-tab"]],
  ["signs beyond ASCII, a pair of surrogates too", ["é🙂"], ["é", "🙂"]],
  ["blank, Enter and backspace", [" \r\n\u007f"], ["space", "enter", "enter", "backspace"]],
  ["a sequence that means nothing here", ["\u001b[15~j"], ["j"]],
  ["reports of a mouse that nobody asked for", ["\u001b[<0;10;5Mj\u001b[M !!k"], ["j", "k"]],
])("%s", (_, chunks, keys) => {
  expect(read(...chunks)).toEqual(keys);
});

test("pasted text is one input, whatever stands in it, and may come in many pieces", () => {
  expect(read("j\u001b[200~two\u0003\u001b[A", " words\u001b[2", "01~k")).toEqual([
    "j",
    '"two\\u0003\\u001b[A words"',
    "k",
  ]);
});

test("of 300 keys in one piece none is lost", () => {
  expect(read("j".repeat(300))).toHaveLength(300);
});

test("wherever a stream is cut, the same keys come out", () => {
  const stream = "j\u001b[A\tx\u001bOB\u001b[6~\u001b[200~a b\u001b[201~\u001b[Zk";
  const whole = read(stream);

  for (let at = 1; at < stream.length; at += 1) expect(read(stream.slice(0, at), stream.slice(at))).toEqual(whole);
});

test("a paste that has not ended is waited for", () => {
  const reader = keyReader();
  reader.push("\u001b[200~half");

  expect(reader.pending()).toBe(false);
  expect(reader.push("\u001b[201~")).toEqual([{ kind: "paste", text: "half" }]);
});
