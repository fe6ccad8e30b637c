import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Sources, unexplainedExceptions, unusedDoors, violations, wideRooms } from "./support/architecture.ts";
import { budgetFaults, lengthFaults, nameFaults } from "./support/limits.ts";
import { limits, rules } from "./support/rooms.ts";
import { besideFiles, sharedNames } from "./support/shrinking.ts";

test("imports of src point down the layers, in no circle, and use each library only where it belongs", () => {
  expect(violations(filesIn("src"), rules)).toEqual([]);
});

test("each door of a room is used", () => {
  expect(unusedDoors(filesIn("src"), rules)).toEqual([]);
});

test("no room has more than three doors, but for what tables name, and rooms of words for all", () => {
  expect(wideRooms(filesIn("src"), rules)).toEqual([]);
});

test("a room with a fourth door is caught, and a table may name any file", () => {
  const files = (importer: string) => {
    const text = ["a", "b", "c", "d"].map((name) => `import "../doors/${name}.ts";`).join("\n");
    return new Map([[importer, text]]);
  };
  const narrow = { ...rules, doors: { "resolve/doors": "a b c d" }, tables: ["src/resolve/table/table.ts"] };

  expect(wideRooms(files("src/resolve/groups/order.ts"), narrow)).toEqual(["resolve/doors: a b c d"]);
  expect(wideRooms(files("src/resolve/table/table.ts"), narrow)).toEqual([]);
});

test("each library of the table is a dependency or part of Node", () => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
  const known = new Set(Object.keys({ ...dependencies, ...devDependencies }));

  expect(Object.keys(rules.libraries).filter((name) => !known.has(name) && !isBuiltin(name))).toEqual([]);
});

test("git is started by one function, which switches off the programs that a repository can name", () => {
  const callers = [...filesIn("src")].filter(([, text]) => /\bgitCall\(/.test(text)).map(([file]) => file);

  expect(callers).toEqual(["call", "process"].map((name) => `src/source/git/program/${name}.ts`));
  expect(rules.libraries["node:child_process"]).toEqual([
    "source/git/program/process.ts",
    "annex/shards/jobs/worker.ts",
    "cli/prepare.ts",
    // Starts heir itself.
    "hooks/supervise/supervise.ts",
  ]);
  expect(rules.libraries["simple-git"]).toEqual(["source/git/program/single.ts"]);
});

test("expressions are literals: a pattern from data or a command line is compiled by base/pattern, in linear time", () => {
  const compiling = [...filesIn("src")].filter(([, text]) => /\bRegExp\s*\(/.test(text)).map(([file]) => file);

  // Its expressions are put together from literals of the same file.
  expect(compiling).toEqual(["src/model/secrets/secrets.ts"]);
});

test("no folder holds more than 25 files", () => {
  const sizes = new Map<string, number>();
  for (const file of filesIn("src").keys()) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);

  expect([...sizes].filter(([, size]) => size > 25)).toEqual([]);
});

test("each room has its budget of lines, and none of them allows much more than is used", () => {
  expect(budgetFaults(programFiles(), limits)).toEqual([]);
});

test("no function has more than 50 lines as a reader counts, and no file more than 400", () => {
  expect(lengthFaults(programFiles())).toEqual([]);
});

test("each exported name has one owner, but for those listed", () => {
  const others = [...programFiles()].filter(([file]) => file !== "src/index.ts");

  expect(nameFaults(new Map(others), sharedNames)).toEqual([]);
});

test("only the files listed hold something beside an object", () => {
  const holding = [...filesIn("src")].filter(([, text]) => /\bnew (?:WeakMap|Beside)\b/.test(text));

  expect(holding.map(([file]) => file).toSorted()).toEqual(besideFiles.map((file) => `src/${file}`));
});

test("values of layers are walked by the written walk and the merge alone", () => {
  const readers = /\b(?:readKey|entryAt|isBareKey)\b[^;]*values\/key-prefix\.ts"/;
  const walking = [...filesIn("src")].filter(([, text]) => readers.test(text)).map(([file]) => file);
  const others = walking.filter((file) => !/^src\/(?:model|parse|resolve|written)\//.test(file));

  // It judges keys that the walk found.
  expect(others).toEqual(["src/checks/definition.ts"]);
});

test("whoever silences the compiler or the linter says why", () => {
  const sources = new Map([...filesIn("src"), ...filesIn("test"), ...filesIn("scripts"), ...filesIn("bench")]);

  expect(unexplainedExceptions(sources)).toEqual([]);
});

test.each([
  ["an import of a value", `import { resolve } from "../../resolve/node.ts";`],
  ["an import of a type", `import type { Step } from "../../resolve/node.ts";`],
  ["a type named in place", `export type Step = import("../../resolve/node.ts").Step;`],
  ["an export of someone else's names", `export { resolve } from "../../resolve/node.ts";`],
  ["an export of all names of another file", `export * from "../../resolve/node.ts";`],
  ["an import when needed", `export const load = () => import("../../resolve/node.ts");`],
])("upwards is caught: %s", (_, text) => {
  expect(check({ "src/model/values/value.ts": text })).toEqual([
    "src/model/values/value.ts: model may not import resolve (../../resolve/node.ts)",
  ]);
});

test("an import past a door is caught, also within one layer", () => {
  expect(check({ "src/resolve/groups/order.ts": `import "../ancestry/walk-observer.ts";` })).toEqual([
    "src/resolve/groups/order.ts: ../ancestry/walk-observer.ts is no door of resolve/ancestry",
  ]);
  expect(check({ "src/resolve/node.ts": `import "./fresh/a.ts";` })).toEqual([
    "src/resolve/node.ts: the room resolve/fresh names no door (./fresh/a.ts)",
  ]);
});

test("the core names an annex in its tables alone, and each part of an annex has a row of its own", () => {
  const faults = (file: string, specifier: string) => check({ [file]: `import "${specifier}";` });

  expect(faults("src/cli/output/rows.ts", "../../annex/edit/plan.ts")).toEqual([
    "src/cli/output/rows.ts: cli may not import annex/edit (../../annex/edit/plan.ts)",
  ]);
  expect(faults("src/cli/commands/table.ts", "../../annex/edit/impact.ts")).toEqual([]);
  expect(faults("src/annex/edit/plan.ts", "../../source/edit/edit-files.ts")).toEqual([
    "src/annex/edit/plan.ts: annex/edit may not import source (../../source/edit/edit-files.ts)",
  ]);
  expect(faults("src/annex/edit/commands/set.ts", "../../../cli/commands/command.ts")).toEqual([]);
});

test("the servers of editors and assistants are loaded by their commands alone", () => {
  const imported = (text: string) => check({ "src/annex/editor/commands/lsp.ts": text });

  expect(imported(`export const load = () => import("../lsp/serve.ts");`)).toEqual([]);
  expect(imported(`import "../lsp/serve.ts";`)).toEqual([
    "src/annex/editor/commands/lsp.ts: ../lsp/serve.ts is imported as import() alone",
  ]);
});

test("a circle of nothing but types is caught", () => {
  const faults = check({
    "src/model/a.ts": `import type { B } from "./b.ts"; export type A = B;`,
    "src/model/b.ts": `import type { C } from "./c.ts"; export type B = C;`,
    "src/model/c.ts": `import type { A } from "./a.ts"; export type C = A;`,
  });

  expect(faults).toEqual(["import cycle: src/model/a.ts > src/model/b.ts > src/model/c.ts > src/model/a.ts"]);
});

test("a circle closed by an import when needed is caught: who reads one file would have to read them all", () => {
  const faults = check({
    "src/cli/a.ts": `import { b } from "./b.ts"; export const a = b;`,
    "src/cli/b.ts": `export const b = () => import("./a.ts");`,
  });

  expect(faults).toEqual(["import cycle: src/cli/a.ts > src/cli/b.ts > src/cli/a.ts"]);
});

test.each([
  ["a library in the wrong folder", "src/report/text/row.ts", "yaml", "yaml"],
  ["a library in the wrong file of the right folder", "src/parse/definitions/definition.ts", "yaml", "yaml"],
  ["a path inside a library", "src/cli/main.ts", "react/jsx-runtime", "react"],
  ["a library no table knows", "src/cli/main.ts", "@scope/some/thing.js", "@scope/some"],
  ["input and output in a folder that computes", "src/resolve/merge/merge.ts", "node:fs/promises", "node:fs/promises"],
  ["a module of Node under its old name", "src/source/read.ts", "fs", "fs"],
])("%s is caught", (_, file, specifier, library) => {
  expect(check({ [file]: `import {} from "${specifier}";` })).toEqual([
    `${file}: may not import the library ${library}`,
  ]);
});

test("a specifier without .ts, one that is computed and a folder in no table are caught", () => {
  expect(check({ "src/base/a.ts": `import "./b";` })).toEqual(["src/base/a.ts: ./b does not end in .ts"]);
  expect(check({ "src/base/a.ts": "export const load = (name: string) => import(name);" })).toEqual([
    "src/base/a.ts: may not import the library (computed)",
  ]);
  expect(check({ "src/utils/a.ts": `import "../base/b.ts";` })).toEqual([
    "src/utils/a.ts: the folder utils is in no table",
  ]);
});

test("an exception holds for its file, and only when loaded as it says", () => {
  const lazily = `export const run = () => import("../../../tui/run.ts");`;
  const atOnce = `import { app } from "../../../tui/run.ts";`;

  expect(check({ "src/cli/commands/project/tui.ts": lazily })).toEqual([]);
  expect(check({ "src/cli/commands/project/tui.ts": atOnce })).toHaveLength(1);
  expect(check({ "src/cli/commands/inventory/show.ts": lazily })).toHaveLength(1);
});

test.each([
  ["// biome-ignore lint/suspicious/noExplicitAny: <explanation>", false],
  ["// biome-ignore lint/suspicious/noExplicitAny", false],
  ["// biome-ignore-all lint/suspicious/noConsole:", false],
  ["// biome-ignore lint/suspicious/noExplicitAny: the parser's own type", true],
  ["// @ts-expect-error", false],
  ["/* @ts-ignore */", false],
  ["// @ts-expect-error: planted, to see the compiler refuse it", true],
  ["// an ordinary remark", true],
])("%s", (comment, explained) => {
  expect(unexplainedExceptions(new Map([["src/a.ts", `${comment}\nexport const a = 1;\n`]]))).toHaveLength(
    explained ? 0 : 1,
  );
});

test("a room above its budget, one far below it, one without and budgets above their sum are caught", () => {
  const sources = new Map([["src/base/a.ts", "const a = 1;\n".repeat(10)]]);
  const faults = (budgets: Readonly<Record<string, number>>, total = 310) => budgetFaults(sources, { budgets, total });

  expect(faults({ base: 10 }, 10)).toEqual([]);
  expect(faults({ base: 9 }, 9)).toEqual(["base has 10 lines, more than its budget of 9"]);
  expect(faults({ base: 309 })).toEqual([]);
  expect(faults({ base: 310 })).toEqual(["base has 10 lines: lower its budget of 310"]);
  expect(faults({}, 0)).toEqual(["base has no budget of lines"]);
  expect(faults({ base: 10, others: 90 }, 100)).toEqual([]);
  expect(faults({ base: 10, others: 90 }, 99)).toEqual([
    "the budgets are 100 lines together, more than 99: lower another row",
  ]);
  expect(faults({ base: 10 }, 310)).toEqual(["the budgets are 10 lines together: lower their total of 310"]);
});

const LONG = `{\n${"  step();\n".repeat(49)}}`;

test.each([
  ["a function", `function a(): void ${LONG}\n`],
  [
    "an exported function, counted from its first line",
    `export function a(\n): void ${LONG.replace("step();\n", "")}\n`,
  ],
  ["a constant", `const a = (): void => ${LONG};\n`],
  ["a method", `class A {\n  a(): void ${LONG}\n}\n`],
  ["a method of an object", `const a = {\n  b(): void ${LONG},\n};\n`],
  ["a function without a name", `call(() => ${LONG});\n`],
])("51 lines are caught: %s", (_, text) => {
  expect(lengthFaults(new Map([["src/a.ts", text]]))).toEqual([
    expect.stringMatching(/^src\/a\.ts:[12]: the function has 51 lines$/),
  ]);
  const shorter = text.replace("  step();\n", "");
  expect(lengthFaults(new Map([["src/a.ts", shorter]]))).toEqual([]);
});

test("a file of 401 lines is caught", () => {
  const file = (lines: number) => new Map([["src/a.ts", "export {};\n".repeat(lines)]]);

  expect(lengthFaults(file(400))).toEqual([]);
  expect(lengthFaults(file(401))).toEqual(["src/a.ts has 401 lines"]);
});

test("a second owner of a name is caught, and a listed name that has fewer", () => {
  const sources = new Map([
    ["src/a.ts", "export const name = 1;\nexport type Other = 1;\n"],
    ["src/b.ts", `export function name(): void {}\nexport { Other } from "./a.ts";\n`],
  ]);

  expect(nameFaults(sources, {})).toEqual(["name is exported by src/a.ts and src/b.ts"]);
  expect(nameFaults(sources, { name: 2 })).toEqual([]);
  expect(nameFaults(sources, { name: 3 })).toEqual(["name no longer has 3 owners: shorten the list"]);
});

function check(sources: Readonly<Record<string, string>>): readonly string[] {
  return violations(new Map(Object.entries(sources)), rules);
}

/** What is TypeScript in `src`. */
function programFiles(): Sources {
  return new Map([...filesIn("src")].filter(([file]) => /\.tsx?$/.test(file)));
}

function filesIn(folder: string): Sources {
  const root = join(import.meta.dirname, "..");
  if (!existsSync(join(root, folder))) return new Map();
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => /\.(?:tsx?|js)$/.test(name)).map((name) => `${folder}/${name}`);
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
