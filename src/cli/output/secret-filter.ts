import { jsonString } from "../../base/json-text.ts";
import { TextPresence } from "../../base/text-presence.ts";
import { TextSet } from "../../base/text-set.ts";
import type { SecretTexts } from "../../model/secrets/secret-texts.ts";
import { SECRET_TEXT } from "../../model/secrets/secrets.ts";
import type { Context } from "../commands/command.ts";

/**
 * A context whose output holds no secret text of the states that were read: what is left of one, wherever it comes
 * from, is replaced before it is printed. Values are masked where they leave the workspace; this is the second door.
 */
export function filteredContext(context: Context, argv: readonly string[]): Context {
  const filter = new SecretFilter(argv);
  return {
    ...context,
    open: async () => {
      const workspace = await context.open();
      filter.sources = workspace.secretTexts;
      return workspace;
    },
    write: (text) => context.write(filter.clean(typeof text === "string" ? text : Buffer.from(text).toString())),
    print: (line) => context.print(filter.clean(line)),
    clean: (text) => filter.clean(text),
    warn: (text) => context.warn(filter.clean(text)),
    note: (text) => context.note(filter.clean(text)),
    notice: (text) => context.notice(filter.clean(text)),
  };
}

/** Shorter texts are parts of too many words; a word of small letters could be one of heir's own, or a key. */
const SHORTEST = 6;
const WORD = /^[a-z]{1,12}$/;

/** After this many new texts, or as many as are known, the automaton is built anew. */
const MOST_LATE = 16;

class SecretFilter {
  sources: Iterable<SecretTexts> = [];
  private readonly argv: readonly string[];
  private readonly known = new Set<string>();
  private readonly presence = new TextPresence(SHORTEST);
  private built = new TextSet([]);
  private builtSize = 0;
  private late: string[] = [];
  private size = 0;

  constructor(argv: readonly string[]) {
    this.argv = argv;
  }

  clean(text: string): string {
    this.update();
    if (!this.presence.mayBeIn(text)) return text;
    const cleaned = this.builtSize === 0 ? text : this.built.replace(text, SECRET_TEXT);
    return this.late.length === 0 ? cleaned : new TextSet(this.late).replace(cleaned, SECRET_TEXT);
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

  /** Names stay, and what the user wrote on the command line, which would else confirm a guess. */
  private add(text: string, { isName }: SecretTexts): void {
    if (text.length < SHORTEST || WORD.test(text) || this.known.has(text)) return;
    if (isName(text) || this.argv.some((word) => word.includes(text))) return;
    for (const form of formsOf(text)) {
      if (this.known.has(form)) continue;
      this.known.add(form);
      this.presence.add(form);
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
