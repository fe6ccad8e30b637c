import { InvariantError } from "../../model/findings/failure.ts";

/** One file of `example-repo/history`: a commit as people write it. */
export interface HistoryEntry {
  /** The number its file name starts with; also its mark in the stream. */
  readonly number: number;
  readonly subject: string;
  readonly body: string;
  readonly author: string;
  /** Seconds since 1970 and the zone, as git stores them. */
  readonly date: string;
  readonly branch: string;
  /** The number of the commit it follows; absent for the first. */
  readonly parent: number | undefined;
  readonly tag: string | undefined;
  readonly files: readonly HistoryFile[];
}

/** The whole new content of a file that the commit touches; absent when it deletes the file. */
export interface HistoryFile {
  readonly path: string;
  readonly content: string | undefined;
}

interface Header {
  readonly text: ReadonlyMap<string, string>;
  readonly file: string;
}

const mainBranch = "main";
const sectionLine = /^-- (.+?) --(?: (deleted))?\n/gm;

/**
 * Reads the files of the history in the order of their names: header lines (`subject`, `author`, `date`, and where
 * needed `branch`, `parent`, `tag`), the body of the message, then one section per file. A commit on main follows the
 * one before it on main. Throws InvariantError for a file that cannot be read so: the history is part of heir.
 */
export function readHistory(files: ReadonlyMap<string, string>): readonly HistoryEntry[] {
  let last: number | undefined;
  return [...files.keys()].sort().map((file) => {
    const entry = readEntry(file, files.get(file) ?? "", last);
    if (entry.branch === mainBranch) last = entry.number;
    return entry;
  });
}

/** The history as input for `git fast-import`. Equal histories give equal streams, so commit ids never change. */
export function importStream(history: readonly HistoryEntry[]): string {
  const tags = history.filter((entry) => entry.tag !== undefined);
  return [
    "feature done\n",
    ...history.map(commitCommand),
    ...tags.map((entry) => `reset refs/tags/${entry.tag}\nfrom :${entry.number}\n\n`),
    "done\n",
  ].join("");
}

function readEntry(file: string, text: string, previous: number | undefined): HistoryEntry {
  const unix = text.replaceAll("\r\n", "\n");
  const sections = [...unix.matchAll(sectionLine)];
  const message = unix.slice(0, sections[0]?.index);
  const cut = message.indexOf("\n\n");
  const header = readHeader(file, message.slice(0, cut));
  const parent = header.text.get("parent");
  return {
    number: Number.parseInt(file, 10),
    subject: required(header, "subject"),
    body: message.slice(cut).trim(),
    author: required(header, "author"),
    date: gitDate(header),
    branch: header.text.get("branch") ?? mainBranch,
    parent: parent === undefined ? previous : Number.parseInt(parent, 10),
    tag: header.text.get("tag"),
    files: sections.map((section, at) => readSection(unix, section, sections[at + 1]?.index)),
  };
}

function readHeader(file: string, lines: string): Header {
  const pairs = lines.split("\n").map((line) => {
    const colon = line.indexOf(": ");
    if (colon === -1) throw new InvariantError(`history/${file}: "${line}" is no header line`);
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  return { text: new Map(pairs), file };
}

function required(header: Header, name: string): string {
  const text = header.text.get(name);
  if (text === undefined) throw new InvariantError(`history/${header.file} has no ${name}`);
  return text;
}

function gitDate(header: Header): string {
  const text = required(header, "date");
  const seconds = Date.parse(text) / 1000;
  const zone = /([+-]\d\d):(\d\d)$/.exec(text);
  if (zone === null || Number.isNaN(seconds)) throw new InvariantError(`history/${header.file}: no date: ${text}`);
  return `${seconds} ${zone[1]}${zone[2]}`;
}

function readSection(text: string, section: RegExpExecArray, end: number | undefined): HistoryFile {
  const [line, path = "", deleted] = section;
  return { path, content: deleted === undefined ? text.slice(section.index + line.length, end) : undefined };
}

function commitCommand(entry: HistoryEntry): string {
  const message = entry.body === "" ? `${entry.subject}\n` : `${entry.subject}\n\n${entry.body}\n`;
  return [
    `commit refs/heads/${entry.branch}\n`,
    `mark :${entry.number}\n`,
    `author ${entry.author} ${entry.date}\n`,
    `committer ${entry.author} ${entry.date}\n`,
    data(message),
    entry.parent === undefined ? "" : `from :${entry.parent}\n`,
    ...entry.files.map(fileCommand),
    "\n",
  ].join("");
}

function fileCommand({ path, content }: HistoryFile): string {
  return content === undefined ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
