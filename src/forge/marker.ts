import type { Run } from "./forge.ts";

/** The first line of a comment of heir: what it is about, and which run wrote it (rule V20 in docs/concepts/review.md). */
export interface Marker {
  /** Tells the reviews of several inventories of one repository apart. */
  readonly key: string;
  readonly run: Run;
  /** The commit that was reviewed. */
  readonly head: string;
}

const LINE = /^<!-- heir-review v1 key=(\S+) run=(\d{1,15})(?:\.(\d{1,15}))? head=([0-9a-f]{7,64}) -->(?:\r?\n|$)/;

/** A marker as an HTML comment, which nobody sees. */
export function markerLine({ key, run, head }: Marker): string {
  return `<!-- heir-review v1 key=${encodedKey(key)} run=${run.id}.${run.attempt} head=${head} -->`;
}

/** The marker of a comment whose key is `key`; undefined for any other comment. */
export function markerOf(body: string, key: string): Marker | undefined {
  const [, found, id, attempt, head] = LINE.exec(body) ?? [];
  if (found !== encodedKey(key) || head === undefined) return undefined;
  return { key, run: { id: Number(id), attempt: Number(attempt ?? 1) }, head };
}

/** Whether a run came after another one. */
export function isLater(run: Run, than: Run): boolean {
  return run.id === than.id ? run.attempt > than.attempt : run.id > than.id;
}

/** Percent-encoded but for slashes: nothing in it ends an HTML comment. */
function encodedKey(key: string): string {
  const rest = /[!'()*]/g;
  const encoded = encodeURIComponent(key).replaceAll("%2F", "/");
  return encoded.replace(rest, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
