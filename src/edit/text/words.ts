const WORD = /[\p{L}\p{N}_]/u;

/** Whether a character is a letter, a digit or `_`: next to one, a name is part of another word. */
export function isWordCharacter(character: string): boolean {
  return WORD.test(character);
}

/** Where a text holds a name that is not empty, and not as part of a longer word. */
export function* wordsIn(text: string, name: string): Generator<number, void> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + name.length))) yield at;
  }
}

/** The text of a file, searched for names before it is parsed. */
export class FileWords {
  private readonly bytes: Buffer;
  private known: string | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Whether the file can hold one of the names as a word. One that YAML writes with escapes, with doubled quotes or over
   * several lines counts as held.
   */
  mayHold(names: Iterable<string>): boolean {
    const all = [...names];
    if (all.some((name) => /['\s]/.test(name))) return true;
    if (this.bytes.includes("\\") && /\\(?:[xuU]|\r?\n)/.test(this.text)) return true;
    return all.some((name) => this.bytes.includes(name) && wordsIn(this.text, name).next().done === false);
  }

  /** Whether the text matches a pattern. */
  matches(pattern: RegExp): boolean {
    return pattern.test(this.text);
  }

  private get text(): string {
    this.known ??= this.bytes.toString();
    return this.known;
  }
}
