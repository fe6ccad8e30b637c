import { heirComments } from "../../model/findings/heir-comment.ts";
import type { Stretch } from "../../model/values/origin.ts";
import { datedLines } from "../../parse/yaml/dated-lines.ts";
import type { DraftedText } from "./drafted-text.ts";

/**
 * Gives a line of a draft an end, in place of the one behind it (rule H5 of docs/concepts/ends.md). False where the comment would
 * be about something else, as in brackets.
 */
export function endGiven(draft: DraftedText, line: Stretch | undefined, until: string): boolean {
  const { now } = draft;
  if (line === undefined) return false;
  const [start, end] = [now.lineStart(line.start), now.lineEnd(line.start)];
  const former = heirComments(now.file, "until").find(({ span }) => start <= span.start && span.start < end);
  const text = now.text.slice(start, former?.span.start ?? end).trimEnd();
  draft.apply([{ start: start + text.length, end, text: `  # heir: until ${until}` }]);
  return datedLines(draft.now.file).some(({ span }) => span.start === line.start);
}
