import { expect, test } from "vitest";
import { type Input, keyReader } from "../../src/tui/keys.ts";

/** Keys by name, pasted text in quotes, the mouse with its place. */
function read(...chunks: readonly string[]): readonly string[] {
  const reader = keyReader();
  const inputs = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.flush()];
  return inputs.map(text);
}

function text(input: Input): string {
  switch (input.kind) {
    case "key":
      return input.key;
    case "paste":
      return JSON.stringify(input.text);
    case "pointer":
      return `${input.button} ${input.column},${input.row}`;
  }
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
  ["a press of the mouse and its end", ["\u001b[<0;10;5Mj\u001b[<0;10;5mk"], ["left 9,4", "j", "k"]],
  ["the wheel of the mouse", ["\u001b[<64;1;1M\u001b[<65;300;99M"], ["wheel-up 0,0", "wheel-down 299,98"]],
  ["other buttons, moves, and Shift with a button", ["\u001b[<2;1;1M\u001b[<35;1;1M\u001b[<4;1;1Mj"], ["j"]],
  ["reports of a mouse as old terminals write them", ["\u001b[M !!k"], ["k"]],
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

test("the report of a mouse that comes in two pieces does not act as keys, however late the second one is", () => {
  const reader = keyReader();
  const early = [...reader.push("\u001b[<0;1"), ...reader.flush()];

  expect(reader.pending()).toBe(false);
  expect([...early, ...reader.push("0;5Mj")].map(text)).toEqual(["left 9,4", "j"]);
});

test("a report without an end takes one key with it, and not more", () => {
  expect(read("\u001b[<0;1", "jq")).toEqual(["q"]);
  expect(read(`\u001b[<${"1;".repeat(100)}`, "jq")).toEqual(["j", "q"]);
});

test("whatever comes, no key is made up of a report, and keys after it are read", () => {
  const parts = [
    "\u001b",
    "[",
    "<",
    "0",
    ";",
    "64",
    "9".repeat(40),
    "-1",
    "M",
    "m",
    "\u0000",
    "\u009b",
    "\ud83d",
    "\u001b[<0;1;1M",
  ];
  const random = mulberry(7);
  for (let turn = 0; turn < 2000; turn += 1) {
    const pieces = Array.from({ length: 12 }, () => parts[Math.floor(random() * parts.length)] ?? "");
    const reader = keyReader();
    for (const piece of pieces) for (const input of [...reader.push(piece), ...reader.flush()]) checkPlace(input);
    // A key that ends what was begun, then one that must arrive.
    const last = [...reader.push("j"), ...reader.flush(), ...reader.push("q"), ...reader.flush()];
    expect(last.map(text).at(-1), JSON.stringify(pieces)).toBe("q");
  }
});

function checkPlace(input: Input): void {
  if (input.kind !== "pointer") return;
  for (const place of [input.column, input.row]) {
    expect(place).toBeGreaterThanOrEqual(-1);
    expect(place).toBeLessThan(100_000);
  }
}

/** The same numbers from 0 to 1 in each run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
