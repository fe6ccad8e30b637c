import type { AskedWorker, GivenUp, Moved, News, QuestionKind, Request, WorkerMessage } from "./questions.ts";
import { writing } from "./questions.ts";

/** A key that is held down comes each 30 ms, and on a busy machine now and then after 100 ms. */
const HELD_MS = 120;

/** While a key is held down, nobody wants an answer for each line. */
const PAUSE_MS: Readonly<Partial<Record<QuestionKind, number>>> = {
  changes: HELD_MS,
  value: HELD_MS,
  node: HELD_MS,
  tab: HELD_MS,
  finding: HELD_MS,
  find: 80,
  counts: 80,
  statuses: 80,
};

/** Answers to these are of use whatever is asked next, so that the work goes on until the next question is sent. */
const lasting: ReadonlySet<QuestionKind> = new Set(["counts"]);

/** Asks the worker, and passes on answers to the newest question of each kind. */
export class WorkerClient {
  private number = 0;
  private readonly newest = new Map<QuestionKind, number>();
  private readonly kinds = new Map<number, QuestionKind>();
  private readonly lastAsked = new Map<QuestionKind, number>();
  private readonly timers = new Map<QuestionKind, NodeJS.Timeout>();
  private lastTyped = { keys: "", at: Number.NEGATIVE_INFINITY };
  /** When the last key came, if it is held down. */
  private held = Number.NEGATIVE_INFINITY;
  private readonly post: (message: AskedWorker | GivenUp) => unknown;
  private readonly listener: (news: News) => void;

  constructor(post: (message: AskedWorker | GivenUp) => unknown, listener: (news: News) => void) {
    this.post = post;
    this.listener = listener;
  }

  /** To be called with what is typed, before it acts. */
  typed(keys: string): void {
    const at = performance.now();
    const isHeld = keys === this.lastTyped.keys && at - this.lastTyped.at < HELD_MS;
    this.held = isHeld ? at : Number.NEGATIVE_INFINITY;
    this.lastTyped = { keys, at };
  }

  /** Asks at once, or after a pause without newer questions of this kind; not while the cursor only passes by. */
  ask(request: Request): void {
    const { kind } = request;
    const pause = PAUSE_MS[kind] ?? 0;
    const now = performance.now();
    const isCalm = now - Math.max(this.held, this.lastAsked.get(kind) ?? Number.NEGATIVE_INFINITY) >= pause;
    this.lastAsked.set(kind, now);
    this.unplan(kind);
    // The running question is obsolete, unless it writes or lasts; the next one would take its place.
    const obsolete = writing.includes(kind) || lasting.has(kind) ? undefined : this.newest.get(kind);
    const wasOpen = this.forget(obsolete);
    if (isCalm) this.send(request);
    else {
      if (obsolete !== undefined && wasOpen) this.post({ givenUp: obsolete });
      const timer = setTimeout(() => this.send(request), pause);
      this.timers.set(kind, timer);
    }
  }

  /** No answer to the newest question of a kind is wanted any more. */
  giveUp(kind: QuestionKind): void {
    this.unplan(kind);
    const number = this.newest.get(kind);
    if (number !== undefined && this.forget(number)) this.post({ givenUp: number });
  }

  take(message: WorkerMessage | Moved): void {
    if (message.kind === "moved") {
      this.listener(message);
      return;
    }
    const { number } = message;
    const of = this.kinds.get(number);
    if (of === undefined) return;
    if (message.kind === "done" || message.kind === "failed") this.forget(number);
    if (message.kind === "answer") this.listener({ kind: "answer", answer: message.answer });
    else this.listener({ ...message, of });
  }

  /** The thread has ended: none of the open questions is answered. */
  lost(message: string, hint: string): void {
    for (const number of [...this.kinds.keys()]) this.take({ number, kind: "failed", message, hint });
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.kinds.clear();
  }

  private send(request: Request): void {
    if (lasting.has(request.kind)) this.forget(this.newest.get(request.kind));
    this.number += 1;
    this.newest.set(request.kind, this.number);
    this.kinds.set(this.number, request.kind);
    this.post({ number: this.number, request });
  }

  /** A question of this kind that waits for its pause is not sent. */
  private unplan(kind: QuestionKind): void {
    clearTimeout(this.timers.get(kind));
    this.timers.delete(kind);
  }

  private forget(number: number | undefined): boolean {
    return number !== undefined && this.kinds.delete(number);
  }
}
