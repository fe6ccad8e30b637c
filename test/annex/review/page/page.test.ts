import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../../../support/git/repo.ts";
import { policyHash, type ReadPage, readPage } from "../../../support/page.ts";
import { runHeir } from "../../../support/scenario/run.ts";
import { leaked, secretRepo } from "../../../support/secret-repo.ts";

/** Two web servers with one class, whose port is edited. */
function smallRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("first", {
    "classes/web.yml": "parameters:\n  port: 80\n  url: http://${host}:${port}/\n  host: example.org\n",
    "nodes/web1.yml": "classes: [web]\n",
    "nodes/web2.yml": "classes: [web]\nparameters:\n  host: two.example.org\n",
  });
  repo.commit("move the port <b>", {
    "classes/web.yml": "parameters:\n  port: 8080\n  url: http://${host}:${port}/\n  host: example.org\n",
  });
  return repo;
}

async function html(repo: TestRepo, ...more: readonly string[]): Promise<string> {
  const { code, text } = await runHeir(["diff", "HEAD~1", "HEAD", "--format", "html", ...more], { cwd: repo.dir });
  expect(code).toBe(0);
  return text;
}

async function pageOf(repo: TestRepo, ...more: readonly string[]): Promise<ReadPage> {
  return readPage(await html(repo, ...more));
}

test("the policy of a page allows its own script and style, and nothing else", async () => {
  const { policy, style, script, document } = await pageOf(smallRepo());

  expect(policy).toBe(
    `default-src 'none'; script-src ${policyHash(script)}; style-src ${policyHash(style)}; base-uri 'none'; form-action 'none'`,
  );
  expect(script.length).toBeGreaterThan(1000);
  expect(document).not.toMatch(/ on\w+=| style=|<script|<link|<img|javascript:/);
});

test("a page is read without scripts: verdict, edit, place, nodes and effects are text", async () => {
  const { text } = await pageOf(smallRepo());

  expect(text).toContain("2 of 2 nodes change: 1 block");
  expect(text).toContain("“move the port <b>”".slice(1, -1));
  expect(text).toContain("#1 ~ port edited in class web classes/web.yml:2");
  expect(text).toContain("2 nodes: web[1-2] (all)");
  expect(text).toContain("~ port  80 -> 8080");
  expect(text).toContain('=> url  2 values by ${port}, e.g. "http://example.org:80/" -> "http://example.org:8080/"');
  expect(text).toContain("2 nodes compared, 2 resolved again, 1 file changed");
});

test("an opened block has every node, each value with the layers of both sides, and the commit with its author", async () => {
  const { store } = await pageOf(smallRepo());
  const { data } = store;

  expect(store.nodes(store.block.nodes, 0).map((node) => store.nodeText(node))).toEqual(["web1", "web2"]);
  expect(store.effect.path.map((text) => store.text(text))).toEqual(["port", "url"]);
  expect(store.changes[1]).toEqual({ start: 1, end: 3 });
  expect([1, 2].map((at) => [store.text(store.change.old[at]), store.text(store.change.now[at])])).toEqual([
    ['"http://example.org:80/"', '"http://example.org:8080/"'],
    ['"http://two.example.org:80/"', '"http://two.example.org:8080/"'],
  ]);
  expect(data.layers[0]?.rows).toEqual([
    ["class web", ["2", [["80", "won", "classes/web.yml", 2]]], ["2", [["8080", "wins", "classes/web.yml", 2]]]],
  ]);
  expect(data.commits.map(([, subject, author]) => [subject, author])).toEqual([["move the port <b>", "Ann Author"]]);
  expect(store.placeAt(store.place, 0)).toEqual([
    { file: "classes/web.yml", line: 2 },
    { file: "classes/web.yml", line: 2 },
  ]);
});

test("the same comparison gives the same page, and a page without much in it is small", async () => {
  const repo = smallRepo();
  const page = await html(repo, "--no-cache");

  expect(await html(repo, "--no-cache")).toBe(page);
  expect(page.length).toBeLessThan(60_000);
});

test("names, values and subjects are data", async () => {
  const repo = newRepo();
  const bad = '<img src=x onerror="alert(1)">';
  const files = (value: string) => ({
    "classes/a.yml": `parameters:\n  "${"k<b>"}": '${value}'\n`,
    "nodes/n1.yml": "classes: [a]\n",
  });
  repo.commit("first", files("x"));
  repo.commit(`</script>${bad}`, files(`</script>${bad}\u202e`));
  const page = await html(repo);

  expect(page).not.toContain("<img");
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(readPage(page).text).toContain(`</script>${bad}`);
  expect(readPage(page).text).not.toContain("\u202e");
});

test("secrets are in neither the document nor the data", async () => {
  const repo = secretRepo();
  for (const more of [[], ["--link", "https://example.org/{rev}/{file}#L{line}"]]) {
    const page = await pageOf(repo, ...more);
    expect(page.document).toContain("(secret)");
    expect(page.document).not.toMatch(leaked);
    expect(page.json).not.toMatch(leaked);
    expect(page.json).toContain("(secret)");
  }
});

test("places are links if an address is given, to the commit of their side and below the inventory folder", async () => {
  const repo = newRepo();
  const port = (value: number) => ({
    "fleet #1/heir.yml": "",
    "fleet #1/nodes/n1.yml": `parameters: {port: ${value}}\n`,
  });
  const first = repo.commit("first", port(80));
  const second = repo.commit("second", port(81));
  const { document, store } = await pageOf(
    repo,
    "-C",
    "fleet #1",
    "--link",
    "https://example.org/x/blob/{rev}/{file}#L{line}",
  );

  expect(document).toContain(`href="https://example.org/x/blob/${second}/fleet%20%231/nodes/n1.yml#L1"`);
  expect(store.data.links).toEqual(
    [first, second].map((id) => `https://example.org/x/blob/${id}/fleet%20%231/{file}#L{line}`),
  );
});

test.each(["javascript:alert({file})", "https://example.org/", "//example.org/{file}", "x{file}"])(
  "%s is no address",
  async (link) => {
    const { code, text } = await runHeir(["diff", "HEAD~1", "HEAD", "--format", "html", "--link", link], {
      cwd: smallRepo().dir,
    });

    expect(code).toBe(2);
    expect(text).toContain(`invalid --link "${link}"`);
  },
);

test("beyond 200 blocks, they are data; the document says how many", async () => {
  const repo = newRepo();
  const values = (value: string) => {
    const classes = Array.from({ length: 203 }, (_, at) => [
      `classes/c${at}.yml`,
      `parameters: {k${at}: ${value}${at}}\n`,
    ]);
    const nodes = Array.from({ length: 203 }, (_, at) => [`nodes/n${at}.yml`, `classes: [c${at}]\n`]);
    return Object.fromEntries([...classes, ...nodes]);
  };
  repo.commit("first", values("a"));
  repo.commit("second", values("b"));
  const { document, store } = await pageOf(repo);

  expect(document.match(/<section /g)).toHaveLength(200);
  expect(document).toContain("3 more blocks");
  expect(store.data.rest).toHaveLength(3);
  expect(store.effects).toHaveLength(203);
});

test("a comparison without a difference is a page, too", async () => {
  const repo = smallRepo();
  repo.commit("nothing", { "README.md": "x" });

  expect((await pageOf(repo)).text).toContain("no resolved difference");
});

test("each block has the commits of its own files, those of the earlier state are undone", async () => {
  const repo = newRepo();
  const files = {
    "classes/.gitkeep": "",
    "nodes/a.yml": "parameters: {x: 1}\n",
    "nodes/b.yml": "parameters: {y: 1}\n",
  };
  repo.commit("first", files);
  repo.git("branch", "other");
  repo.commit("a", { "nodes/a.yml": "parameters: {x: 2}\n" });
  repo.commit("b", { "nodes/b.yml": "parameters: {y: 2}\n" });
  const commits = async (...ends: readonly string[]) => {
    const { text } = await runHeir(["diff", ...ends, "--format", "html"], { cwd: repo.dir });
    const { store } = readPage(text);
    return store.effects.map((_, block) =>
      store.commits(block).map((index) => [store.data.commits[index]?.[1], store.data.commits[index]?.[4]]),
    );
  };

  expect(await commits("other", "main")).toEqual([[["a", 0]], [["b", 0]]]);
  expect(await commits("main", "other")).toEqual([[["a", 1]], [["b", 1]]]);
});

test("an edit that is not committed says so, and has no commit", async () => {
  const repo = smallRepo();
  repo.write("classes/web.yml", "parameters:\n  port: 1\n");
  const { text } = await runHeir(["diff", "HEAD", "--format", "html"], { cwd: repo.dir });
  const { store } = readPage(text);

  expect(store.data.commits).toEqual([]);
  expect(store.data.blocks.uncommitted[0]).toEqual(["classes/web.yml"]);
});
