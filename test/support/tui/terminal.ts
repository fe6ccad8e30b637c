import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hermeticEnv, type TestEnvironment, tempDir } from "../git/repo.ts";

/** Whether a terminal can be had at all: it is one of tmux. */
export const hasTmux: boolean = spawnSync("tmux", ["-V"]).status === 0;

export interface TerminalOptions {
  readonly cwd: string;
  /** The built command; it is `heir` and `git heir` in the terminal. */
  readonly program: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: TestEnvironment;
}

const LIMIT_MS = 20_000;
const POLL_MS = 20;
const MOST_LOOKS = 50;
/** What the shell shows when it waits for a command. */
const PROMPT = "ready> ";

/**
 * A real terminal with a shell in it: alternate screen, raw mode, signals, sizes and job control are those of the
 * system. Nothing is waited for by the clock: {@link Terminal.wait} looks until it is there.
 */
export class Terminal {
  private readonly socket: string;
  private readonly output: string;

  private constructor(folder: string) {
    this.socket = join(folder, "tmux");
    this.output = join(folder, "output");
  }

  static async open({ cwd, program, columns = 80, rows = 24, env = {} }: TerminalOptions): Promise<Terminal> {
    const folder = tempDir();
    const terminal = new Terminal(folder);
    const bin = commandsIn(folder, program);
    const all: TestEnvironment = { ...hermeticEnv(), LC_ALL: "C.UTF-8", TZ: "UTC", PS1: PROMPT, ...env };
    const set = Object.entries({ ...all, PATH: `${bin}:${all["PATH"] ?? ""}` }).filter(
      ([, value]) => value !== undefined,
    );
    const shell = ["env", "-u", "CI", "-u", "NO_COLOR", ...set.map(([name, value]) => `${name}=${value}`), "sh", "-i"];
    const size = ["-x", String(columns), "-y", String(rows)];
    terminal.tmux("-f", "/dev/null", "-u", "new-session", "-d", ...size, "-c", cwd, ...shell);
    terminal.tmux("set-option", "-g", "status", "off", ";", "set-option", "-s", "escape-time", "0");
    terminal.tmux("pipe-pane", `cat >> '${terminal.output}'`);
    await terminal.wait(PROMPT.trim());
    return terminal;
  }

  /** Keys by the names that tmux has for them: `j`, `Enter`, `C-c`, `PPage`. */
  keys(...names: readonly string[]): void {
    this.tmux("send-keys", ...names);
  }

  /** Text as it is, in one piece. */
  type(text: string): void {
    this.tmux("send-keys", "-l", text);
  }

  /** A command line for the shell. */
  run(line: string): void {
    this.type(line);
    this.keys("Enter");
  }

  /** Text as terminals paste it: marked as such, where the program has asked for that. */
  paste(text: string): void {
    this.tmux("set-buffer", text);
    this.tmux("paste-buffer", "-p");
  }

  resize(columns: number, rows: number): void {
    this.tmux("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** What is on the screen, line by line, without blanks at the ends. */
  screen(): readonly string[] {
    return this.tmux("capture-pane", "-p")
      .split("\n")
      .map((line) => line.trimEnd());
  }

  /** All that was ever written to the terminal. */
  written(): string {
    return existsSync(this.output) ? readFileSync(this.output, "utf8") : "";
  }

  /** Looks until the screen has a text, or is as wanted; gives the screen. Fails, showing the screen, if it never is. */
  async wait(wanted: string | RegExp | ((lines: readonly string[]) => boolean)): Promise<readonly string[]> {
    const end = Date.now() + LIMIT_MS;
    for (;;) {
      const size = this.size();
      const lines = this.screen();
      if (isAsWanted(lines, wanted)) return lines;
      if (Date.now() > end) throw new Error(`never came: ${wanted}\n${lines.join("\n")}`);
      // A look takes a process: another one only where something was written, or it might have come by other means.
      for (let looks = 0; looks < MOST_LOOKS && this.size() === size; looks += 1) await pause(POLL_MS);
    }
  }

  private size(): number {
    return statSync(this.output, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Whether the program has asked for reports of the mouse. */
  hasMouse(): boolean {
    return this.tmux("display-message", "-p", "#{mouse_standard_flag}").trim() === "1";
  }

  /** Whether the alternate screen is shown, and whether there is a cursor. */
  state(): { readonly isAlternate: boolean; readonly hasCursor: boolean } {
    const [alternate, cursor] = this.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag}").trim().split(" ");
    return { isAlternate: alternate === "1", hasCursor: cursor === "1" };
  }

  /** The process that has the terminal. */
  process(name: string): number {
    const tty = this.tmux("display-message", "-p", "#{pane_tty}")
      .trim()
      .replace(/^\/dev\//, "");
    const lines = execFileSync("ps", ["-o", "pid=,args=", "-t", tty], { encoding: "utf8" }).split("\n");
    const line = lines.find((each) => each.includes(name));
    if (line === undefined) throw new Error(`no process of this terminal is called ${name}:\n${lines.join("\n")}`);
    return Number.parseInt(line, 10);
  }

  close(): void {
    spawnSync("tmux", ["-S", this.socket, "kill-server"]);
  }

  private tmux(...args: readonly string[]): string {
    const { TMUX: _, ...env } = process.env;
    return execFileSync("tmux", ["-S", this.socket, ...args], { encoding: "utf8", env, stdio: "pipe" });
  }
}

/** A folder with `heir` and `git-heir` in it. */
function commandsIn(folder: string, program: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "heir"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(bin, "heir"), 0o755);
  symlinkSync("heir", join(bin, "git-heir"));
  return bin;
}

function isAsWanted(lines: readonly string[], wanted: Parameters<Terminal["wait"]>[0]): boolean {
  if (typeof wanted === "function") return wanted(lines);
  const text = lines.join("\n");
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}
