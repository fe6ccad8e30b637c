import { HeirError } from "../../../model/findings/failure.ts";
import { Beside } from "../../../speed/kept.ts";
import type { ActingPlace } from "../../../workspace/act/acts.ts";
import { type Act, type ActOutcome, isCommit, takeBackAct } from "../../../workspace/act/acts.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import { answerTrees } from "./history.ts";

/** What came of something that the user did to files, index or HEAD. */
type Acted =
  | Awaited<ReturnType<typeof doneNow>>
  /** git or a hook would not; nothing changed. */
  | { readonly kind: "refused"; readonly tried: string; readonly output: string }
  /** It is done after asking. */
  | { readonly kind: "asks"; readonly words: string };

/** Something that was done here and can be taken back: to index or HEAD, or without `act` an edit of heir. */
interface Done {
  readonly words: string;
  readonly act?: Act;
}

/** What this session did, the last thing last. */
const done = new Beside<WorkerRepository, readonly Done[]>();

/** What came of something as the user sees it; git may have refused. What was done can be undone. */
export async function outcome(work: AnswerWork, { act, tried, output }: ActOutcome): Promise<Acted> {
  if (act === undefined) return { kind: "refused", tried, output };
  return rememberedAct(work, { words: act.words, act }, output);
}

/** What was done, to be undone. */
export async function rememberedAct(work: AnswerWork, last: Done, output = ""): Promise<Acted> {
  return doneNow(work, [...(done.get(work.repository) ?? []), last], last.words, output);
}

/** `trees` is what files, index and HEAD hold now, `left` the number of things that can be undone. */
async function doneNow(work: AnswerWork, all: readonly Done[], words: string, output: string) {
  done.set(work.repository, all);
  return { kind: "done" as const, words, output, trees: await answerTrees({}, work), left: all.length };
}

/**
 * Takes back the last thing that was done here; a commit, or an edit, only when the user is sure. It ignores the signal, as all that
 * writes. Throws HeirError, and changes nothing, where anything moved since.
 */
export async function undoAct(
  { isSure }: { readonly isSure: boolean },
  work: AnswerWork,
  takeBackEdit: (place: ActingPlace) => Promise<unknown>,
): Promise<Acted> {
  const { repository } = work;
  const all = done.get(repository) ?? [];
  const last = all.at(-1);
  if (last === undefined)
    throw new HeirError("usage", "nothing was done here yet", "heir undo takes back the last edit of heir");
  const { words, act } = last;
  if (!isSure && (act === undefined || isCommit(act))) return { kind: "asks", words };
  const place = await actingPlace(repository);
  await (act === undefined ? takeBackEdit(place) : takeBackAct(place, act));
  return doneNow(work, all.slice(0, -1), `undone: ${words}`, "");
}

/** Throws HeirError where there is no git. */
export async function actingPlace(repository: WorkerRepository): Promise<ActingPlace> {
  const { place } = await repository.workspace();
  if (place !== undefined) return { ...place, env: process.env };
  throw new HeirError("environment", "staging needs a git repository and the git program");
}
