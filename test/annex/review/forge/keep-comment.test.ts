import { expect, test } from "vitest";
import type { ChangeRequest, ForgeName, Variables } from "../../../../src/annex/review/forge/forge.ts";
import { markerLine } from "../../../../src/annex/review/forge/keep-comment.ts";
import { type Posted, type Posting, post } from "../../../../src/annex/review/forge/post.ts";
import { type FakeForge, type ForgeParts, fakeForge, TOKEN } from "../../../support/forge/fake-forge.ts";

const HEAD = "a".repeat(40);
const forges = ["github", "gitlab"] as const;

const change: ChangeRequest = {
  number: 7,
  merges: [],
  base: "b".repeat(40),
  head: HEAD,
  isFork: false,
  run: { id: 500, attempt: 2 },
};

function variables(kind: ForgeName, url: string): Variables {
  return kind === "github"
    ? { GITHUB_TOKEN: TOKEN, GITHUB_API_URL: url, GITHUB_REPOSITORY: "acme/fleet" }
    : { HEIR_GITLAB_TOKEN: TOKEN, CI_API_V4_URL: `${url}/api/v4`, CI_PROJECT_ID: "42", CI_PIPELINE_ID: "500" };
}

interface Tried {
  readonly done: Posted;
  readonly waited: readonly number[];
}

interface How {
  readonly posting?: Partial<Posting>;
  readonly change?: Partial<ChangeRequest>;
  readonly env?: Variables;
}

/** Posts a text of 100 words, without taking any time. */
async function posted(kind: ForgeName, forge: FakeForge, how: How = {}): Promise<Tried> {
  const waited: number[] = [];
  const sleep = async (ms: number) => void waited.push(ms);
  const transport = { fetch, sleep, now: () => 0, signal: new AbortController().signal, agent: "heir/1" };
  const posting: Posting = {
    key: ".",
    author: undefined,
    text: (most) => "the review\n".repeat(100).slice(0, most),
    maxBytes: 60_000,
    isWorthMaking: true,
    status: undefined,
    ...how.posting,
  };
  const env = { ...variables(kind, forge.url), ...how.env };
  const place = { name: kind, env, change: { ...change, ...how.change }, transport };
  return { done: await post(place, posting), waited };
}

const marked = (text: string, key = ".", run = 1) => {
  return `${markerLine({ key, run: { id: run, attempt: 1 }, head: HEAD })}\n${text}`;
};
const remarks = Array.from({ length: 230 }, (_, at) => ({ body: `remark ${at}`, by: "someone" }));

/** Texts of our comments. */
function bodies({ comments }: FakeForge): readonly string[] {
  return comments.filter(({ body }) => body.startsWith("<!-- heir-review ")).map(({ body }) => body);
}

function made(forge: FakeForge): string {
  const [body = "", ...more] = bodies(forge);
  expect(more).toEqual([]);
  return body;
}

test.each(forges)("%s: without a comment one is made, with the marker in its first line", async (kind) => {
  const forge = await fakeForge(kind, { comments: remarks });
  expect(await posted(kind, forge)).toEqual({ done: { kind: "posted", comment: "created" }, waited: [] });

  expect(made(forge)).toMatch(new RegExp(`^<!-- heir-review v1 key=\\. run=500\\.2 head=${HEAD} -->\nthe review\n`));
  expect(forge.calls.every(({ agent }) => agent === "heir/1")).toBe(true);
  expect(forge.calls.filter(({ method }) => method === "GET")).toHaveLength(3);
});

test.each(forges)(
  "%s: a comment on the third page is edited, and not sent again while it is the same",
  async (kind) => {
    const forge = await fakeForge(kind, { comments: [...remarks, { body: marked("old") }] });
    expect((await posted(kind, forge)).done).toEqual({ kind: "posted", comment: "edited" });
    expect((await posted(kind, forge)).done).toEqual({ kind: "posted", comment: "unchanged" });

    expect(forge.writes()).toHaveLength(1);
    expect(made(forge)).toContain("the review");
  },
);

test.each(forges)("%s: of several the oldest is edited and the others are deleted", async (kind) => {
  const comments = [{ body: marked("one") }, { body: marked("mine", "other") }, { body: marked("two") }, { body: "x" }];
  const forge = await fakeForge(kind, { comments });
  await posted(kind, forge);

  expect(forge.comments.map(({ id }) => id)).toEqual([100, 101, 103]);
  expect(bodies(forge)[1]).toBe(comments[1]?.body);
});

test.each(forges)("%s: a marker that somebody else wrote does not count", async (kind) => {
  const forge = await fakeForge(kind, { comments: [{ body: marked("nothing to see"), by: "mallory" }] });
  expect((await posted(kind, forge)).done).toEqual({ kind: "posted", comment: "created" });
  expect(forge.comments[0]?.body).toBe(marked("nothing to see"));
});

test("whose comments are ours: the account of the token, --author, else that of workflows", async () => {
  const named = await fakeForge("github", { me: "Heir-Bot", knowsMe: true, comments: [{ body: marked("old") }] });
  const given = await fakeForge("github", { me: "my-app[bot]", comments: [{ body: marked("old") }] });
  const unknown = await fakeForge("gitlab", { knowsMe: false, comments: [{ body: marked("old") }] });

  expect((await posted("github", named)).done).toMatchObject({ comment: "edited" });
  expect((await posted("github", given, { posting: { author: "My-App[bot]" } })).done).toMatchObject({
    comment: "edited",
  });
  expect((await posted("gitlab", unknown)).done).toMatchObject({
    kind: "not-posted",
    reason: expect.stringContaining("--author"),
  });
});

test("a system note of GitLab is no comment", async () => {
  const forge = await fakeForge("gitlab", { comments: [{ body: marked("old"), system: true }] });
  expect((await posted("gitlab", forge)).done).toMatchObject({ comment: "created" });
});

test("what a later run has written stays", async () => {
  for (const [run, attempt] of [
    [900, 1],
    [500, 3],
  ] as const) {
    const body = `${markerLine({ key: ".", run: { id: run, attempt }, head: HEAD })}\nlater`;
    const forge = await fakeForge("github", { comments: [{ body: marked("old") }, { body }] });
    expect((await posted("github", forge)).done).toEqual({ kind: "posted", comment: "left to a later run" });
    expect(forge.writes()).toEqual([]);
  }
});

test("no comment is made to say nothing, but one that is there says so", async () => {
  const posting = { isWorthMaking: false, text: () => "no resolved difference" };
  const [none, old] = [await fakeForge("github"), await fakeForge("github", { comments: [{ body: marked("old") }] })];
  expect((await posted("github", none, { posting })).done).toMatchObject({ comment: "not needed" });
  expect((await posted("github", old, { posting })).done).toMatchObject({ comment: "edited" });

  expect(none.writes()).toEqual([]);
  expect(made(old)).toContain("no resolved difference");
});

test("a key is percent-encoded but for slashes, and ends no HTML comment", async () => {
  const forge = await fakeForge("github");
  await posted("github", forge, { posting: { key: "infra/a b--> <script>'" } });
  expect(made(forge)).toMatch(/^<!-- heir-review v1 key=infra\/a%20b--%3E%20%3Cscript%3E%27 run=/);
  expect((await posted("github", forge, { posting: { key: "infra/a b--> <script>'" } })).done).toMatchObject({
    comment: "unchanged",
  });
});

const busy: readonly (readonly [string, NonNullable<ForgeParts["rules"]>[number], number])[] = [
  ["502", { status: 502 }, 1000],
  ["503", { status: 503, headers: { "Retry-After": "7" } }, 7000],
  ["504", { status: 504 }, 1000],
  ["429", { status: 429, headers: { "Retry-After": "Thu, 01 Jan 1970 00:00:09 GMT" } }, 9000],
  ["403 with Retry-After", { status: 403, headers: { "Retry-After": "2" } }, 2000],
  ["403 without calls left", { status: 403, headers: { "X-RateLimit-Remaining": "0" } }, 1000],
  ["a broken connection", { status: "broken" }, 1000],
];

test.each(busy)("after %s a call is tried again", async (_, rule, wait) => {
  for (const method of ["GET", "POST", "PATCH"]) {
    const comments = method === "PATCH" ? [{ body: marked("old") }] : [];
    const forge = await fakeForge("github", { comments, rules: [{ ...rule, method, times: 1, path: /comments/ }] });
    expect((await posted("github", forge)).waited).toEqual([wait]);
    expect(made(forge)).toContain("the review");
  }
});

test.each(forges)("%s: before a comment is made again, the comments are read again", async (kind) => {
  const rules = [{ method: "POST", times: 1, status: 502, isDone: true }];
  const forge = await fakeForge(kind, { rules });
  expect((await posted(kind, forge)).done).toEqual({ kind: "posted", comment: "unchanged" });
  expect(forge.writes()).toHaveLength(1);
  made(forge);
});

test("a call is tried four times, and a wait of an hour is none", async () => {
  const down = await fakeForge("github", { rules: [{ status: 502, times: 99 }] });
  const limited = await fakeForge("github", {
    rules: [{ status: 429, times: 99, headers: { "Retry-After": "3600" } }],
  });
  const { done, waited } = await posted("github", down);

  expect(waited).toEqual([1000, 2000, 4000]);
  expect(down.calls).toHaveLength(4);
  expect(done).toMatchObject({ kind: "not-posted", reason: expect.stringMatching(/502 as told \(4 times\)$/) });
  expect((await posted("github", limited)).done).toMatchObject({
    reason: expect.stringContaining("asks to wait 3600 s"),
  });
  expect(limited.calls).toHaveLength(1);
});

test("a comment that cannot be made is tried four times, and the comments are read before each", async () => {
  const forge = await fakeForge("github", { rules: [{ method: "POST", status: "broken", times: 99 }] });
  const { waited } = await posted("github", forge);
  expect(waited).toEqual([1000, 2000, 4000]);
  expect(forge.calls.map(({ method }) => method).join(" ")).toBe("GET POST GET POST GET POST GET POST");
});

test.each(forges)("%s: a comment that is too long is cut in half, at most three times", async (kind) => {
  const text = (most: number) => "x".repeat(Math.min(most, 40_000));
  const [fits, never] = [await fakeForge(kind, { limit: 12_000 }), await fakeForge(kind, { limit: 1000 })];
  expect((await posted(kind, fits, { posting: { text } })).done).toMatchObject({ comment: "created" });

  expect(made(fits).length).toBe(10_021);
  expect(fits.writes()).toHaveLength(3);
  expect((await posted(kind, never, { posting: { text } })).done).toMatchObject({
    reason: expect.stringContaining("too long"),
  });
  expect(never.writes()).toHaveLength(4);
});

test("a redirect is followed on the same host, with the same method, and refused to another", async () => {
  const forge = await fakeForge("github", {
    rules: [
      { method: "POST", times: 1, status: 307, headers: { Location: "/repos/acme/fleet/issues/7/comments" } },
      {
        method: "GET",
        path: /comments/,
        times: 1,
        status: 301,
        headers: { Location: "/repos/acme/fleet/issues/7/comments" },
      },
    ],
  });
  const other = await fakeForge("github");
  const away = await fakeForge("github", { rules: [{ status: 302, headers: { Location: `${other.url}/repos` } }] });

  expect((await posted("github", forge)).done).toMatchObject({ comment: "created" });
  made(forge);
  expect((await posted("github", away)).done).toMatchObject({ reason: expect.stringContaining("another host") });
  expect(other.calls).toEqual([]);
});

test.each([
  ["github", { status: 403, body: { message: "Resource not accessible by integration" } }, /pull-requests: write/],
  ["github", { status: 401 }, /GITHUB_TOKEN is refused/],
  ["github", { status: 404 }, /GITHUB_TOKEN sees nothing there/],
  ["gitlab", { status: 403 }, /HEIR_GITLAB_TOKEN may not do that, it needs the scope api/],
  ["gitlab", { status: 401 }, /HEIR_GITLAB_TOKEN is refused/],
] as const)("%s: %j is said in words of the forge", async (kind, rule, said) => {
  const forge = await fakeForge(kind, { rules: [{ method: "POST", ...rule }] });
  const { done } = await posted(kind, forge);
  expect(done).toMatchObject({ kind: "not-posted", isExcused: false, reason: expect.stringMatching(said) });
  expect(JSON.stringify(done)).not.toContain(TOKEN);
});

test("of a fork only 403 is excused", async () => {
  const forge = (status: number) => fakeForge("github", { rules: [{ method: "POST", status }] });
  const of = { change: { isFork: true } };
  expect((await posted("github", await forge(403), of)).done).toMatchObject({
    isExcused: true,
    reason: expect.stringContaining("fork"),
  });
  expect((await posted("github", await forge(422), of)).done).toMatchObject({ isExcused: false });
});

test.each([
  ["missing", "", "GITHUB_TOKEN is not set"],
  ["of two lines", `${TOKEN}\nX-Other: 1`, "GITHUB_TOKEN holds no token"],
])("a token that is %s is named and not shown", async (_, token, said) => {
  const forge = await fakeForge("github");
  const { done } = await posted("github", forge, { env: { GITHUB_TOKEN: token } });
  expect(done).toMatchObject({ kind: "not-posted", reason: expect.stringContaining(said) });
  expect(JSON.stringify(done)).not.toContain(TOKEN);
  expect(forge.calls).toEqual([]);
});

test.each(forges)("%s: a status has the verdict in 140 characters, and the key in its name", async (kind) => {
  const forge = await fakeForge(kind);
  const status = { isGood: false, text: "x".repeat(200) };
  await posted(kind, forge, { posting: { status, key: "infra/reclass" } });
  await posted(kind, forge, { posting: { status: { isGood: true, text: "fine" } } });
  const [first, second] = forge.statuses;

  expect(first).toMatchObject({ commit: HEAD, description: `${"x".repeat(137)}...` });
  expect(first?.["context"] ?? first?.["name"]).toBe("heir/infra/reclass");
  expect(first?.["state"]).toBe(kind === "github" ? "failure" : "failed");
  expect(second).toMatchObject({ state: "success", description: "fine" });
  expect(second?.["context"] ?? second?.["name"]).toBe("heir");
});

test("a status that is not allowed names what it needs", async () => {
  const forge = await fakeForge("github", { rules: [{ path: /statuses/, status: 403 }] });
  const { done } = await posted("github", forge, { posting: { status: { isGood: true, text: "fine" } } });
  expect(done).toMatchObject({ reason: expect.stringContaining("statuses: write") });
});
