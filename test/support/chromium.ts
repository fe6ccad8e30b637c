import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine: `CHROMIUM`, else one on PATH; undefined if there is none. Nothing is downloaded. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env["CHROMIUM"]) return env["CHROMIUM"];
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
