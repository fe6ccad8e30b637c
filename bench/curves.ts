import { jsonInventory } from "../src/report/inventory/json.ts";
import { memoryWorkspace } from "../src/workspace/open.ts";

/** An inventory of a given size; its cost is reported per unit of the size. */
interface Curve {
  readonly unit: string;
  readonly sizes: readonly number[];
  files(size: number): ReadonlyMap<string, string>;
}

const RUNS = 3;

const CURVES: readonly Curve[] = [
  { unit: "node", sizes: [250, 500, 1000, 2000], files: (size) => inventory({ nodes: size, classes: 20 }) },
  { unit: "class of a node", sizes: [100, 200, 400, 800], files: (size) => inventory({ nodes: 10, classes: size }) },
  { unit: "level of classes", sizes: [50, 100, 200, 400], files: (size) => deep(size) },
  {
    unit: "item of a list",
    sizes: [1000, 2000, 4000, 8000],
    files: (size) =>
      one(
        lines(size, (at) => `- i${at}`),
        "l",
      ),
  },
  {
    unit: "key of a mapping",
    sizes: [1000, 2000, 4000, 8000],
    files: (size) =>
      one(
        lines(size, (at) => `k${at}: ${at}`),
        "m",
      ),
  },
  { unit: "reference in a chain", sizes: [60, 120, 240, 480], files: chain },
  { unit: "group of a node", sizes: [25, 50, 100, 200], files: groups },
];

/** The cost per unit at doubling sizes, as a Markdown table: a cost that grows shows more than linear work. */
export async function benchCurves(): Promise<string> {
  const rows: string[] = [];
  for (const { unit, sizes, files } of CURVES) {
    const costs: string[] = [];
    for (const size of sizes) costs.push(`${size}: ${((await best(files(size))) / size).toFixed(1)} µs`);
    rows.push(`| ${unit} | ${costs.join(" | ")} |`);
  }
  return ["| for each | | | | |", "| --- | ---: | ---: | ---: | ---: |", ...rows].join("\n");
}

/** Processor time of the fastest of some runs, in microseconds. */
async function best(files: ReadonlyMap<string, string>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) least = Math.min(least, await cost(files));
  return least;
}

async function cost(files: ReadonlyMap<string, string>): Promise<number> {
  const workspace = memoryWorkspace(files);
  const start = process.cpuUsage();
  const inventory = await workspace.load(await workspace.snapshot("WORKTREE"));
  const writer = jsonInventory();
  for (const outcome of workspace.resolve(inventory)) {
    if (outcome.node === undefined) throw new Error(`${outcome.name} does not resolve`);
    writer.node(outcome);
  }
  const { user, system } = process.cpuUsage(start);
  await workspace.close();
  return user + system;
}

function inventory({ nodes, classes }: { readonly nodes: number; readonly classes: number }): Map<string, string> {
  const files = new Map([["classes/c.yml", "parameters: {p: {base: 1}}\n"]]);
  const names = Array.from({ length: classes }, (_, at) => `c${at}`);
  for (const name of names) {
    const own = `{${name}: {port: 1, by: "\${p:${name}}", list: [a, b]}, all: [${name}], p: {${name}: "\${p:base}"}}`;
    files.set(`classes/${name}.yml`, `classes: [c]\nparameters: ${own}\n`);
  }
  for (let at = 0; at < nodes; at += 1) files.set(`nodes/n${at}.yml`, `classes: [${names.join(", ")}]\n`);
  return files;
}

/** A chain of classes, each of which includes the next. */
function deep(size: number): Map<string, string> {
  const files = new Map([["nodes/n1.yml", "classes: [c0]\n"]]);
  for (let at = 0; at < size; at += 1) {
    const below = at + 1 < size ? `classes: [c${at + 1}]\n` : "";
    files.set(`classes/c${at}.yml`, `${below}parameters: {k${at}: ${at}}\n`);
  }
  return files;
}

/** Two classes that set the same value. */
function one(text: string, key: string): Map<string, string> {
  const file = `parameters:\n  ${key}:\n${text}`;
  const node = "classes: [a, b]\n";
  return new Map([
    ["classes/a.yml", file],
    ["classes/b.yml", file],
    ["nodes/n1.yml", node],
  ]);
}

function lines(size: number, line: (at: number) => string): string {
  return Array.from({ length: size }, (_, at) => `    ${line(at)}\n`).join("");
}

function chain(size: number): Map<string, string> {
  const text = lines(size, (at) => `k${at}: "\${m:k${at + 1}}"`);
  return new Map([
    ["classes/a.yml", `parameters:\n  m:\n${text}    k${size}: end\n`],
    ["nodes/n1.yml", "classes: [a]\n"],
  ]);
}

function groups(size: number): Map<string, string> {
  const files = new Map([
    ["nodes/n1.yml", "{}\n"],
    ["classes/a.yml", "{}\n"],
  ]);
  for (let at = 0; at < size; at += 1) {
    const below = at === 0 ? "" : `parents: [g${at - 1}]\n`;
    files.set(`groups/g${at}.yml`, `${below}nodes: [n1]\nproperties: {p: ${at}, q${at}: ${at}}\n`);
  }
  return files;
}
