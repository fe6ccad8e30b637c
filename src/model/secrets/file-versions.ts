import type { SourceFile } from "../values/origin.ts";

/**
 * A version of a file that hides what the other version hides: the value of a key, or an item of a list, that is a
 * secret there and something else here. Lines are matched by their keys alone, so that rather too much is hidden than
 * too little.
 */
export function hiddenAsIn(other: SourceFile, file: SourceFile): SourceFile {
  const theirs = linesOf(other);
  const known = new Set(theirs.map(({ text }) => text));
  const secrets = new Map<string, number>();
  for (const { key, secret } of theirs) secrets.set(key, Math.max(secret, secrets.get(key) ?? 0));
  const more = linesOf(file).filter(({ key, text, secret }) => !known.has(text) && secret < (secrets.get(key) ?? 0));
  if (more.length === 0) return file;
  return { ...file, hidden: [...(file.hidden ?? []), ...more.map(({ value, end }) => ({ start: value, end }))] };
}

interface Line {
  readonly text: string;
  /** The key with its indentation; of a line without one, that of the line it belongs to. */
  readonly key: string;
  /** Where the value starts, and where the line ends. */
  readonly value: number;
  readonly end: number;
  /** How many secrets it hides. */
  readonly secret: number;
}

const KEY = /^\s*(?:- +|(?:"[^"]*"|[^\s"#:{[,][^"#:{[,]*):(?: +|$))*/;

function linesOf({ text, hidden = [] }: SourceFile): readonly Line[] {
  let start = 0;
  let key = "";
  return text.split("\n").map((line) => {
    const [label = ""] = KEY.exec(line) ?? [];
    if (label.trim() !== "") key = label.trimEnd();
    const [from, end] = [start, start + line.length];
    start = end + 1;
    const secret = hidden.filter((stretch) => stretch.start < end && stretch.end > from).length;
    return { text: line, key, value: from + label.length, end, secret };
  });
}
