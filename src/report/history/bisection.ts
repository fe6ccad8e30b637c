import type { Bisection } from "../../model/results/bisection.ts";
import { counted, emptyRow, plainText, type Row, segment } from "../text/row.ts";

/** The commit that was found, the number of commits, and the cost; `whyRows` shows what the commit changed. */
export function* bisectionRows({ first, parents, taken, commits, resolutions }: Bisection): Generator<Row> {
  const cost = `${counted(commits, "commit")}, ${counted(resolutions, "resolution")}: first changed by `;
  yield [plainText(cost), segment("changed", first.shortId), plainText(` "${first.subject}"`)];
  yield [segment("muted", `${first.date.slice(0, "2000-01-01".length)}  ${first.author}`)];
  if (taken !== undefined)
    yield [plainText(`a merge that took the value from ${taken.slice(0, first.shortId.length)}`)];
  else if (parents.length > 1) yield [plainText("a merge: no parent has this value")];
  yield emptyRow;
}
