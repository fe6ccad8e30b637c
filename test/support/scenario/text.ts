/** A file of scenarios, read. */
export interface Scenario {
  /** A sentence. */
  readonly title: string;
  /** Prose below the title, kept as it is. */
  readonly remark: string;
  readonly steps: readonly Step[];
}

/** One section: `-- HEAD --` and the lines below it. */
export interface Step {
  readonly head: string;
  readonly action: Action;
  readonly body: string;
}

export type Action =
  | { readonly kind: "write"; readonly path: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "commit"; readonly message: string }
  | { readonly kind: "run"; readonly words: readonly string[]; readonly env: Readonly<Record<string, string>> };

const TITLE = /^=== (.+) ===$/;
const HEAD = /^-- (.+) --$/;

/**
 * Reads scenarios: `=== A sentence. ===`, then sections. `-- PATH --` writes a file; `\xff` in its path is a byte, `␀` in
 * its text is NUL. `-- delete PATH --` and `-- link PATH -> TARGET --` do what they say, `-- commit "MESSAGE" --` commits everything (`\n`
 * ends a line), and `-- $ heir ... --` (or git) runs a command whose exact output follows, with `[exit N]` below it unless N is 0.
 */
export function parseScenarios(text: string): readonly Scenario[] {
  return text
    .split(/^(?==== .+ ===$)/m)
    .filter((part) => part.trim() !== "")
    .map(parseScenario);
}

function parseScenario(text: string): Scenario {
  const [first = "", ...lines] = text.replace(/\n+$/, "").split("\n");
  const title = TITLE.exec(first)?.[1];
  if (title === undefined) throw new Error(`a scenario begins with === A sentence. ===, not with ${first}`);
  const steps: { head: string; lines: string[] }[] = [];
  const remark: string[] = [];
  for (const line of lines) {
    const head = HEAD.exec(line)?.[1];
    if (head !== undefined) steps.push({ head, lines: [] });
    else (steps.at(-1)?.lines ?? remark).push(line);
  }
  return {
    title,
    remark: linesText(remark),
    steps: steps.map((step) => ({ head: step.head, action: actionOf(step.head), body: linesText(step.lines) })),
  };
}

/** Scenarios as the text that {@link parseScenarios} reads. */
export function printScenarios(scenarios: readonly Scenario[]): string {
  return scenarios
    .map(({ title, remark, steps }) => {
      const sections = steps.map(({ head, body }) => `-- ${head} --\n${body}`);
      return `=== ${title} ===\n${remark}${sections.join("")}`;
    })
    .join("\n");
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function actionOf(head: string): Action {
  if (head.startsWith("$ ")) return runAction(splitWords(head.slice(2)));
  const link = /^link (\S+) -> (\S+)$/.exec(head);
  if (link?.[1] !== undefined && link[2] !== undefined) return { kind: "link", path: link[1], target: link[2] };
  const subject = /^commit "(.*)"$/.exec(head)?.[1];
  if (subject !== undefined) return { kind: "commit", message: subject.replaceAll("\\n", "\n") };
  const deleted = /^delete (.+)$/.exec(head)?.[1];
  return deleted === undefined ? { kind: "write", path: head } : { kind: "delete", path: deleted };
}

function runAction(words: readonly string[]): Action {
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = words.slice(0, start).map((word) => word.split(/=(.*)/s, 2) as [string, string]);
  return { kind: "run", words: words.slice(start), env: Object.fromEntries(env) };
}

/** Words as a shell takes them, quotes apart. */
function splitWords(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
}
