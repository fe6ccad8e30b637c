import { jsonString } from "../../base/json-text.ts";
import { TextSet } from "../../base/text-set.ts";

export const SECRET_TEXT = "(secret)";

/** A spread object loses this private member, as it would not lose a property. */
declare class MaskedBrand {
  private readonly isMasked: true;
}

/** A result that is safe to print: masked, or shown on request. Only `mask` and `derived` make one, not a spread. */
export type Masked<T> = T & MaskedBrand;

export type SecretsChoice = "mask" | "show";

/** Options of functions that return values for people. */
export interface SecretsOptions {
  /** `mask` if absent. */
  readonly secrets?: SecretsChoice;
}

/** The secret texts of one state; more come while its files are read. */
export interface SecretTexts {
  readonly texts: ReadonlySet<string>;
  /** Whether a text is the name of a node, class, group or file of the state, this one from the inventory folder. */
  isName(text: string): boolean;
}

/** Variables whose values no output may hold. */
export const SECRET_VARIABLES = ["GITHUB_TOKEN", "HEIR_GITLAB_TOKEN", "CI_JOB_TOKEN"] as const;

/** The tokens in an environment, which are secret texts of every run. */
export function tokensIn(env: Readonly<Record<string, string | undefined>>): SecretTexts {
  return { texts: new Set(SECRET_VARIABLES.flatMap((variable) => env[variable]?.trim() || [])), isName: () => false };
}

/** Shorter texts are parts of too many words; a word of small letters could be one of heir's own, or a key. */
const SHORTEST = 6;
const WORD = /^[a-z]{1,12}$/;

/** What a name or a place can go on with. */
const PART_BEFORE = /[^\s"'`<>()[\]{},;|=]*$/;
const PART_BEHIND = /^[^\s"'`<>()[\]{},;|=]*/;
const LINE_BEHIND = /(?::\d+){0,2}[.:]*$/;
const LONGEST_NAME = 1000;

/** After this many new texts, or as many as are known, the automaton is built anew. */
const MOST_LATE = 16;

/** Replaces what is left of the secret texts of the states that were read in text that is to be printed. */
export class SecretFilter {
  /** The secret texts; more come while states are read. */
  sources: Iterable<SecretTexts> = [];
  private readonly said: readonly string[];
  private readonly known = new Set<string>();
  private built = new TextSet([]);
  private builtSize = 0;
  private late: string[] = [];
  private size = 0;

  /** `said`: the words of the user, which stay: replacing a guess among them would confirm it. */
  constructor(said: readonly string[]) {
    this.said = said;
  }

  clean(text: string): string {
    this.update();
    const replaced = (given: string, set: TextSet) =>
      set.replace(given, SECRET_TEXT, (start, end) => this.isInName(given, start, end));
    const cleaned = this.builtSize === 0 ? text : replaced(text, this.built);
    return this.late.length === 0 ? cleaned : replaced(cleaned, new TextSet(this.late));
  }

  /** Whether a stretch is part of a name or a place: `b/inventory/nodes/web1.yml:3:1`. */
  private isInName(text: string, start: number, end: number): boolean {
    const [before = ""] = PART_BEFORE.exec(text.slice(Math.max(0, start - LONGEST_NAME), start)) ?? [];
    const [behind = ""] = PART_BEHIND.exec(text.slice(end, end + LONGEST_NAME)) ?? [];
    const whole = (before + text.slice(start, end) + behind).replace(LINE_BEHIND, "");
    for (let at = 0; at < before.length + end - start; at = whole.indexOf("/", at) + 1 || whole.length) {
      const name = whole.slice(at);
      for (const each of this.sources) if (each.isName(name)) return true;
    }
    return false;
  }

  private update(): void {
    let size = 0;
    for (const { texts } of this.sources) size += texts.size;
    if (size === this.size) return;
    this.size = size;
    for (const source of this.sources) for (const text of source.texts) this.add(text, source);
    if (this.late.length <= Math.max(MOST_LATE, this.builtSize)) return;
    this.built = new TextSet(this.known);
    this.builtSize = this.known.size;
    this.late = [];
  }

  /** Names stay, alone and within places. */
  private add(text: string, { isName }: SecretTexts): void {
    if (text.length < SHORTEST || WORD.test(text) || this.known.has(text)) return;
    if (isName(text) || this.said.some((word) => word.includes(text))) return;
    for (const form of formsOf(text)) {
      if (this.known.has(form)) continue;
      this.known.add(form);
      this.late.push(form);
    }
  }
}

/** A text as it is, and as JSON, XML and the commands of GitHub write it; of several lines also its long lines. */
function formsOf(text: string): readonly string[] {
  const xml = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const github = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const lines = text.includes("\n") ? text.split("\n").filter((line) => /^\s*\S{16,}\s*$/.test(line)) : [];
  return [text, jsonString(text).slice(1, -1), xml, github, ...lines.map((line) => line.trim())];
}
