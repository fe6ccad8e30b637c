import { expect, test } from "vitest";
import { codes } from "../../src/model/codes.ts";
import { headings, page } from "./pages.ts";

const CODE = /^`([\w.-]+)`$/;

test("docs/reference/checks.md has a heading for every code, and for no other", () => {
  const titles = headings(page("docs/reference/checks.md"));
  const described = titles.flatMap((title) => CODE.exec(title)?.[1] ?? []);
  expect([...described].sort()).toEqual(Object.keys(codes).sort());
});

test("docs/reference/checks.md gives every code its severity and title", () => {
  const { text } = page("docs/reference/checks.md");
  const missing = Object.entries(codes).filter(([code, { severity, title }]) => {
    return !text.includes(`### \`${code}\`\n\n*${severity}*: ${title}`);
  });
  expect(missing.map(([code, { severity, title }]) => `### \`${code}\` *${severity}*: ${title}`)).toEqual([]);
});
