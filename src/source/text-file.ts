import { readFile } from "node:fs/promises";
import { HeirError } from "../model/failure.ts";

/** The text of a file that is named on the command line. Throws HeirError where it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason =
      error instanceof Error && "code" in error && error.code === "ENOENT" ? "there is no such file" : error;
    throw new HeirError(
      "environment",
      `cannot read ${path}: ${reason instanceof Error ? reason.message : String(reason)}`,
    );
  }
}
