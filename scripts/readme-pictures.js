// `npm run pictures`: draws the pictures at the top of the README, light and dark, of what heir prints in the example repository.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { screenPicture } from "./screen-picture.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "heir-pictures-"));
const words = ["diff", "HEAD~1", "HEAD"];

/** @param {readonly string[]} args @param {string} cwd */
function heir(args, cwd) {
  return execFileSync(process.execPath, [join(root, "dist/cli.js"), ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

try {
  heir(["init", "--example", "demo"], folder);
  const text = heir([...words, "--color=always"], join(folder, "demo"));
  const title = `heir ${words.join(" ")}`;
  const shown = `\x1b[1m$ ${title}\x1b[0m\n${text}`;
  for (const colours of /** @type {const} */ (["light", "dark"])) {
    writeFileSync(
      join(root, `docs/images/readme-${colours}.svg`),
      screenPicture(shown, { title, columns: 92, colours }),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
