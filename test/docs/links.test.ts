import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { anchors, type Page, page, pages, projectFolder, prose } from "./pages.ts";

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

function linksOf(from: Page): readonly string[] {
  return [...prose(from).matchAll(LINK)].map(([, target]) => target ?? "").filter((target) => !/^\w+:/.test(target));
}

/** What is wrong with a relative link; undefined when it leads somewhere. */
function fault(from: Page, target: string): string | undefined {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from.path : normalize(join(dirname(from.path), path));
  if (file.startsWith("..")) return `${target} leads out of the project`;
  if (!existsSync(join(projectFolder, file))) return `${target} leads nowhere`;
  if (anchor === undefined) return undefined;
  if (statSync(join(projectFolder, file)).isDirectory()) return `${target}: a folder has no headings`;
  return anchors(page(file)).has(anchor) ? undefined : `${target}: there is no such heading`;
}

describe.each(pages().map(({ path }) => path))("%s", (path) => {
  test("has no link that leads nowhere", () => {
    const from = page(path);
    expect(linksOf(from).flatMap((target) => fault(from, target) ?? [])).toEqual([]);
  });
});

test("every page is reached from the list of pages, those of findings and commands from theirs", () => {
  const lists = ["docs/README.md", "docs/checks/README.md", "docs/reference/commands/README.md"].map(page);
  const listed = new Set(
    lists.flatMap((list) => linksOf(list).map((target) => normalize(join(dirname(list.path), target)))),
  );
  const missing = pages().filter(({ path }) => path !== "README.md" && path !== "docs/README.md");
  expect(missing.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);
});
