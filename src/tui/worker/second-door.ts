import { SecretFilter } from "../../model/secrets/secret-filter.ts";
import type { SecretTexts } from "../../model/secrets/secret-texts.ts";

/**
 * The last thing that answers pass on the way to the terminal: secret texts that are left in them are replaced, as in
 * what commands print.
 */
export class SecondDoor {
  private readonly filter = new SecretFilter([]);

  /** The secret texts of the states that are read. */
  constructor(sources: Iterable<SecretTexts>) {
    this.filter.sources = sources;
  }

  /**
   * An answer without secret texts. A text that is in the question stays: else a question would confirm a guess. Without
   * a secret text, the answer itself.
   */
  pass<T>(answer: T, question: unknown): T {
    const said = new Set<string>();
    addTexts(question, said);
    // Only texts are replaced, by texts.
    return this.cleaned(answer, said) as T;
  }

  private cleaned(value: unknown, said: ReadonlySet<string>): unknown {
    if (typeof value === "string") return said.has(value) ? value : this.filter.clean(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.cleaned(item, said));
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value);
    const changed = entries.flatMap(([key, part]): [string, unknown][] => {
      const cleaned = this.cleaned(part, said);
      return cleaned === part ? [] : [[key, cleaned]];
    });
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
  }
}

function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === "string") texts.add(value);
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) addTexts(part, texts);
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
