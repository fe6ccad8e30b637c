import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median, quietEnvironment } from "./measure.ts";
import { Pty, type Spent, spent } from "./pty.ts";
import { SeededRandom } from "./random.ts";
import { type TuiProgram, tuiPrograms } from "./tui-peers.ts";

/** The input of the measurement. */
interface TuiInput {
  readonly name: string;
  readonly folder: string;
}

const SEED = 8;
const NODES = 10_000;
const COMMITS = 5000;
const KEYS = 150;
const STARTS = 5;
/** Longer than the worker waits between two keys: each key requests the changes of another commit. */
const BETWEEN_KEYS_MS = 20;
/** For programs that write only changes, and do not show when a frame is complete. */
const CALM_MS = 15;

/** Measures the terminal UI and installed peers; returns a table and what its figures mean. */
export async function benchTui(heir: string, corpora: readonly TuiInput[]): Promise<string> {
  if (process.platform !== "linux" || spawnSync("script", ["--version"]).status !== 0) {
    return "The terminal UI is measured on Linux, with script of util-linux.";
  }
  const { programs, missing } = tuiPrograms(heir);
  const rows: string[] = [];
  for (const input of [made(), ...corpora]) {
    for (const program of programs) rows.push(await rowOrNone(program, input));
  }
  return [
    "Terminal of 140 by 40. First paint: from the start of the process to the end of the first frame (others: to the first",
    `text); history: to the newest commit. Medians of ${STARTS} starts. Key: from writing \`j\` to a frame with the cursor on`,
    `the next commit (others: to the last output before ${CALM_MS} ms without any), ${KEYS} keys, each ${BETWEEN_KEYS_MS} ms after the`,
    "frame of the last. Processor time of a key: of the thread that draws, and of all threads, which in heir resolve what",
    "the cursor passes; the others do not resolve. Memory: resident, after the last key.",
    "",
    "| input | program | first paint ms | history ms | key p50 ms | key p95 ms | draw CPU ms/key | all CPU ms/key | memory MB |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    ...(missing.length > 0 ? ["", ...missing] : []),
  ].join("\n");
}

/** A peer that never shows the newest commit has a row without figures; the others are still measured. */
async function rowOrNone(program: TuiProgram, input: TuiInput): Promise<string> {
  try {
    return await row(program, input);
  } catch (error) {
    if (program.at !== undefined) throw error;
    return `| ${[input.name, program.name, ...Array(FIGURES).fill("-")].join(" | ")} |`;
  }
}

/** Columns of figures. */
const FIGURES = 7;

async function row(program: TuiProgram, input: TuiInput): Promise<string> {
  const starts: (readonly [number, number])[] = [];
  for (let run = 0; run < STARTS; run += 1) {
    const { pty, times } = await started(program, input);
    starts.push(times);
    await pty.close();
  }
  const { waits, before, after } = await keys(program, input);
  const figures = [
    median(starts.map(([paint]) => paint)),
    median(starts.map(([, history]) => history)),
    median(waits),
    [...waits].sort((a, b) => a - b)[Math.floor(waits.length * 0.95)],
    (after.mainCpuMs - before.mainCpuMs) / waits.length,
    (after.cpuMs - before.cpuMs) / waits.length,
    after.rssMb,
  ];
  return `| ${[input.name, program.name, ...figures.map((figure) => format(figure ?? Number.NaN))].join(" | ")} |`;
}

function format(figure: number): string {
  return figure >= 20 ? figure.toFixed(0) : figure.toFixed(1);
}

/** A running terminal program, with the milliseconds until its first paint and until it showed the newest commit. */
async function started(
  { argv, painted: text, at }: TuiProgram,
  { folder }: TuiInput,
): Promise<{ pty: Pty; times: readonly [number, number] }> {
  const pty = new Pty(argv, folder);
  const painted = await pty.shown(text);
  const history = await pty.shown(at?.(1) ?? newest(folder));
  return { pty, times: [painted - pty.started, history - pty.started] };
}

/** The start of the newest commit's subject, short enough for any list. */
function newest(folder: string): RegExp {
  const subject = execFileSync("git", ["log", "-1", "--format=%s"], { cwd: folder, encoding: "utf8" });
  return new RegExp(
    subject
      .trim()
      .slice(0, 12)
      .replace(/[^\w ]/g, "."),
  );
}

async function keys(
  program: TuiProgram,
  input: TuiInput,
): Promise<{ waits: readonly number[]; before: Spent; after: Spent }> {
  const { pty } = await started(program, input);
  const pid = pty.pid();
  pty.type(program.first);
  await pause(1000);
  const before = spent(pid);
  const waits: number[] = [];
  for (let key = 1; key <= KEYS; key += 1) {
    const typed = performance.now();
    pty.type("j");
    waits.push((await (program.at ? pty.shown(program.at(key + 1)) : pty.calm(CALM_MS))) - typed);
    await pause(BETWEEN_KEYS_MS);
  }
  const after = spent(pid);
  await pty.close();
  return { waits, before, after };
}

/** Created once and kept in the temporary folder, because git is slow with so many files. */
function made(): TuiInput {
  const name = `made-up: ${NODES} nodes, ${COMMITS} commits, seed ${SEED}`;
  const folder = join(tmpdir(), `heir-bench-tui-${NODES}-${COMMITS}-${SEED}`);
  if (existsSync(folder)) return { name, folder };
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  const git = (args: readonly string[], input = ""): unknown =>
    execFileSync("git", args, { cwd: fresh, env: quietEnvironment(), input, stdio: ["pipe", "ignore", "inherit"] });
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], history());
  git(["reset", "--quiet", "--hard"]);
  renameSync(fresh, folder);
  return { name, folder };
}

function history(): string {
  const random = new SeededRandom(SEED);
  const first = [
    ...Array.from({ length: NODES }, (_, at) =>
      file(`nodes/n${at}.yml`, `classes: [dc.d${at % 10}, role.r${at % 200}]\n`),
    ),
    ...Array.from({ length: 10 }, (_, at) => file(`classes/dc/d${at}.yml`, classText("dc", at))),
    ...Array.from({ length: 200 }, (_, at) => file(`classes/role/r${at}.yml`, classText("role", at))),
  ];
  const later = Array.from({ length: COMMITS - 1 }, (_, at) => {
    const role = random.whole(0, 199);
    return commit(at + 1, `role.r${role}: value ${at}`) + file(`classes/role/r${role}.yml`, classText("role", at));
  });
  return [commit(0, "all nodes"), ...first, ...later].join("");
}

function classText(kind: string, at: number): string {
  const keys = Array.from({ length: 20 }, (_, key) => `    key${key}: value ${key === 0 ? at : key}\n`);
  return `parameters:\n  ${kind}:\n${keys.join("")}`;
}

function commit(at: number, message: string): string {
  const who = `committer Ops <ops@example.org> ${1_700_000_000 + at * 60} +0000`;
  return `commit refs/heads/main\n${who}\n${data(message)}`;
}

function file(path: string, text: string): string {
  return `M 644 inline ${path}\n${data(text)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
