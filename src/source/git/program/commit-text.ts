import { HeirError } from "../../../model/findings/failure.ts";
import type { CommitInfo } from "../store.ts";

const SHORT = 7;

/** Reads a commit object. Throws HeirError when the text is no commit. */
export function commitInfo(id: string, text: string): CommitInfo {
  const end = text.indexOf("\n\n");
  const headers = (end === -1 ? text : text.slice(0, end)).split("\n");
  const tree = valuesOf(headers, "tree")[0];
  if (tree === undefined) throw new HeirError("environment", `object ${id} is not a commit`);
  const message = end === -1 ? "" : text.slice(end + 2);
  return { id, tree, parents: valuesOf(headers, "parent"), shortId: id.slice(0, SHORT), subject: subjectOf(message) };
}

function valuesOf(headers: readonly string[], name: string): readonly string[] {
  return headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

/** The first paragraph on one line, as git shows it. */
function subjectOf(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.trimEnd().split("\n").join(" ");
}
