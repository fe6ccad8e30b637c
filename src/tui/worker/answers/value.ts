import type { Inventory } from "../../../model/inventory/inventory.ts";
import { joinedSecrets, type Secrets } from "../../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { causeParts } from "../../../report/diff/cause.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type { Provenance, ValueDetail } from "../protocol/data.ts";
import type { Questions } from "../protocol/questions.ts";
import { provenance, valueLines } from "../rows/value-detail.ts";
import type { AnswerWork } from "../work.ts";

/** One change on one node; nothing for a row that is no value. */
export async function* answerValue(
  { target, change, node }: Questions["value"]["ask"],
  { repository, signal }: AnswerWork,
): AsyncGenerator<ValueDetail> {
  const { set, sources, ends } = await repository.seen(target, { signal });
  const [source, row] = [sources[change], set.changes[change]];
  if (source === undefined || row === undefined) return;
  const workspace = await repository.workspace();
  const before = await workspace.inventory(ends[0], { signal });
  const after = await workspace.inventory(ends[1], { signal });
  const [old] = workspace.resolve(before, [node]);
  const [now] = workspace.resolve(after, [node]);
  const secrets = repository.secretsOf(joinedSecrets([before.secrets, after.secrets]));
  const { words, place } = source.change.cause === undefined ? untold : causeParts(source.change.cause, [node]);
  const { path } = source.change;
  yield {
    key: set.key,
    change: row.id,
    node,
    lines: valueLines(source.change, { old: old?.node, now: now?.node, secrets }),
    old: origin(workspace, before, { node, path, secrets: repository.secretsOf(before.secrets) }),
    now: origin(workspace, after, { node, path, secrets: repository.secretsOf(after.secrets) }),
    cause: words,
    causePlace: place,
  };
}

const untold = { words: "", place: "" };

function origin(
  workspace: Workspace,
  inventory: Inventory,
  { node, path, secrets }: { readonly node: string; readonly path: ParameterPath; readonly secrets: Secrets },
): Provenance {
  const explanation = workspace.views(inventory).explainer(node).explanation(path);
  return provenance(explanation, secrets);
}
