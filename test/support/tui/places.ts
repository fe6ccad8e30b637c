import type { AskedPlace } from "../../../src/tui/state/compared.ts";
import type { Answer } from "../../../src/tui/worker/questions.ts";
import { branchesAnswer, mergeAnswer, mergeItem, mergeValue } from "./merge.ts";
import { explainAnswer, failed, groupRows, list, nodeAnswers, timelineAnswers } from "./nodes.ts";
import { detail, firstAnswers, type Played } from "./played.ts";
import { filesAnswer, findingAnswer, hunksAnswer, stagedAnswer, stagedReport } from "./staged.ts";

const value: Answer = { kind: "value", answer: detail };

/** From the start to a row. */
type Way = (played: Played) => Played;

const loaded: Way = (played) => played.answer(...firstAnswers);
const onValue: Way = (played) => loaded(played).keys("enter", ">", "k", "enter").answer(value);
const nodes: Way = (played) =>
  loaded(played)
    .keys("3")
    .answer(...nodeAnswers);
const onNode: Way = (played) => nodes(played).keys(...to("web01.par1"));
const staged: Way = (played) => played.keys("4").answer(filesAnswer, stagedAnswer);
const merge: Way = (played) =>
  loaded(played).keys("m").answer(branchesAnswer).keys("enter").answer(mergeAnswer, mergeValue);

/** From the first node to another one, which fails. */
function to(name: string): readonly string[] {
  return list.names.slice(list.names.indexOf(name) * -1).map(() => "j");
}

/** Asks about the value at the cursor, and answers. */
function asked(played: Played, key: string, answers: (place: AskedPlace) => readonly Answer[]): Played {
  const { insight } = played.keys(key).state;
  return insight === undefined ? played : played.answer(...answers(insight.place));
}

function reported(played: Played, more: Partial<typeof stagedReport>): Played {
  return played.keys("4").answer(filesAnswer, { kind: "staged", answer: { ...stagedReport, ...more } });
}

const [conflict, fragile] = stagedReport.findings;
const follows = conflict && fragile ? [{ ...fragile, follows: [{ ...conflict, follows: [] }] }] : [];

/** Each kind of row that the cursor can stand on, and each list that is not there yet. */
export const places: Readonly<Record<string, Way>> = {
  "commits, none yet": (played) => played,
  "a commit": loaded,
  "the first commit of all": (played) => loaded(played).keys(">"),
  "changes, no commit chosen": (played) => played.keys("2"),
  "changes, none yet": (played) => played.answer(...firstAnswers.slice(0, 2)).keys("enter"),
  "an edit": (played) => loaded(played).keys("enter", "k"),
  "an edit, opened": (played) => loaded(played).keys("enter", "k", "enter"),
  "a change of a whole node": (played) => loaded(played).keys("enter"),
  "a change": (played) => loaded(played).keys("enter", ">", "k"),
  "a node of a change": (played) => loaded(played).keys("enter", ">", "k", "l", "j"),
  "a node that has changes": (played) => loaded(played).keys("enter", "`"),
  "a change of a node": (played) => loaded(played).keys("enter", "`", "l", "j"),
  "a value, not there yet": (played) => loaded(played).keys("enter", ">", "k", "enter"),
  "a layer that wins": onValue,
  "an old layer": (played) => onValue(played).keys("k", "k", "k"),
  "a value on neither side of a merge": (played) => merge(played),
  "the layers of a merged value": (played) => merge(played).keys("enter"),
  "a file that git cannot merge": (played) => merge(played).keys("j", "j", "j"),
  "a merge, not compared yet": (played) => loaded(played).keys("m").answer(branchesAnswer).keys("enter"),
  "nodes, none yet": (played) => played.keys("3"),
  "a node that fails": nodes,
  "a node": onNode,
  "a node of a class": (played) => onNode(played).keys("enter", "<", "l", "j", "enter"),
  "a class of a node": (played) => onNode(played).keys("enter", "<", "l", "j"),
  "a value of a node": (played) => onNode(played).keys("enter", ">"),
  "a node without values": (played) => nodes(played).answer({ kind: "node", answer: failed }).keys("enter"),
  "a tab of a node": (played) => onNode(played).keys("enter", "]").answer({ kind: "tab", answer: groupRows }),
  "what explains a value": (played) => asked(onValue(played), "x", (place) => [explainAnswer(place)]),
  "who wrote a value, not there yet": (played) => asked(onValue(played), "b", () => []),
  "a commit of a history": (played) => asked(onValue(played), "t", timelineAnswers),
  "work, nothing yet": (played) => played.keys("4"),
  "a file": (played) => staged(played).keys("<"),
  "a hunk": (played) => staged(played).keys("<", "j").answer(hunksAnswer).keys("enter"),
  "a finding": staged,
  "an order that settles a conflict": (played) => {
    const on = staged(played);
    return on.answer(findingAnswer(on)).keys("enter");
  },
  "findings that follow": (played) => reported(played, { findings: follows }).keys("j"),
  "older findings": (played) => staged(played).keys("j", "j"),
  "what a waiting merge does": (played) =>
    reported(played, { findings: [], merge: { head: "77be310", items: [mergeItem] } }),
  "a row that is gone": (played) => reported(staged(played), { findings: stagedReport.findings.slice(1) }),
  "a change that is staged": (played) => staged(played).keys(">"),
};
