import { HeirError, quietly } from "../../../model/findings/failure.ts";
import type { CommitInfo } from "../store.ts";

const SHORT = 7;

/** Reads a commit object as git does, encoding included. Throws HeirError when the bytes are no commit. */
export function commitInfo(id: string, bytes: Uint8Array): CommitInfo {
  const object = Buffer.from(bytes);
  const blankLine = object.indexOf("\n\n");
  const end = blankLine < 0 ? object.length : blankLine;
  const [first = "", ...headers] = object.toString("latin1", 0, end).split("\n");
  if (!first.startsWith("tree ")) throw new HeirError("environment", `object ${id} is not a commit`);
  const parents = headers.findIndex((line) => !line.startsWith("parent "));
  const encoding = headers.find((line) => line.startsWith("encoding "))?.slice("encoding ".length);
  return {
    id,
    tree: first.slice("tree ".length),
    parents: headers.slice(0, parents < 0 ? undefined : parents).map((line) => line.slice("parent ".length)),
    shortId: id.slice(0, SHORT),
    subject: subjectOf(decoded(object.subarray(end), encoding)),
  };
}

/** git writes no text after a NUL; an unknown encoding is read as UTF-8. */
function decoded(message: Buffer, encoding = "utf-8"): string {
  const nul = message.indexOf(0);
  const text = nul < 0 ? message : message.subarray(0, nul);
  return quietly(() => new TextDecoder(encoding).decode(text)) ?? text.toString();
}

/** The first paragraph on one line, as git shows it. */
function subjectOf(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.trimEnd().split("\n").join(" ");
}
