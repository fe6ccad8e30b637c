/** How much is read before the workspace is opened again: it keeps what it has parsed. */
export interface ReadLimits {
  /** Commits. */
  readonly commits: number;
  /** Bytes that this thread holds; heeded after `least` commits, which take longer than to open it again. */
  readonly bytes: number;
  readonly least: number;
  /** Frees what nothing refers to any more. */
  readonly collect?: () => void;
}

export const READ_LIMITS: ReadLimits = { commits: 200, bytes: 48_000_000, least: 2 };

/** While nothing is asked, up to this many times the limit stays in memory for the next question. */
const AT_REST = 2;

/** A workspace in the middle of a comparison may read this many times as much. */
const BEGUN = 5;

/** Whether a workspace that has read so many commits is to be opened again. */
export function isFull(read: number, { commits, bytes, least }: ReadLimits): boolean {
  return read >= commits || (read >= least && held() > bytes);
}

/** The same where it is in the middle of something that would begin anew. */
export function isOverfull(read: number, { commits, bytes, least }: ReadLimits): boolean {
  return isFull(read, { commits: commits * BEGUN, bytes: bytes * BEGUN, least: least * BEGUN });
}

/** Whether this thread holds more than it shall where nothing is asked. */
export function holdsMuch({ bytes }: Pick<ReadLimits, "bytes">): boolean {
  return held() > bytes * AT_REST;
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
