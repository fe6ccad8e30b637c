import { hasCode, messageOf } from "../../model/findings/failure.ts";
import type { Size } from "../draw/line.ts";

export type TtyProcess = Pick<
  NodeJS.Process,
  "stdin" | "stdout" | "stderr" | "on" | "off" | "once" | "removeAllListeners" | "pid" | "kill" | "exit"
>;

/** Alternate screen, no cursor, no wrapping, bracketed paste; and all of that undone. */
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h";
const LEAVE = "\u001b[?2004l\u001b[?7h\u001b[0m\u001b[?25h\u001b[?1049l";
/** Mouse reports: presses and the wheel, with positions of any size. */
const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;
const SETTLE_MS = 30;

/**
 * Takes the terminal over, and gives it back however the program ends, except by SIGKILL. Signals end the program with
 * the exit code that shells expect, exceptions with 70 and a message.
 */
export class Tty {
  private isTaken = false;
  private hasMouse = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly self: TtyProcess;
  private readonly resized: (size: Size) => void;
  private readonly endings: (readonly [string, (reason: unknown) => void])[];

  constructor(self: TtyProcess, resized: (size: Size) => void) {
    this.self = self;
    this.resized = resized;
    this.endings = [
      ...Object.entries(SIGNALS).map(([name, code]) => [name, () => this.end(code)] as const),
      ["SIGHUP", () => this.hangUp()],
      ["uncaughtException", (error) => this.fail(error)],
      ["unhandledRejection", (error) => this.fail(error)],
      ["exit", () => this.leave()],
    ];
  }

  size(): Size {
    const { columns, rows } = this.self.stdout;
    return { columns: columns || 80, rows: rows || 24 };
  }

  write(text: string): void {
    if (this.isTaken) this.self.stdout.write(text);
  }

  /** Asks the terminal to put a text into the clipboard; not all terminals do. */
  copy(text: string): void {
    this.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  }

  /** Turns mouse reports on or off while the terminal is ours. */
  mouse(isOn: boolean): void {
    if (this.hasMouse === isOn) return;
    this.hasMouse = isOn;
    this.write(isOn ? MOUSE_ON : MOUSE_OFF);
  }

  open(): void {
    for (const [name, listener] of this.endings) this.self.on(name, listener);
    this.self.stdout.on("resize", this.onResize);
    this.enter();
  }

  close(): void {
    this.leave();
    clearTimeout(this.timer);
    this.self.stdout.off("resize", this.onResize);
    for (const [name, listener] of this.endings) this.self.off(name, listener);
  }

  enter(): void {
    if (this.isTaken) return;
    this.isTaken = true;
    this.self.stdin.setRawMode(true);
    this.self.stdout.write(this.hasMouse ? `${ENTER}${MOUSE_ON}` : ENTER);
  }

  leave(): void {
    if (!this.isTaken) return;
    this.isTaken = false;
    this.self.stdout.write(this.hasMouse ? `${MOUSE_OFF}${LEAVE}` : LEAVE);
    this.self.stdin.setRawMode(false);
  }

  /** Stops the process group: `git heir tui` is two processes, and the shell waits for both. A timer keeps Node alive. */
  stop(): Promise<void> {
    this.leave();
    return new Promise((resolve) => {
      const alive = setInterval(() => undefined, 1000);
      this.self.once("SIGCONT", () => {
        clearInterval(alive);
        this.enter();
        resolve();
      });
      this.self.kill(0, "SIGTSTP");
    });
  }

  /** Resizing a window reports dozens of sizes: the last one counts. */
  private readonly onResize = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.resized(this.size()), SETTLE_MS);
  };

  private end(code: number): void {
    this.leave();
    this.self.exit(code);
  }

  /** Ends by the signal itself: without a terminal Node crashes on exit, when it resets the modes. */
  private hangUp(): void {
    this.leave();
    this.self.removeAllListeners("SIGHUP");
    this.self.kill(this.self.pid, "SIGHUP");
  }

  private fail(error: unknown): void {
    if (hasCode(error, "EIO")) {
      this.hangUp();
      return;
    }
    this.leave();
    const message = messageOf(error);
    this.self.stderr.write(
      `heir hit a bug (70): ${message}\nhint: run it again with HEIR_TRACE=1 and report what it prints\n`,
    );
    if (process.env["HEIR_TRACE"] && error instanceof Error) this.self.stderr.write(`${error.stack ?? ""}\n`);
    this.end(70);
  }
}
