import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../../support/chromium.ts";
import { newRepo, tempDir } from "../../../support/git/repo.ts";
import { runHeir } from "../../../support/scenario/run.ts";

const program = findChromium();
if (program === undefined) console.warn("no Chromium here (CHROMIUM, PATH): the page is not tested in a browser");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let browser: Browser;
let address: string;
let large: string;

describe.skipIf(program === undefined)("in Chromium", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox"] });
    address = await written(before(), after());
    large = await written(many("a"), many("b"));
  });

  afterAll(() => browser?.close());

  test("a page opens from disk, asks nobody, and has no fault", async () => {
    const { page, faults, asked } = await opened(address);

    expect(await shown(page)).toEqual(["1", "2", "3"]);
    expect(await page.getByRole("status").textContent()).toBe("3 blocks");
    expect([faults, asked]).toEqual([[], []]);
  });

  test.each(["light", "dark"] as const)("axe finds nothing in %s colours, with an open block", async (colorScheme) => {
    const { page } = await opened(address, { colorScheme });
    for (const summary of await page.locator("summary").all()) await summary.click();

    const found = await page.evaluate(`${axe.source}; axe.run(document, {runOnly: ${JSON.stringify(RULES)}})`);
    const { violations } = found as { readonly violations: readonly { readonly id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test("what was found comes first: the states that are compared are below it while something is searched for", async () => {
    const { page } = await opened(address);
    const places = async () => Promise.all(["header", "footer"].map((tag) => page.locator(`${tag} > .states`).count()));
    await page.getByRole("searchbox").fill("node:db1");
    expect(await places()).toEqual([0, 1]);

    await page.getByRole("searchbox").fill("");
    expect(await places()).toEqual([1, 0]);
    expect(await page.locator(".states + #tools").count()).toBe(1);
  });

  test("the search is kept in the address, and read from it", async () => {
    const { page } = await opened(address);
    await page.keyboard.press("/");
    await page.keyboard.type("node:db1 path:ntp");

    expect(await shown(page)).toEqual(["1"]);
    expect(await page.getByRole("status").textContent()).toBe("1 of 3 blocks");
    expect(page.url()).toBe(`${address}#q=node%3Adb1%20path%3Antp`);

    const { page: again } = await opened(`${address}#q=kind%3Aremoved`);
    expect(await shown(again)).toEqual(["3"]);
    await again.keyboard.press("/");
    await again.keyboard.press("Escape");
    expect(await shown(again)).toEqual(["1", "2", "3"]);
    expect(again.url()).not.toContain("#");
  });

  test("j and k move between blocks that are shown, Enter opens and closes, and keys can be switched off", async () => {
    const { page } = await opened(`${address}#q=node%3Adb1`);
    const focused = () => page.evaluate('document.activeElement.closest("[data-block]")?.getAttribute("data-block")');
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focused()).toBe("3");
    await page.keyboard.press("k");
    expect(await focused()).toBe("1");

    const inside = page.locator('[data-block="1"] [data-node]');
    await page.keyboard.press("Enter");
    await inside.first().waitFor();
    expect(await inside.allTextContents()).toEqual(["db1", "web1", "web2"]);
    await page.keyboard.press("Enter");
    await inside.first().waitFor({ state: "detached" });

    await page.getByText("Help").click();
    await page.getByLabel("single keys").uncheck();
    await page.keyboard.press("j");
    expect(await focused()).toBeUndefined();
  });

  test("an open block has the layers of both sides, the commit and its author as text", async () => {
    const { page } = await opened(address);
    await page.locator('[data-block="1"] summary').click();

    const block = page.locator('[data-block="1"]');
    await block.locator("[data-layer]").first().waitFor();
    expect(await block.locator("[data-layer]").allTextContents()).toEqual([
      'class base"one" won classes/base.yml:1"two" wins classes/base.yml:1',
    ]);
    expect(await block.locator("[data-commit]").textContent()).toContain("second Ann Author, ");
  });

  test("blocks that are data are there like the others, and on paper", async () => {
    const { page, faults } = await opened(large);

    expect(await shown(page)).toHaveLength(230);
    await page.keyboard.press("/");
    await page.keyboard.type("path:k229");
    expect(await shown(page)).toEqual(["230"]);
    await page.locator("summary:visible", { hasText: "layers" }).click();
    expect(await page.locator("[data-node]").allTextContents()).toEqual(["n229"]);
    expect(faults).toEqual([]);
  });

  test("what a search names of a block stands first, the others are folded, and rows come as one scrolls", async () => {
    const { page } = await opened(await written(wide("a"), wide("b")));
    await page.keyboard.press("/");
    await page.keyboard.type("k117");

    const rows = page.locator(".effects:visible .path");
    expect(await rows.allTextContents()).toEqual(["k117"]);
    expect(await page.locator("details.found summary").textContent()).toBe("119 others");

    await page.keyboard.press("Escape");
    await page.locator("summary:visible", { hasText: "layers" }).click();
    const values = page.locator(".values h4");
    expect(await values.count()).toBeLessThan(120);
    for (let step = 0; step < 40 && (await values.count()) < 120; step += 1) await page.mouse.wheel(0, 2000);
    expect(await values.count()).toBe(120);
    expect(await page.locator("button:visible").count()).toBe(0);
  });

  test("on paper there is no search box, and every block", async () => {
    const { page } = await opened(address);
    await page.emulateMedia({ media: "print" });

    expect(await page.getByRole("searchbox").isVisible()).toBe(false);
    expect(await shown(page)).toEqual(["1", "2", "3"]);
  });

  test("nothing is wider than 360 pixels, open blocks neither", async () => {
    const { page } = await opened(address, { viewport: { width: 360, height: 740 } });
    for (const summary of await page.locator("summary").all()) await summary.click();

    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  test("without scripts the blocks are there, and no tool that does nothing", async () => {
    const { page } = await opened(address, { javaScriptEnabled: false });

    expect(await shown(page)).toEqual(["1", "2", "3"]);
    expect(await page.getByRole("searchbox").count()).toBe(0);
    expect(await page.locator("summary:visible").count()).toBe(0);
  });
});

interface OpenedPage {
  readonly page: Page;
  readonly faults: readonly string[];
  readonly asked: readonly string[];
}

async function opened(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  const page = await (await browser.newContext(options)).newPage();
  const [faults, asked]: [string[], string[]] = [[], []];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) asked.push(request.url());
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await page.locator('html[data-heir="ready"]').waitFor({ state: "attached" });
  return { page, faults, asked };
}

/** The numbers of the blocks that are shown. */
async function shown(page: Page): Promise<readonly (string | null)[]> {
  const blocks = await page.locator("[data-block]:visible").all();
  return Promise.all(blocks.map((block) => block.getAttribute("data-block")));
}

async function written(old: Files, now: Files): Promise<string> {
  const repo = newRepo();
  repo.commit("first", old);
  repo.commit("second", now);
  const { text } = await runHeir(["diff", "HEAD~1", "HEAD", "--format", "html"], { cwd: repo.dir });
  const file = join(tempDir(), "review page.html");
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

type Files = Readonly<Record<string, string>>;

function before(): Files {
  return {
    "classes/base.yml": "parameters: {ntp: {server: one}}\n",
    "classes/web.yml": "classes: [base]\n",
    "classes/web/extra.yml": `parameters: {nginx: {workers: 4, long: ${"x".repeat(300)}}}\n`,
    "nodes/web1.yml": "classes: [web]\n",
    "nodes/web2.yml": "classes: [web]\n",
    "nodes/db1.yml": "classes: [base]\nparameters: {Old: 1}\n",
  };
}

function after(): Files {
  return {
    ...before(),
    "classes/base.yml": "parameters: {ntp: {server: two}}\n",
    "classes/web.yml": "classes: [base, web.extra]\n",
    "nodes/db1.yml": "classes: [base]\n",
  };
}

/** More blocks than are part of the document. */
/** One class with 120 values, all of which change. */
function wide(value: string): Files {
  const keys = Array.from({ length: 120 }, (_, at) => `  k${String(at).padStart(3, "0")}: ${value}\n`);
  return { "classes/c.yml": `parameters:\n${keys.join("")}`, "nodes/n.yml": "classes: [c]\n" };
}

function many(value: string): Files {
  const numbers = Array.from({ length: 230 }, (_, at) => String(at).padStart(3, "0"));
  const classes = numbers.map((at) => [`classes/c${at}.yml`, `parameters: {k${at}: ${value}${at}}\n`]);
  return Object.fromEntries([...classes, ...numbers.map((at) => [`nodes/n${at}.yml`, `classes: [c${at}]\n`])]);
}
