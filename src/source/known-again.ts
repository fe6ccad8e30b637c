import { join } from "node:path";
import { attributesAbove, infoFile } from "./attributes/attributes-path.ts";
import { isBeingWritten } from "./disk/edit-lock.ts";
import { regularFileText } from "./disk/regular-file.ts";
import type { Environment } from "./git/program/environment.ts";
import type { Location } from "./repository/locate.ts";
import { plainConfigTexts } from "./repository/settings.ts";

/**
 * All that says how a work tree is read besides what git lists and what the disk shows of that, as data that JSON can write:
 * where it is equal, it is read in the same way. Undefined where git has to be asked, and during an edit. Never fails.
 */
export function readingInputs({ top, start, git }: Location, env: Environment): readonly unknown[] | undefined {
  if (git === undefined || isBeingWritten(git.gitDir)) return undefined;
  const texts = plainConfigTexts(git, env);
  const attributes = [infoFile(git.commonDir), ...attributesAbove(git.nearest).map((path) => join(top, path))];
  return texts && [top, start, git, texts, attributes.map((file) => regularFileText(file) ?? null)];
}
