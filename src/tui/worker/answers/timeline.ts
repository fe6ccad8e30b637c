import { logRows } from "../../../report/history/log.ts";
import { withBlocks } from "../../../workspace/compare/blocks.ts";
import { placeKey, type TimelineEntry } from "../protocol/insight-data.ts";
import type { AnswerWork, Ask } from "../work.ts";
import { commitAt, followedPlace, historyOptions } from "./value-place.ts";

const WIDTH = 110;

/** The commits that changed the value, from the commit on in which it is shown. */
export async function* answerTimeline({ at }: Ask<"timeline">, work: AnswerWork): AsyncGenerator<TimelineEntry> {
  if (at === undefined) return;
  const { workspace, node, path } = await followedPlace(at, work);
  const request = { revisions: [commitAt(at) ?? "HEAD"], node, path, causes: true };
  const { entries } = await workspace.log(request, historyOptions(work));
  let index = 0;
  for await (const entry of entries) {
    const { id, parents } = entry.commit;
    yield {
      key: placeKey(at),
      index,
      commit: id,
      parent: parents[0],
      rows: logRows(entry, { form: "changes", node, review: withBlocks, width: WIDTH }),
    };
    index += 1;
  }
}
