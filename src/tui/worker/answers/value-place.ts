import { type ParameterPath, parsePath } from "../../../model/values/parameter-path.ts";
import { Pace } from "../../../workspace/load/progress.ts";
import { type LogAsked, logWords } from "../../../workspace/log/request.ts";
import type { AskedValuePlace } from "../../state/compared.ts";
import type { AnswerWork } from "../opened/repository.ts";

export type FoundPlace = Awaited<ReturnType<typeof foundPlace>>;

/** Where a value is: the state in which it is shown, the node, and the path from the node object on. */
export async function foundPlace({ target, node, path, isOld }: AskedValuePlace, { repository, signal }: AnswerWork) {
  const [before, after] = await repository.ends(target, { signal });
  const snapshot = isOld ? before : after;
  const workspace = await repository.workspace();
  const inventory = await workspace.load(snapshot, { signal });
  const views = workspace.views(inventory, repository.secrets);
  const explainer = inventory.nodeNames.includes(node) ? views.explainer(node) : undefined;
  const reading = parsePath(path, (each) => explainer?.knows(each) === true);
  const first = reading.kind === "ambiguous" ? reading.paths[0] : reading.kind === "path" ? reading.path : undefined;
  const found: ParameterPath = first ?? ["parameters", path];
  return { workspace, snapshot, inventory, views, node, path: found };
}

/** The commit at which the history of a value begins; undefined if the value is not committed. */
export function commitAt({ target, isOld }: Pick<AskedValuePlace, "target" | "isOld">): string | undefined {
  if (target.kind === "commit") return isOld ? target.parent : target.id;
  if (target.kind === "merge") return isOld ? target.into : target.branch;
  if (target.kind === "members") return target.word;
  if (target.merge !== undefined && !isOld) return target.merge.branch;
  const [first, second] = target.words;
  if (isOld) return first?.split("..")[0] || undefined;
  if (second !== undefined) return second;
  return first?.includes("..") ? logWords([first], undefined).newest : undefined;
}

/** Reports how many commits were read, and lets work be interrupted in between. */
export function historyOptions({ repository, signal, progress }: AnswerWork): LogAsked {
  const pace = new Pace({ signal, progress: (done) => progress(done, 0) }, 0);
  return { signal, secrets: repository.secrets, progress: (done) => pace.step(done) };
}
