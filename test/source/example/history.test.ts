import { expect, test } from "vitest";
import { importStream, readHistory } from "../../../src/source/example/replay.ts";

const first = `subject: first
author: ops <ops@example.org>
date: 2025-06-02T10:04:00+02:00

Why it is
so.

-- a.yml --
ä: 1

-- b.yml --
`;

const second = `subject: second
author: team <team@example.org>
date: 2025-12-02T10:04:00-01:30
tag: deployed

-- a.yml -- deleted
`;

test("a commit is a header, a message, and whole files", () => {
  const [entry] = readHistory(new Map([["01-first.txt", first]]));
  expect(entry).toEqual({
    number: 1,
    subject: "first",
    body: "Why it is\nso.",
    author: "ops <ops@example.org>",
    date: "1748851440 +0200",
    branch: "main",
    parent: undefined,
    tag: undefined,
    files: [
      { path: "a.yml", content: "ä: 1\n\n" },
      { path: "b.yml", content: "" },
    ],
  });
});

test("line ends of a Windows checkout do not get into the history", () => {
  const windows = first.replaceAll("\n", "\r\n");
  expect(readHistory(new Map([["01-first.txt", windows]]))).toEqual(readHistory(new Map([["01-first.txt", first]])));
});

test("the stream holds commits in the order of their numbers, then tags", () => {
  const history = readHistory(
    new Map([
      ["02-second.txt", second],
      ["01-first.txt", first],
    ]),
  );
  expect(importStream(history)).toBe(`feature done
commit refs/heads/main
mark :1
author ops <ops@example.org> 1748851440 +0200
committer ops <ops@example.org> 1748851440 +0200
data 21
first

Why it is
so.

M 100644 inline a.yml
data 7
ä: 1


M 100644 inline b.yml
data 0


commit refs/heads/main
mark :2
author team <team@example.org> 1764675240 -0130
committer team <team@example.org> 1764675240 -0130
data 7
second

from :1
D a.yml

reset refs/tags/deployed
from :2

done
`);
});

test("a commit off main follows the one it names, and main goes on without it", () => {
  const branch = second.replace("tag: deployed", "branch: feature/x\nparent: 01");
  const history = readHistory(
    new Map([
      ["01-first.txt", first],
      ["02-branch.txt", branch],
      ["03-third.txt", second],
    ]),
  );
  expect(history.map(({ branch, parent }) => [branch, parent])).toEqual([
    ["main", undefined],
    ["feature/x", 1],
    ["main", 1],
  ]);
});

test.each([
  ["no author", first.replace(/author.*\n/, ""), "has no author"],
  ["a date without its zone", first.replace("+02:00", "Z"), "no date"],
  ["a line that is no header", first.replace("author: ", "author "), "is no header line"],
])("a file with %s is refused", (_, text, message) => {
  expect(() => readHistory(new Map([["01-first.txt", text]]))).toThrow(message);
});
