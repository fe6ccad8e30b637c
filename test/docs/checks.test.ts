import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codes } from "../../src/model/findings/codes.ts";
import { headings, page, pages, projectFolder } from "./pages.ts";

const all = Object.keys(codes);
const codePages = pages().filter(({ path }) => path.startsWith("docs/checks/") && path !== "docs/checks/README.md");

test("the pages of docs/checks are what scripts/docs.js makes of the table", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.js", "--check"], {
    cwd: projectFolder,
    encoding: "utf8",
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("every code has exactly one page in docs/checks, and there is no other page", () => {
  const described = codePages.map((each) => /^`(.+)`$/.exec(headings(each)[0] ?? "")?.[1]);

  expect([...described].sort()).toEqual([...all].sort());
});

test("docs/checks/README.md lists every code once, with its severity and title", () => {
  const rows = page("docs/checks/README.md").text.match(/^\| \[`.*$/gm);

  expect(rows).toEqual(
    Object.entries(codes).map(
      ([code, { severity, title }]) => `| [\`${code}\`](${code}.md) | ${severity} | ${title} |`,
    ),
  );
});

describe.each(codePages.map(({ path }) => path))("%s", (path) => {
  test("shows the finding on an example", () => {
    const { text } = page(path);
    const code = path.slice("docs/checks/".length, -".md".length);
    const shown = /<!-- output: begin -->\n([\s\S]*)\n<!-- output: end -->/.exec(text)?.[1];

    expect(shown).toContain(`[${code}]: `);
  });
});

test("every code is reported in at least one scenario", () => {
  const folder = join(projectFolder, "test/scenarios");
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");

  expect(all.filter((code) => !text.includes(`[${code}]: `))).toEqual([]);
});
