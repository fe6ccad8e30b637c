import { CallFailed } from "./call-failed.ts";
import type { Comment, Forge } from "./forge.ts";
import { isLater, type Marker, markerLine, markerOf } from "./marker.ts";
import { repeated, type Sleep } from "./repeat.ts";

/** The comment that a change is to have. */
export interface WantedComment {
  readonly marker: Marker;
  /** The text below the marker, in at most so many bytes. */
  readonly text: (maxBytes: number) => string;
  readonly maxBytes: number;
  /** Whether it is made where there is none; one that is there always gets the new text. */
  readonly isWorthMaking: boolean;
  /** The account that heir's comments are of, if the token may not ask for its own. */
  readonly author: string | undefined;
}

/** What became of the comment. */
export type KeptComment = "created" | "edited" | "unchanged" | "not needed" | "left to a later run";

/** How often a comment that is too long is cut in half. */
const MOST_CUTS = 3;

/**
 * Keeps one comment of ours with a key (rules V20 to V22 in docs/concepts/review.md): makes it, edits it, and deletes our
 * others with the key. A comment that a later run wrote is left alone. Throws CallFailed.
 */
export async function keepComment(forge: Forge, wanted: WantedComment, sleep: Sleep): Promise<KeptComment> {
  const account = remembered(async () => wanted.author ?? (await forge.account()));
  for (let { maxBytes } = wanted, cuts = 0; ; cuts += 1) {
    const first = markerLine(wanted.marker);
    const body = `${first}\n${wanted.text(maxBytes - Buffer.byteLength(first) - 1)}`;
    try {
      // A comment that is made again after a failure may be there already.
      return await repeated(() => keepBody(forge, { ...wanted, body, account }), sleep);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.fault.kind !== "too-long" || cuts === MOST_CUTS) throw error;
      maxBytes = Math.floor(Math.min(maxBytes, Buffer.byteLength(body)) / 2);
    }
  }
}

interface WantedBody extends Pick<WantedComment, "marker" | "isWorthMaking"> {
  readonly body: string;
  readonly account: () => Promise<string | undefined>;
}

async function keepBody(forge: Forge, wanted: WantedBody): Promise<KeptComment> {
  const { marker, body, isWorthMaking, account } = wanted;
  const [first, ...others] = await ours(forge, marker.key, account);
  if (first === undefined) {
    if (isWorthMaking) await forge.create(body);
    return isWorthMaking ? "created" : "not needed";
  }
  if ([first, ...others].some((comment) => isOfLaterRun(comment, marker))) return "left to a later run";
  const isSame = plain(first.body) === plain(body);
  if (!isSame) await forge.edit(first.id, body);
  for (const { id } of others) await forge.delete(id);
  return isSame ? "unchanged" : "edited";
}

/** Our comments with a key, the oldest first. Whoever else copies a marker changes nothing. */
async function ours(forge: Forge, key: string, account: WantedBody["account"]): Promise<readonly Comment[]> {
  const marked = (await forge.list()).filter(({ body }) => markerOf(body, key) !== undefined);
  if (marked.length === 0) return [];
  const name = (await account())?.toLowerCase();
  if (name === undefined) {
    throw new CallFailed("whose comments to keep is not known: the token may not ask (--author NAME)", {
      kind: "other",
    });
  }
  return marked.filter(({ author }) => author.toLowerCase() === name);
}

function isOfLaterRun({ body }: Comment, { key, run }: Marker): boolean {
  const other = markerOf(body, key);
  return other !== undefined && isLater(other.run, run);
}

/** A text as a forge may give it back. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
