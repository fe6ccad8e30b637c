// `npm run pictures`: takes the pictures of the page in docs/concepts/review.md again, with the Chromium of this machine
// (CHROMIUM, else /usr/bin/chromium), from the last commit of the example repository.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const heir = join(root, "dist/cli.js");
const wide = { width: 1000, height: 780 };

/** @type {{ name: string, colorScheme: "light" | "dark", viewport: { width: number, height: number }, open: boolean }[]} */
const pictures = [
  { name: "review-light", colorScheme: "light", viewport: wide, open: true },
  { name: "review-dark", colorScheme: "dark", viewport: wide, open: true },
  { name: "review-phone", colorScheme: "light", viewport: { width: 360, height: 740 }, open: false },
];

const folder = mkdtempSync(join(tmpdir(), "heir-pictures-"));
try {
  const repository = join(folder, "example");
  execFileSync(process.execPath, [heir, "-q", "init", "--example", repository]);
  const args = ["diff", "HEAD~1", "HEAD", "--format", "html"];
  const page = join(folder, "review.html");
  writeFileSync(page, execFileSync(process.execPath, [heir, ...args], { cwd: repository }));
  await take(pathToFileURL(page).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} address */
async function take(address) {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  for (const { name, colorScheme, viewport, open } of pictures) {
    const page = await browser.newPage({ colorScheme, viewport });
    await page.goto(address);
    await page.locator('html[data-heir="ready"]').waitFor({ state: "attached" });
    if (open) await page.locator('[data-block="1"] summary').click();
    await page.screenshot({ path: join(root, `docs/images/${name}.png`) });
  }
  await browser.close();
}
