import type { Bisection } from "../../model/results/bisection.ts";
import type { Why } from "../../model/results/why.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { jsonObject, member, plainJson } from "../json/document.ts";
import { whyJson } from "../json/why.ts";
import { counted } from "../text/count.ts";
import { emptyRow, plainText, type Row, segment } from "../text/row.ts";

/** Which commit was found, among how many, and at what cost; what it did is told by `whyRows`. */
export function* bisectionRows({ first, parents, taken, commits, resolutions }: Bisection): Generator<Row> {
  const cost = `${counted(commits, "commit")}, ${counted(resolutions, "resolution")}: first changed by `;
  yield [plainText(cost), segment("changed", first.shortId), plainText(` "${first.subject}"`)];
  yield [segment("muted", `${first.date.slice(0, "2000-01-01".length)}  ${first.author}`)];
  if (taken !== undefined) yield [plainText(`a merge, which took it from ${taken.slice(0, first.shortId.length)}`)];
  else if (parents.length > 1) yield [plainText("a merge: none of the commits that it joins is so")];
  yield emptyRow;
}

/** `heir bisect --json` (version 1, docs/reference/json.md). */
export function bisectionJson(found: Bisection, why: Masked<Why> | undefined): string {
  const { node, path, good, bad, first, parents, taken, commits, resolutions } = found;
  const { id, author, date, subject } = first;
  return jsonObject([
    member("v", "1"),
    member("node", plainJson(node)),
    member("path", plainJson(path)),
    member("good", plainJson(good)),
    member("bad", plainJson(bad)),
    member("commits", String(commits)),
    member("resolutions", String(resolutions)),
    member("first", plainJson({ id, author, date, subject, parents })),
    ...(taken === undefined ? [] : [member("taken_from", plainJson(taken))]),
    ...(why === undefined ? [] : [member("why", whyJson(why))]),
  ]);
}
