import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allCodes, isCode, severitiesOf } from "../../src/model/findings/codes.ts";
import { codePage } from "../../src/report/help/page-text.ts";
import { blocks, headings, page, pages, projectFolder } from "./pages.ts";

const codePages = pages().filter(({ path }) => path.startsWith("docs/checks/") && path !== "docs/checks/README.md");

test("the index of docs/checks and the table of keys are what scripts/docs.js makes", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.js", "--check"], {
    cwd: projectFolder,
    encoding: "utf8",
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("every code has exactly one page in docs/checks, and there is no other page", () => {
  const described = codePages.map((each) => /^`(.+)`$/.exec(headings(each)[0] ?? "")?.[1]);

  expect([...described].sort()).toEqual([...allCodes].sort());
});

test("docs/checks/README.md lists every code once", () => {
  const rows = page("docs/checks/README.md").text.match(/(?<=^- \[`)[^`]+/gm) ?? [];

  expect([...rows].sort()).toEqual([...allCodes].sort());
});

describe.each(codePages.map(({ path }) => path))("%s", (path) => {
  const code = path.slice("docs/checks/".length, -".md".length);

  test("begins with the severities of the code and what it says", () => {
    const severities = isCode(code) ? severitiesOf(code).map((severity) => `*${severity}*`) : [];

    expect(page(path).text.split("\n").slice(0, 3)).toEqual([
      `# \`${code}\``,
      "",
      expect.stringMatching(`^${severities.join(" or ").replaceAll("*", "\\*")}: [a-z].+`),
    ]);
  });

  test("says what it means, its causes and how to fix it, and shows the finding on an example", () => {
    const { meaning, sections } = codePage(page(path).text);
    const shown = blocks(page(path)).filter(({ language, section }) => language === "console" && section === "Example");

    expect(meaning).not.toBe("");
    expect(sections.map(({ heading }) => heading)).toEqual([
      "Common causes",
      "How to fix it",
      "Example",
      ...(sections.length === 5 ? ["What reclass does"] : []),
      "See also",
    ]);
    expect(shown.flatMap(({ lines }) => lines).join("\n")).toContain(`[${code}]: `);
  });
});

test.each(allCodes.filter((code) => severitiesOf(code).length > 1))(
  "the page of %s names the case of each other severity",
  (code) => {
    const { meaning } = codePage(page(`docs/checks/${code}.md`).text);
    const named = [...meaning.replace(/\s+/g, " ").matchAll(/(?:is|Only) an? (error|warning|info)/g)].map(
      ([, each]) => each,
    );

    expect(named).toEqual(expect.arrayContaining(severitiesOf(code).slice(1)));
  },
);

test("every code is reported in at least one scenario", () => {
  const folder = join(projectFolder, "test/scenarios");
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");

  expect(allCodes.filter((code) => !text.includes(`[${code}]: `))).toEqual([]);
});
