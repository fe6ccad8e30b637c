import type { Inventory } from "../../../model/inventory/inventory.ts";
import { causeParts } from "../../../report/diff/cause.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import type { ValueDetail } from "../protocol/data.ts";
import { provenance, valueLines } from "../rows/value-detail.ts";
import type { AnswerWork, Ask } from "../work.ts";

/** One change on one node; none for a row that is no value. */
export async function answerValue(
  { target, change, node }: Ask<"value">,
  { repository, signal }: AnswerWork,
): Promise<ValueDetail | undefined> {
  const { set, sources, ends } = await repository.seen(target, { signal });
  const row = set.changes[change];
  const source = sources[change]?.find(({ nodes }) => nodes.includes(node));
  if (source === undefined || row === undefined) return undefined;
  const workspace = await repository.workspace();
  const before = await workspace.load(ends[0], { signal });
  const after = await workspace.load(ends[1], { signal });
  const earlier = target.kind === "states" ? (target.nodes?.[0] ?? node) : node;
  const [old] = workspace.resolve(before, [earlier]);
  const [now] = workspace.resolve(after, [node]);
  const shown = shownValues([before, after], repository.secrets);
  const { words, place } = source.change.cause === undefined ? noCause : causeParts(source.change.cause, [node]);
  const { path } = source.change;
  const explained = (inventory: Inventory, name: string) => {
    return workspace.views(inventory, repository.secrets).explainer(name).explanation(path);
  };
  return {
    key: set.key,
    change: row.id,
    node,
    lines: valueLines(source.change, { old: old?.node, now: now?.node, shown }),
    old: provenance(explained(before, earlier)),
    now: provenance(explained(after, node)),
    cause: words,
    causePlace: place,
  };
}

const noCause = { words: "", place: "" };
