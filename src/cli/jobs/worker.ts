import { HeirError } from "../../model/findings/failure.ts";
import type { WorkPart } from "../../workspace/workspace.ts";
import type { ShareProcess } from "../commands/shares.ts";

/** Ends a command that runs in a worker: its part is done. */
export class WorkDone extends Error {}

/** What a worker reports about the states that it has read. */
export interface Said {
  readonly read: string;
  /** The secret texts in them. */
  readonly texts: readonly string[];
}

/** A record: a letter for its kind, and the rest of its bytes. */
export interface ShareRecord {
  readonly kind: string;
  readonly body: Buffer;
}

interface WorkerEvents {
  /** Takes what it has read; may throw. */
  hear(said: Said): Promise<void>;
  /** Called when it ends otherwise than it should; makes the error of that. */
  lost(why: string): Error;
  done(): void;
}

/** How a process ends that did its part. */
export const FINISHED = "status 0";

/** A process that does a part of the work of this one. */
export class Worker {
  readonly part: WorkPart;
  /** Whether its last record was read. */
  isDone = false;
  readonly ended: Promise<string>;
  private readonly process: ShareProcess;
  private readonly records: AsyncIterator<ShareRecord, Error>;

  constructor(part: WorkPart, process: ShareProcess, events: WorkerEvents) {
    this.part = part;
    this.process = process;
    this.ended = process.ended;
    this.records = this.read(events);
    void this.ended.then((why) => why === FINISHED || events.lost(why));
  }

  /** The next record; one of the kind `e` is the last. Throws HeirError if it ends too early, and what its work throws. */
  async next(): Promise<ShareRecord> {
    const { value, done } = await this.records.next();
    if (done === true) throw value;
    return value;
  }

  /** Ends it at once. */
  kill(): void {
    this.process.kill();
  }

  private async *read({ hear, lost, done }: WorkerEvents): AsyncGenerator<ShareRecord, Error> {
    for await (const bytes of recordsIn(this.process.bytes)) {
      const record = { kind: bytes.toString("latin1", 0, 1), body: bytes.subarray(1) };
      if (record.kind === "f") throw errorOf(record.body);
      if (record.kind === "s") {
        // What a process of this very build wrote.
        const said: Said = JSON.parse(record.body.toString());
        await hear(said);
        continue;
      }
      if (record.kind === "e") {
        this.isDone = true;
        done();
      }
      yield record;
    }
    return lost(await this.process.ended);
  }
}

/** Whole records: what no text of JSON or YAML holds ends each. */
export async function* recordsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      from = end + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
}

/** One record as a worker writes it. */
export function recordText(kind: string, text: string): string {
  return `${kind}${text}\0`;
}

type KeptError = Pick<HeirError, "message" | "hint" | "details"> & Partial<Pick<HeirError, "kind">>;

/** The text of the record for work that fails; of a bug, its message. */
export function failureText(error: unknown): string {
  const { kind, message, hint, details } =
    error instanceof HeirError ? error : { message: String(error), kind: undefined, hint: undefined, details: {} };
  const kept: KeptError = { message, hint, details, kind };
  return JSON.stringify(kept);
}

function errorOf(body: Buffer): Error {
  // What a process of this very build wrote.
  const { kind, message, hint, details }: KeptError = JSON.parse(body.toString());
  return kind === undefined ? new Error(message) : new HeirError(kind, message, hint, details);
}
