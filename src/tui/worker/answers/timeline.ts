import { clip } from "../../../base/terminal-text.ts";
import type { LogEntry } from "../../../model/results/log.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { changeSegments } from "../../../report/blocks/effect-rows.ts";
import { sourceText } from "../../../report/text/origin.ts";
import { inlineValue, rowText } from "../../../report/text/row.ts";
import { type AskedPlace, placeKey } from "../../state/compared.ts";
import type { AnswerWork } from "../opened/repository.ts";
import { countsOf } from "../rows/change-set.ts";
import { commitAt, foundPlace, historyOptions } from "./value-place.ts";

const LONGEST = 400;

/** The commits that changed the value, or the node, from the state in front on, and how many were searched. */
export async function* answerTimeline({ at }: { readonly at: AskedPlace }, work: AnswerWork) {
  const workspace = await work.repository.workspace();
  const { path, ...ofNode } = at;
  const followed = path === undefined ? undefined : await foundPlace({ ...ofNode, path }, work);
  // What is gone in the state in front is followed from there on: the commit that removed it comes first.
  const newest = commitAt(at.target.kind === "merge" ? at : { ...at, isOld: false }) ?? "HEAD";
  const request = { revisions: [newest], node: at.node, causes: true, path: followed?.path };
  const { entries, tally } = await workspace.log(request, historyOptions(work));
  const total = await (await work.repository.history()).count(newest, { signal: work.signal });
  const part = (found?: { readonly index: number; readonly entry: ReturnType<typeof entryOf> }) => {
    return { key: placeKey(at), found, searched: tally.commits, total };
  };
  yield part();
  let index = 0;
  for await (const entry of entries) {
    yield part({ index, entry: entryOf(entry, at) });
    index += 1;
  }
}

/** A commit of the history as it is listed: with both values where one value is asked about, else with counts. */
function entryOf({ commit, comparison, node }: LogEntry, { path }: AskedPlace) {
  const { id, parents, author, date, subject } = commit;
  const head = { commit: id, parent: parents[0], author, day: date.slice(0, 10), subject };
  const named = { node, isGone: false, old: undefined, now: undefined, words: "", source: undefined };
  const [first, ...more] = comparison?.changes ?? [];
  const counts = comparison && countsOf(comparison);
  if (first === undefined) return { ...head, ...named, counts };
  const { change } = first;
  const isOne = path !== undefined && more.length === 0 && printPath(change.path) === path;
  const side = change.kind === "removed" ? change.before : change.after;
  const source = sourceText(side);
  if (!isOne) return { ...head, ...named, source: path === undefined ? undefined : source, counts };
  return {
    ...head,
    ...named,
    isGone: change.kind === "removed",
    old: "before" in change ? inlineValue(change.before, LONGEST) : undefined,
    now: "after" in change ? inlineValue(change.after, LONGEST) : undefined,
    words: change.kind === "changed" && change.items.length > 0 ? clip(rowText(changeSegments(change)), LONGEST) : "",
    source,
    counts,
  };
}
