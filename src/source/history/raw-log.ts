import type { TreeEntry } from "../git/store.ts";
import type { FileDifference, HistoryCommit, HistoryRange } from "./commit.ts";
import { isoDate } from "./iso-date.ts";

/**
 * Reads what `git log --pretty=raw --parents --raw -z` writes, commit by commit: a merge is written once for each
 * parent from which it differs. Never fails; what cannot be read is left out.
 */
export async function* historyCommits(
  output: AsyncIterable<Buffer>,
  { firstParent }: Pick<HistoryRange, "firstParent">,
): AsyncGenerator<HistoryCommit> {
  const reader = new Reader(firstParent);
  for await (const tokens of tokensOf(output)) {
    for (const token of tokens) reader.take(token);
    yield* reader.done.splice(0);
  }
  if (reader.open !== undefined) yield reader.open.commit;
}

/** The pieces between NUL bytes, in batches; empty ones only separate commits. */
async function* tokensOf(output: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const rest: Buffer[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    const text = Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]).toString();
    rest.push(chunk.subarray(end + 1));
    yield text.split("\0");
  }
  yield [Buffer.concat(rest).toString()];
}

class Reader {
  /** The commit to which what comes next belongs. */
  open: OpenCommit | undefined;
  readonly done: HistoryCommit[] = [];
  private meta: string | undefined;
  private readonly firstParent: boolean;

  constructor(firstParent: boolean) {
    this.firstParent = firstParent;
  }

  take(token: string): void {
    if (this.meta !== undefined) {
      this.open?.add(this.meta, token);
      this.meta = undefined;
    } else if (token.startsWith(":")) this.meta = token;
    else if (token !== "") this.head(token);
  }

  /** The first difference stands behind the message, whose own lines are indented. */
  private head(token: string): void {
    const at = token.indexOf("\n:") + 1;
    const head = at === 0 ? token : token.slice(0, at);
    if (this.open?.continues(head) !== true) {
      if (this.open !== undefined) this.done.push(this.open.commit);
      this.open = new OpenCommit(head, this.firstParent);
    }
    this.open.turnTo(head);
    if (at > 0) this.meta = token.slice(at);
  }
}

/** A commit while the differences from its parents come in. */
class OpenCommit {
  readonly commit: HistoryCommit;
  private readonly differences = new Map<string, FileDifference[]>();
  private parent: string | undefined;

  constructor(head: string, firstParent: boolean) {
    const { differences } = this;
    // The line of the commit knows of grafts and of where a shallow clone ends; its header `parent` does not.
    const [, id = "", parents = ""] = /^commit ([0-9a-f]+)((?: [0-9a-f]+)*)/.exec(head) ?? [];
    const all = parents.split(" ").filter((parent) => parent !== "");
    const compared = firstParent ? all.slice(0, 1) : all;
    this.commit = withDetails({ id, parents: all, compared, differences }, head);
  }

  continues(head: string): boolean {
    return head.startsWith(`commit ${this.commit.id}`);
  }

  /** What comes next is against the parent that the head names, else against the only one. */
  turnTo(head: string): void {
    const [, from] = /^commit [0-9a-f ]+\(from ([0-9a-f]+)\)/.exec(head) ?? [];
    this.parent = from ?? this.commit.parents[0];
  }

  add(meta: string, path: string): void {
    const difference = differenceOf(meta, path);
    if (this.parent === undefined || difference === undefined) return;
    const known = this.differences.get(this.parent);
    if (known === undefined) this.differences.set(this.parent, [difference]);
    else known.push(difference);
  }
}

type Details = Pick<HistoryCommit, "tree" | "author" | "email" | "date" | "subject">;

/** Few commits of a history are shown: what is told of them is read when it is asked for. */
function withDetails(commit: Omit<HistoryCommit, keyof Details>, head: string): HistoryCommit {
  let known: Details | undefined;
  const details = (): Details => {
    known ??= detailsOf(head);
    return known;
  };
  return {
    ...commit,
    get tree() {
      return details().tree;
    },
    get author() {
      return details().author;
    },
    get email() {
      return details().email;
    },
    get date() {
      return details().date;
    },
    get subject() {
      return details().subject;
    },
  };
}

function detailsOf(head: string): Details {
  const end = head.indexOf("\n\n");
  const lines = head.slice(0, end).split("\n");
  const [, author = "", email = "", seconds = "0", offset = "+0000"] =
    /^(.*?) ?<(.*)> (-?\d+) ([+-]\d{4})$/.exec(valuesOf(lines, "author")[0] ?? "") ?? [];
  return {
    tree: valuesOf(lines, "tree")[0] ?? "",
    author,
    email,
    date: isoDate(Number(seconds), offset),
    subject: subjectOf(head.slice(end)),
  };
}

function valuesOf(lines: readonly string[], name: string): readonly string[] {
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

/** The first paragraph of an indented message, on one line. */
function subjectOf(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph
    .trimEnd()
    .split(/\n {4}/)
    .join(" ");
}

/** Where the ids begin, behind two modes of six digits. */
const IDS = 15;
const SUBMODULE = "160000";

/** `:MODE MODE ID ID STATUS` and a path; undefined for a submodule, of which nothing is read. */
function differenceOf(meta: string, path: string): FileDifference | undefined {
  const [middle, end] = [meta.indexOf(" ", IDS), meta.lastIndexOf(" ")];
  const before = entryOf(meta.slice(1, 7), meta.slice(IDS, middle));
  const after = entryOf(meta.slice(8, 14), meta.slice(middle + 1, end));
  return before === undefined && after === undefined ? undefined : { path, before, after };
}

function entryOf(mode: string, id: string): TreeEntry | undefined {
  return mode === "000000" || mode === SUBMODULE ? undefined : { id, mode };
}
