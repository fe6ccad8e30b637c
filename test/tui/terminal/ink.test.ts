import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "../../../src/base/terminal-text.ts";
import { type Demo, replayedExample } from "../../example/replayed.ts";
import { builtInto } from "../../support/built.ts";
import { longHistory } from "../../support/git/long-history.ts";
import { hermeticEnv, newRepo, tempDir } from "../../support/git/repo.ts";
import { hasTmux, Terminal, type TerminalOptions } from "../../support/tui/terminal.ts";

const folder = tempDir();
const program = join(folder, "cli.js");
const COMMITS = "━ > Commits ";
let demo: Demo;
let terminal: Terminal | undefined;

beforeAll(async () => {
  builtInto(folder);
  demo = await replayedExample();
});

afterEach(() => terminal?.close());
afterAll(() => demo.remove());

/** A terminal in the example repository. */
async function opened(options: Partial<TerminalOptions> = {}): Promise<Terminal> {
  terminal = await Terminal.open({ cwd: demo.folder, program, ...options });
  return terminal;
}

/** The same, with `heir tui` in it and the history on the screen. */
async function started(options: Partial<TerminalOptions> = {}, line = "heir tui"): Promise<Terminal> {
  const own = await opened(options);
  own.run(`${line}; echo "code=$?" $(stty -a | grep -oE -- '-?(icanon|echo)\\b')`);
  await own.wait(/> [0-9a-f]{7} /);
  return own;
}

/** What the shell finds when the program has ended. */
async function left(own: Terminal): Promise<string> {
  const lines = await own.wait(/^code=\d+/m);
  expect(own.state()).toEqual({ isAlternate: false, hasCursor: true });
  return lines.find((line) => line.startsWith("code=")) ?? "";
}

describe.skipIf(!hasTmux)("in a real terminal (skipped where there is no tmux)", () => {
  test("it shows the history on the alternate screen, without a cursor", async () => {
    const own = await started();

    expect(own.screen().join("\n")).toContain(COMMITS);
    expect(own.state()).toEqual({ isAlternate: true, hasCursor: false });
  });

  test.each([
    ["q", 0],
    ["C-c", 130],
  ])("%s leaves it with %d, and the terminal as it was", async (key, code) => {
    const own = await started();
    own.keys(key);

    expect(await left(own)).toBe(`code=${code} icanon echo`);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends it with %d, and the terminal as it was", async (signal, code) => {
    const own = await started();
    process.kill(own.process("cli.js"), signal);

    expect(await left(own)).toBe(`code=${code} icanon echo`);
  });

  test("where the window is closed it ends as programs do that are hung up, without a crash", async () => {
    const own = await opened();
    const code = join(tempDir(), "code");
    own.run(`sh -c 'trap : HUP; heir tui; echo $? >${code}'`);
    await own.wait(/> [0-9a-f]{7} /);
    own.close();

    await expect.poll(() => existsSync(code) && readFileSync(code, "utf8"), { timeout: 10_000 }).toBe("129\n");
  });

  test.each(["heir tui", "git heir tui"])("Ctrl-Z gives %s back to the shell, and fg brings it back", async (line) => {
    const own = await opened();
    own.run(line);
    await own.wait(/> [0-9a-f]{7} /);
    own.keys("C-z");
    await own.wait(/Stopped/);
    expect(own.state()).toEqual({ isAlternate: false, hasCursor: true });
    own.run("fg");
    await own.wait(/> [0-9a-f]{7} /);
    own.keys("q");

    await own.wait(() => !own.state().isAlternate);
  });

  test("on terminals of any size there is one whole frame, and the chosen commit stays chosen", async () => {
    const own = await started({ columns: 80, rows: 24 });
    const first = chosenIn(own.screen());
    own.keys("j");
    const chosen = chosenIn(await own.wait((lines) => chosenIn(lines) !== first));
    for (const [columns, rows] of [
      [160, 50],
      [60, 16],
      [60, 12],
      [100, 30],
    ] as const) {
      own.resize(columns, rows);
      const lines = await own.wait((all) => isWhole(all, { columns, rows }));
      expect(lines.join("\n")).toContain(chosen);
    }
  });

  test("a terminal that is too small says so, and recovers", async () => {
    const own = await started();
    own.resize(10, 3);
    await own.wait("terminal");
    own.resize(80, 24);

    await own.wait((lines) => isWhole(lines, { columns: 80, rows: 24 }));
  });

  test("of 300 keys in one piece none is lost", async () => {
    const own = await started({ cwd: longHistory(311).dir });
    own.type("jjk".repeat(100));

    await own.wait(/[│┃]> [0-9a-f]{7} .* number 210 /);
  });

  test("a search finds a commit that is far down in the history, and the list then goes on around it", async () => {
    const own = await started({ cwd: longHistory(2000).dir });
    own.type("/number?7\r");
    // Without a sign that it goes on: Escape would only stop it.
    await own.wait("1 of 2,000 · searched 2,000 of 2,000 ");
    own.keys("Escape");

    await own.wait(/[│┃]> [0-9a-f]{7} .* number 7 /);
    await own.wait("1,993 of 2,000 ");
  });

  test("pasted text does not act as keys", async () => {
    const own = await started();
    own.paste("jjq\nq");

    await own.wait("there is nothing to paste into");
    expect(own.state().isAlternate).toBe(true);
  });

  test("with TERM=dumb it names the command that prints the same", async () => {
    const own = await opened({ columns: 120 });
    own.run('TERM=dumb heir tui; echo "code=$?"');

    expect((await own.wait(/^code=/m)).join("\n")).toMatch(/TERM is dumb[\s\S]*heir log --stat[\s\S]*code=2/);
  });

  test("with NO_COLOR there are no colours, and the chosen line is still to be seen", async () => {
    const own = await started({ env: { NO_COLOR: "1" } });

    // biome-ignore lint/suspicious/noControlCharactersInRegex: attributes are made of them
    const codes = new Set(own.written().match(/\u001b\[[0-9;]*m/g));
    expect([...codes].filter((code) => /\b(?:3[0-7]|9[0-7])m/.test(code))).toEqual([]);
    expect([...codes].some((code) => /[[;]7m/.test(code))).toBe(true);
  });

  test("nothing that a repository holds reaches the terminal as an order, and no border is out of line", async () => {
    const own = await started({ cwd: hostileRepo() });
    own.keys("Enter");
    await own.wait(/1 node +~ /);
    own.keys("j", "Enter");
    await own.wait("\\x1b]0;HOSTILE-TITLE\\x07");
    for (const line of own.screen().slice(1, 22)) expect(displayWidth(line), line).toBe(80);
    own.keys("q");
    await left(own);

    for (const raw of ["TITLE\u0007", "\u202e", "\u009b", "\u001b[31mred"]) expect(own.written()).not.toContain(raw);
    expect(own.written()).toContain("\\x1b]0;HOSTILE-TITLE\\x07");
  });

  test("e opens the editor on the line that counts, and comes back to what was there", async () => {
    const editor = join(folder, "editor");
    writeFileSync(editor, '#!/bin/sh\necho "editing $*"; read -r answer\n', { mode: 0o755 });
    const own = await started({ env: { VISUAL: `${editor} --wait` } });
    own.keys("Enter");
    await own.wait(/\d+ nodes? +~ .*Value on/s);
    own.keys("Enter");
    await own.wait(/▸ ?\d+ .*w(?:ins|on)/);
    own.keys("e");
    await own.wait(/editing --wait .*\.yml/);
    expect(own.state().isAlternate).toBe(false);
    own.keys("j", "q", "Enter");

    await own.wait(/▸ ?\d+ .*w(?:ins|on)/);
    expect(own.state()).toEqual({ isAlternate: true, hasCursor: false });
  });

  test("with heir.mouse a click chooses, the wheel moves on, and no end leaves the mouse taken", async () => {
    const { dir: cwd } = longHistory(40);
    execFileSync("git", ["config", "heir.mouse", "true"], { cwd });
    const own = await started({ cwd });
    await own.wait(() => own.hasMouse());
    // Above the third commit are the header, the border, and two commits.
    own.type("\u001b[<0;10;5M\u001b[<0;10;5m");
    await own.wait(/[│┃]> [0-9a-f]{7} .* number 37 /);
    own.type("\u001b[<65;10;5M");
    await own.wait(/[│┃]> [0-9a-f]{7} .* number 34 /);
    own.keys("C-z");
    await own.wait(/Stopped/);
    expect(own.hasMouse()).toBe(false);
    own.run("fg");
    await own.wait(() => own.hasMouse());
    process.kill(own.process("cli.js"), "SIGTERM");
    await own.wait(() => !own.state().isAlternate);
    expect(own.hasMouse()).toBe(false);
  });

  test("y puts what is chosen into the clipboard", async () => {
    const own = await started();
    own.keys("y");
    await own.wait("Copy");
    own.keys("c");
    await own.wait("copied: commit");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what goes to the clipboard begins with one
    const [, coded = ""] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(own.written()) ?? [];

    expect(Buffer.from(coded, "base64").toString()).toBe(demo.git("rev-parse", "HEAD").trim());
  });

  test("a commit made elsewhere appears without a key", async () => {
    const repo = newRepo();
    repo.commit("first", { "classes/a.yml": "", "nodes/web1.yml": "parameters: {a: 1}\n" });
    const own = await started({ cwd: repo.dir });
    await own.wait(/[0-9a-f]{7} .*first.* 1n/);
    repo.commit("second", { "nodes/web1.yml": "parameters: {a: 2}\n" });

    await own.wait("second");
  });

  test("it can be had as git heir tui", async () => {
    const own = await started({}, "git heir tui");
    own.keys("q");

    expect(await left(own)).toBe("code=0 icanon echo");
  });
});

test("without a terminal it refuses, and names the command that prints the same", () => {
  const env = { ...hermeticEnv() } as NodeJS.ProcessEnv;
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, "tui", "--node", "web*"], {
    cwd: demo.folder,
    env,
    encoding: "utf8",
  });

  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain("heir log --stat --node 'web*' prints the same");
});

/** Names, values and messages that would set the title, colour the screen, or turn text around. */
function hostileRepo(): string {
  const repo = newRepo();
  const order = "\u001b]0;HOSTILE-TITLE\u0007\u001b[31mred\u202e\u009b2J";
  const escaped = "\\e]0;HOSTILE-TITLE\\a\\e[31mred\\u202e\\x9b2J";
  const name = "web\u202e\u001b[31mred";
  repo.commit("first", { "classes/a.yml": "", [`nodes/${name}.yml`]: `parameters: {a: 1, "${escaped}": x}\n` });
  repo.commit(`second ${order}`, { [`nodes/${name}.yml`]: `parameters: {a: "${escaped}", "${escaped}": y}\n` });
  return repo.dir;
}

/** The commit at the cursor. */
function chosenIn(lines: readonly string[]): string {
  return /> [0-9a-f]{7} /.exec(lines.join("\n"))?.[0].trim() ?? "";
}

/** Whether there is a frame of exactly this size: its last row is free. */
function isWhole(lines: readonly string[], { columns, rows }: { columns: number; rows: number }): boolean {
  const frame = lines.slice(0, rows - 1);
  const isOne = columns < 60 || rows < 15;
  const isBorder = (line = ""): boolean => displayWidth(line) === columns && /^[┌└┏┗].*[┐┘┓┛]$/.test(line);
  if (isOne) return frame[0]?.startsWith("heir") === true && !frame.some((line) => /[┌└┏┗]/.test(line));
  return isBorder(frame[1]) && isBorder(frame[rows - 3]) && lines[rows - 1] === "";
}
