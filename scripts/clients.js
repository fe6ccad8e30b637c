// The programs that read what heir gives and are not installed by this project. They are taken from the folders in CLIENTS (with
// colons between them) or from PATH.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @typedef {"ansible-inventory" | "salt-call" | "puppet" | "promtool" | "cf-agent" | "kapitan"} Client */

/** @type {readonly Client[]} */
export const clients = ["ansible-inventory", "salt-call", "puppet", "promtool", "cf-agent", "kapitan"];

/**
 * Where a program is; undefined if it is not installed.
 *
 * @param {Client} name
 */
export function clientPath(name) {
  const folders = [process.env["CLIENTS"], process.env["PATH"]].flatMap((list) => (list ?? "").split(delimiter));
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return file.startsWith("/");
  } catch {
    return false;
  }
}
