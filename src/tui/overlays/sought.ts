/** The kinds of what can be gone to, in the order in which they are listed. */
export const goalKinds = ["node", "class", "group", "path", "value", "commit", "ref"] as const;
export type GoalKind = (typeof goalKinds)[number];

/** What is typed after `:`. */
export interface Sought {
  /** Behind `@`: the state that is searched, instead of the one in front. */
  readonly revision: string | undefined;
  /** In front of the text, to list only this kind: `node:web03`. */
  readonly kind: GoalKind | undefined;
  /** The rest. */
  readonly text: string;
  /** Whether it asks for the nodes that have a value: `ntp:server=ntp1*`. */
  readonly isTest: boolean;
}

/** Reads `[@REV] [KIND:]TEXT`. Never fails. */
export function readSought(typed: string): Sought {
  // A revision is whole once a blank follows it.
  const [, revision, rest = ""] = /^(?:@(\S+)\s+)?(?:@\S*$)?(.*)$/s.exec(typed.trimStart()) ?? [];
  const [, word, named = ""] = /^([a-z]+):\s*(.*)$/s.exec(rest) ?? [];
  const kind = goalKinds.find((each) => each === word);
  const isTest = kind === undefined && rest.includes("=");
  return { revision, kind, text: (kind === undefined ? rest : named).trim(), isTest };
}

/** Whether values of nodes are searched, too, not only names. */
export function asksForValues({ text, kind }: Sought): boolean {
  return text !== "" && (kind === undefined || kind === "path" || kind === "value");
}
