import { Desk } from "../../src/tui/worker/desk.ts";
import type { Answer, Kind, Request, Told } from "../../src/tui/worker/protocol.ts";
import { Repository } from "../../src/tui/worker/repository.ts";
import type { TestRepo } from "./repo.ts";

/** One worker that answers one question after the other. */
export function worker({ dir }: TestRepo): (request: Request) => Promise<readonly Told[]> {
  let told: Told[] = [];
  let over: () => void = () => undefined;
  const desk = new Desk(new Repository({ cwd: dir, overrides: [], nodes: [], paths: [] }), (each) => {
    told.push(each);
    if (each.kind === "done" || each.kind === "failed") over();
  });
  let number = 0;
  return async (request) => {
    told = [];
    number += 1;
    await new Promise<void>((resolve) => {
      over = resolve;
      desk.ask({ number, request });
    });
    return told;
  };
}

/** The answer of a kind; throws when there is none. */
export function only<K extends Kind>(told: readonly Told[], kind: K): Answer<K>["answer"] {
  const all = told.flatMap((each) => (each.kind === "answer" ? [each.answer as Answer<K>] : []));
  const found = all.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no answer of kind ${kind}: ${JSON.stringify(told)}`);
  return found.answer;
}
