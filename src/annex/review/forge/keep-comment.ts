import { type Forge, repeated, type Sleep } from "./caller.ts";
import { CallFailed, type Comment, type PipelineRun } from "./forge.ts";

export interface WantedComment {
  readonly marker: Marker;
  /** The text below the marker, in at most `maxBytes` bytes. */
  readonly text: (maxBytes: number) => string;
  readonly maxBytes: number;
  /** Whether it is made where there is none; one that is there always gets the new text. */
  readonly isWorthMaking: boolean;
  /** The account that heir's comments are of, if the token may not ask for its own. */
  readonly author: string | undefined;
  /** Whose they are if the token may not ask, and nobody says it. */
  readonly usualAuthor: string | undefined;
}

export type KeptComment = "created" | "edited" | "unchanged" | "not needed" | "left to a later run";

/** How often a comment that is too long is cut in half. */
const MOST_CUTS = 3;

/** Makes or edits our comment with a key, deletes our others, leaves a later run's (V20 to V22). Throws CallFailed. */
export async function keepComment(forge: Forge, wanted: WantedComment, sleep: Sleep): Promise<KeptComment> {
  for (let { maxBytes } = wanted, cuts = 0; ; cuts += 1) {
    const first = markerLine(wanted.marker);
    const body = `${first}\n${wanted.text(maxBytes - Buffer.byteLength(first) - 1)}`;
    try {
      // A comment that is made again after a failure may be there already.
      return await repeated(() => keepBody(forge, wanted, body), sleep);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.fault.kind !== "too-long" || cuts === MOST_CUTS) throw error;
      maxBytes = Math.floor(Math.min(maxBytes, Buffer.byteLength(body)) / 2);
    }
  }
}

async function keepBody(forge: Forge, wanted: WantedComment, body: string): Promise<KeptComment> {
  const { marker, isWorthMaking } = wanted;
  const [first, ...others] = await ours(forge, wanted);
  if (first === undefined) {
    if (isWorthMaking) await forge.write(body);
    return isWorthMaking ? "created" : "not needed";
  }
  if ([first, ...others].some((comment) => isOfLaterRun(comment, marker))) return "left to a later run";
  const isSame = plain(first.body) === plain(body);
  if (!isSame) await forge.write(body, first.id);
  for (const { id } of others) await forge.delete(id);
  return isSame ? "unchanged" : "edited";
}

/** Our comments with a key, the oldest first. A marker copied by somebody else changes nothing. */
async function ours(forge: Forge, { marker, author, usualAuthor }: WantedComment): Promise<readonly Comment[]> {
  const marked = (await forge.list()).filter(({ body }) => runOf(body, marker.key) !== undefined);
  if (marked.length === 0) return [];
  const name = (author ?? (await forge.account()) ?? usualAuthor)?.toLowerCase();
  if (name === undefined) {
    const message = "whose comments to keep is not known: the token may not ask (--author NAME)";
    throw new CallFailed(message, { kind: "other" });
  }
  return marked.filter(({ author }) => author.toLowerCase() === name);
}

function isOfLaterRun({ body }: Comment, { key, run }: Marker): boolean {
  const other = runOf(body, key) ?? run;
  return other.id === run.id ? other.attempt > run.attempt : other.id > run.id;
}

/** A text as a forge may give it back. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trimEnd();
}

/** The first line of a comment of heir: what it is about, and which run wrote it (rule V20 in docs/concepts/review.md). */
interface Marker {
  /** Distinguishes the reviews of several inventories of one repository. */
  readonly key: string;
  readonly run: PipelineRun;
  readonly head: string;
}

const LINE = /^<!-- heir-review v1 key=(\S+) run=(\d{1,15})(?:\.(\d{1,15}))? head=([0-9a-f]{7,64}) -->(?:\r?\n|$)/;

/** A marker as an HTML comment, which nobody sees. */
export function markerLine({ key, run, head }: Marker): string {
  return `<!-- heir-review v1 key=${encodedKey(key)} run=${run.id}.${run.attempt} head=${head} -->`;
}

/** The run that wrote a comment whose key is `key`; undefined for any other comment. */
function runOf(body: string, key: string): PipelineRun | undefined {
  const [, found, id, attempt = 1] = LINE.exec(body) ?? [];
  return found === encodedKey(key) ? { id: Number(id), attempt: Number(attempt) } : undefined;
}

/** Percent-encoded but for slashes: nothing in it ends an HTML comment. */
function encodedKey(key: string): string {
  const rest = /[!'()*]/g;
  const encoded = encodeURIComponent(key).replaceAll("%2F", "/");
  return encoded.replace(rest, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
