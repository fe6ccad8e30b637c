import { completion } from "./ask/completion.ts";
import { definition, implementation } from "./ask/definition.ts";
import { hover } from "./ask/hover.ts";
import { type Question, questionAt } from "./ask/question.ts";
import { references } from "./ask/references.ts";
import { documentIn, isAble, member, type Params, positionIn } from "./protocol/params.ts";
import type { Session } from "./session.ts";

/** Answers one request. Throws BadParams for parameters that it cannot have, HeirError if it is refused. */
export type Answer = (session: Session, params: Params, signal: AbortSignal) => Promise<unknown>;

/** Every request that the server answers, but for those of its life. */
export const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["textDocument/definition", at(definition)],
  ["textDocument/implementation", at(implementation)],
  ["textDocument/references", at((question, params) => references(question, withDeclaration(params)))],
  ["textDocument/hover", at(hover)],
  ["textDocument/completion", at(async (question) => ({ isIncomplete: false, items: completion(question) }))],
]);

function withDeclaration(params: Params): boolean {
  return isAble(params, "context") && member(member(params, "context"), "includeDeclaration") === true;
}

/** The answer to a question about a place. */
function at(answer: (question: Question, params: Params) => Promise<unknown>): Answer {
  return async (session, params) => {
    const [uri, position] = [documentIn(params), positionIn(params, "position")];
    const asked = await session.asked(uri);
    const question = asked && (await questionAt(asked, asked.path, position));
    return question && answer(question, params);
  };
}
