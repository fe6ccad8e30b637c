import { announced } from "./announcement.ts";
import { runEditor } from "./editor.ts";
import { frame } from "./frame.ts";
import { type Input, keyReader } from "./keys.ts";
import { type Event, reduce } from "./reducer.ts";
import { type EditWant, firstState, isWaiting, type QuitCode, type TuiState, type Want, type Wish } from "./state.ts";
import type { Keyboard } from "./terminal/ink.ts";
import { type Look, type Paint, Painter, painter } from "./terminal/theme.ts";
import { Tty, type TtyProcess } from "./terminal/tty.ts";
import type { AskedWorker, News, QuestionKind } from "./worker/questions.ts";
import { type ThreadOptions, WorkerThread } from "./worker/thread.ts";

export interface TuiOptions extends ThreadOptions {
  readonly self: TtyProcess;
  readonly wish: Wish;
  readonly look: Look;
}

/** Escape is a key only if nothing follows it for this long. */
const ESCAPE_MS = 10;
/** Answers of the worker come in bursts; most frames in between would never be seen. */
const FRAME_MS = 16;
const LOOK_MS = 250;
/** After the first answer others follow, and are drawn. */
const ANSWERS_MS = 100;

/** Runs the terminal UI until it is left; returns the exit code. Input and output must be terminals. */
export function runTui(options: TuiOptions): Promise<QuitCode> {
  return new Promise((resolve, reject) => {
    const session = new Session(options, resolve);
    session.start().catch((error) => {
      // First leave the alternate screen: nobody would see the message there.
      void session.close();
      reject(error);
    });
  });
}

/** Connects what is not pure: the terminal, the worker and the current state. */
class Session {
  private state: TuiState;
  private keyboard: Keyboard | undefined;
  /** To be called with the first answer, if no keyboard is open by then. */
  private answered: (() => void) | undefined;
  /** The question whose answer takes the terminal back. */
  private lent: QuestionKind | undefined;
  private frameTimer: NodeJS.Timeout | undefined;
  /** When something was drawn last, in milliseconds since the program started. */
  private drawn = 0;
  private escapeTimer: NodeJS.Timeout | undefined;
  /** Runs only while something is asked: an idle terminal has no timer. */
  private clock: NodeJS.Timeout | undefined;
  private readonly keys = keyReader();
  private readonly painter = new Painter();
  private readonly paint: Paint;
  private readonly tty: Tty;
  private readonly thread: WorkerThread;
  private readonly options: TuiOptions;
  private readonly done: (code: QuitCode) => void;

  constructor(options: TuiOptions, done: (code: QuitCode) => void) {
    this.options = options;
    this.done = done;
    this.paint = painter(options.look);
    this.tty = new Tty(options.self, (size) => this.resized({ kind: "resized", size }));
    this.thread = new WorkerThread(options, (news) => this.heard(news));
    this.state = firstState(this.tty.size(), options.wish, Math.floor(Date.now() / 1000));
  }

  async start(): Promise<void> {
    this.tty.open();
    this.draw();
    this.handle({ kind: "started" });
    this.draw();
    await Promise.all([this.thread.start(), this.startKeyboard()]);
  }

  /** Loading Ink takes longer than all that is drawn first. */
  private async startKeyboard(): Promise<void> {
    await this.untilTypedOrAnswered();
    const { openKeyboard } = await import("./terminal/ink.ts");
    this.keyboard = openKeyboard(this.options.self.stdin, (chunk) => this.typed(chunk));
  }

  /** Waits for the first key, which stays in the input until it is read, or until the first answers are drawn. */
  private untilTypedOrAnswered(): Promise<void> {
    return new Promise((resolve) => {
      this.options.self.stdin.once("readable", resolve);
      this.answered = () => setTimeout(resolve, ANSWERS_MS);
    });
  }

  private typed(chunk: string): void {
    this.thread.typed(chunk);
    clearTimeout(this.escapeTimer);
    this.entered(this.keys.push(chunk));
    if (this.keys.pending()) this.escapeTimer = setTimeout(() => this.entered(this.keys.flush()), ESCAPE_MS);
  }

  private entered(inputs: readonly Input[]): void {
    for (const input of inputs) this.handle({ kind: "input", input, at: Date.now() });
    this.draw();
  }

  private resized(event: Event): void {
    this.painter.forget();
    this.handle(event);
    this.draw();
  }

  private heard(news: News): void {
    const kind = news.kind === "answer" ? news.answer.kind : news.kind === "failed" ? news.of : undefined;
    if (this.lent !== undefined && kind === this.lent) {
      this.lent = undefined;
      this.back();
    }
    this.later({ kind: "news", news, at: Date.now() });
    this.answered?.();
    this.answered = undefined;
  }

  /** Handles an event now, and draws the result at once, or a frame's time after what was drawn last. */
  private later(event: Event): void {
    this.handle(event);
    const wait = this.drawn + FRAME_MS - performance.now();
    if (wait <= 0) this.draw();
    else this.frameTimer ??= setTimeout(() => this.draw(), wait);
  }

  private handle(event: Event): void {
    const { state, wants } = reduce(this.state, event);
    this.state = state;
    for (const want of wants) this.satisfy(want);
  }

  private satisfy(want: Want): void {
    switch (want.kind) {
      case "ask":
        if (want.isOnTerminal === true) void this.askOnTerminal(want.request);
        else this.thread.ask(want.request);
        this.tick();
        break;
      case "giveUp":
        this.thread.giveUp(want.of);
        break;
      case "quit":
        void this.close().then(() => this.done(want.code));
        break;
      case "copy":
        this.tty.copy(want.text);
        break;
      case "edit":
        void this.edit(want);
        break;
      case "mouse":
        this.tty.mouse(want.isOn);
        break;
      case "suspend":
        void this.suspend();
    }
  }

  /** Draws that work goes on, and how long it takes, until all is answered. */
  private tick(): void {
    this.clock ??= setInterval(() => {
      this.handle({ kind: "waited" });
      this.draw();
      if (isWaiting(this.state)) return;
      clearInterval(this.clock);
      this.clock = undefined;
    }, LOOK_MS);
  }

  private draw(): void {
    clearTimeout(this.frameTimer);
    this.frameTimer = undefined;
    const lines = frame(this.state, Date.now());
    const { wish, size } = this.state;
    const changed = this.painter.update(lines.map(this.paint));
    const isSaid = wish.plain && changed !== "";
    const said = isSaid ? this.painter.announce(this.paint(announced(this.state, lines)), size.rows) : "";
    this.tty.write(changed + said);
    // Loading the clock takes time that the first frame does not wait for.
    this.drawn = performance.now();
  }

  private async suspend(): Promise<void> {
    await this.keyboard?.pause();
    await this.tty.stop();
    this.back();
  }

  /** The terminal is left to what the worker starts; its answer takes it back. */
  private async askOnTerminal(request: AskedWorker["request"]): Promise<void> {
    await this.keyboard?.pause();
    this.tty.leave();
    this.lent = request.kind;
    this.thread.ask(request);
  }

  private async edit(want: EditWant): Promise<void> {
    await this.keyboard?.pause();
    this.tty.leave();
    const failure = await runEditor(want);
    this.back();
    this.later({ kind: "edited", failure });
  }

  /** The terminal is ours again; its content is unknown. */
  private back(): void {
    this.tty.enter();
    this.keyboard?.resume();
    this.resized({ kind: "resized", size: this.tty.size() });
  }

  /** Gives the terminal back and ends the thread. Never fails. */
  async close(): Promise<void> {
    clearInterval(this.clock);
    clearTimeout(this.frameTimer);
    clearTimeout(this.escapeTimer);
    const ended = this.thread.end();
    this.keyboard?.close();
    this.tty.close();
    await ended;
  }
}
