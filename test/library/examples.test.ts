import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Block, blocks, page, projectFolder } from "../docs/pages.ts";
import { type Demo, replayedExample } from "../example/replayed.ts";
import { builtInto } from "../support/built.ts";
import { tempDir } from "../support/git/repo.ts";

/** With UPDATE=1 the page is given the output that the examples really print. */
const update = process.env["UPDATE"] === "1";
const path = "docs/library.md";

interface Example {
  readonly name: string;
  readonly code: Block;
  readonly output: Block;
}

const examples = examplesOf(blocks(page(path)));
const project = tempDir();
let demo: Demo;

/** A project that has the package installed, and each example as a file. */
beforeAll(async () => {
  const installed = join(project, "node_modules", "git-heir");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(projectFolder, "package.json"), join(installed, "package.json"));
  builtInto(join(installed, "dist"));
  symlinkSync(join(projectFolder, "node_modules", "@types"), join(project, "node_modules", "@types"));
  writeFileSync(join(project, "package.json"), '{"type": "module"}');
  for (const { name, code } of examples) {
    const text = `${code.lines.join("\n")}\n`;
    writeFileSync(join(project, `${name}.ts`), text);
    writeFileSync(join(project, `${name}.js`), transformSync(text, { loader: "ts", target: "node20" }).code);
  }
  demo = await replayedExample();
});

afterAll(() => demo.remove());

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(5);
});

test("all examples are right in their types, for projects with the types of Node and with those of browsers", () => {
  for (const [name, environment] of Object.entries({
    node: { lib: ["es2023"], types: ["node"] },
    browser: { lib: ["es2023", "dom"], types: [] },
  })) {
    const compilerOptions = { ...environment, module: "nodenext", target: "es2023", strict: true, noEmit: true };
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    expect(compiled(join(project, `${name}.json`))).toBe("");
  }
});

test.each(examples)("$name prints what the page says", ({ name, output }) => {
  const env = { ...process.env, FORCE_COLOR: "0" };
  const printed = execFileSync(process.execPath, [join(project, `${name}.js`)], {
    cwd: demo.folder,
    env,
    encoding: "utf8",
  });
  if (update) rewrite(output, printed);
  else expect(printed).toBe(`${output.lines.join("\n")}\n`);
});

function examplesOf(all: readonly Block[]): readonly Example[] {
  return all.flatMap((code, at) => {
    const output = all[at + 1];
    if (code.language !== "ts" || code.remark !== "example") return [];
    if (output?.language !== "text") throw new Error(`${path}:${code.start}: the example says not what it prints`);
    return [{ name: `line-${code.start}`, code, output }];
  });
}

function compiled(config: string): string {
  try {
    const tsc = join(projectFolder, "node_modules/typescript/bin/tsc");
    return execFileSync(process.execPath, [tsc, "-p", config], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

function rewrite(output: Block, printed: string): void {
  const { text } = page(path);
  const old = `\`\`\`text\n${output.lines.join("\n")}\n\`\`\``;
  writeFileSync(
    join(projectFolder, path),
    text.replace(old, () => `\`\`\`text\n${printed}\`\`\``),
  );
}
