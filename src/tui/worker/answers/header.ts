import type { AnswerWork } from "../repository.ts";

/** Branch, what git has begun, and settings; no file of the inventory is read. */
export async function answerHeader(_ask: object, { repository }: AnswerWork) {
  const history = await repository.history();
  const settings = await history.settings();
  const [branch, head] = [await history.branch(), await history.head()];
  return {
    branch,
    states: [...statesOf(branch, head), ...history.unfinished()],
    keys: keysIn(settings),
    mouse: isOn(settings.get("mouse") ?? "true"),
  };
}

function statesOf(branch: string | undefined, head: string | undefined): readonly string[] {
  if (head === undefined) return ["no commits yet"];
  return branch === undefined ? [`detached at ${head.slice(0, 7)}`] : [];
}

/** Whether git reads a setting as true. */
function isOn(value: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(value);
}

function keysIn(settings: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const own = [...settings].filter(([name]) => name.startsWith("key."));
  return Object.fromEntries(own.map(([name, value]) => [name.slice("key.".length), value]));
}
