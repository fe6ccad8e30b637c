import { documentJson } from "../encoding/json.ts";
import { HeirError } from "../model/findings/failure.ts";
import { codeActions } from "./actions.ts";
import { PREVIEW_COMMAND } from "./capabilities.ts";
import { completionItems } from "./completion.ts";
import type { EditorInventory } from "./editor-inventory.ts";
import { hover } from "./hover.ts";
import { orNone } from "./inventories.ts";
import { codeLenses, inlayHints, preview, previewEffect } from "./lenses.ts";
import {
  BadParams,
  documentIn,
  isAble,
  listIn,
  optionalText,
  type Params,
  pathOf,
  positionIn,
  rangeIn,
  textParam,
} from "./params.ts";
import type { FileQuestion, Question } from "./question.ts";
import { definition, implementation, references } from "./references.ts";
import { prepareRename, rename, renameWithFiles } from "./rename.ts";
import type { ClientSession } from "./session.ts";
import { documentSymbols, semanticTokens, workspaceSymbols } from "./symbols.ts";

/** Answers one request. Throws BadParams for parameters that it cannot have, HeirError if it is refused. */
export type RequestAnswer = (session: ClientSession, params: Params, signal: AbortSignal) => Promise<unknown>;

/** Every request that the server answers, but for those of its life. */
export const requestAnswers: ReadonlyMap<string, RequestAnswer> = new Map<string, RequestAnswer>([
  ["textDocument/definition", at(definition)],
  ["textDocument/implementation", at(implementation)],
  [
    "textDocument/references",
    at((question, params) => references(question, isAble(params, "context", "includeDeclaration"))),
  ],
  ["textDocument/hover", at(hover)],
  ["textDocument/completion", at((question) => ({ isIncomplete: false, items: completionItems(question) }))],
  ["textDocument/documentSymbol", inFile(documentSymbols)],
  ["workspace/symbol", symbols],
  ["textDocument/semanticTokens/full", inFile((question) => ({ data: semanticTokens(question) }))],
  ["textDocument/inlayHint", inFile((question, params) => inlayHints(question, rangeIn(params, "range")))],
  ["textDocument/codeLens", inFile(lensesIn)],
  ["textDocument/prepareRename", at(prepareRename)],
  ["textDocument/rename", at((question, params) => rename(question, textParam(params, "newName")))],
  ["workspace/willRenameFiles", filesRenamed],
  ["textDocument/codeAction", inFile((question, params) => codeActions(question, rangeIn(params, "range")))],
  ["heir/preview", previewed],
  ["workspace/executeCommand", executed],
]);

/** The answer to a question about a place. */
function at(answer: (question: Question, params: Params) => unknown): RequestAnswer {
  return async (session, params, signal) => {
    const position = positionIn(params, "position");
    const placed = inFile((question) => {
      const { positions, marks } = question;
      return answer({ ...question, offset: positions(marks.file).offset(position) }, params);
    });
    return placed(session, params, signal);
  };
}

/** The answer to a question about a file. */
function inFile(answer: (question: FileQuestion, params: Params) => unknown): RequestAnswer {
  return async (session, params, signal) => {
    const asked = await session.asked(documentIn(params), signal);
    const marks = await asked?.state.files.marks(asked.path);
    return asked && marks && answer({ ...asked, marks }, params);
  };
}

async function symbols(session: ClientSession, params: Params, signal: AbortSignal): Promise<unknown> {
  const query = textParam(params, "query");
  const all = [];
  for (const inventory of session.inventories.all())
    all.push(...workspaceSymbols(await session.askedOf(inventory, signal), query));
  return all;
}

async function lensesIn(question: FileQuestion): Promise<unknown> {
  const effect = await previewEffect(question.inventory, question).catch(orNone);
  return codeLenses(question, effect);
}

async function filesRenamed(session: ClientSession, params: Params, signal: AbortSignal): Promise<unknown> {
  const files = listIn(params, "files").map((file) => [textParam(file, "oldUri"), textParam(file, "newUri")] as const);
  const [first] = files;
  const asked = first && (await session.asked(first[0], signal));
  if (asked === undefined) return undefined;
  const inside = (uri: string) => {
    const path = pathOf(uri);
    return path === undefined ? undefined : asked.inventory.pathIn(path);
  };
  const moved = files.flatMap(([old, now]) => {
    const [from, to] = [inside(old), inside(now)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return renameWithFiles(asked, moved);
}

async function previewed(session: ClientSession, params: Params, signal: AbortSignal): Promise<unknown> {
  const inventory = await inventoryFor(session, optionalText(params, "folder"));
  const { data, text } = await preview(inventory, optionalText(params, "base"), { signal });
  return { ...JSON.parse(documentJson(data)), text };
}

async function executed(session: ClientSession, params: Params, signal: AbortSignal): Promise<unknown> {
  const command = textParam(params, "command");
  if (command !== PREVIEW_COMMAND) throw new BadParams(`there is no command ${command}`);
  const [folder] = isAble(params, "arguments") ? listIn(params, "arguments") : [];
  const inventory = await inventoryFor(session, typeof folder === "string" ? folder : undefined);
  return (await preview(inventory, undefined, { signal })).text;
}

/** The inventory of a folder; without one, that of the client's folders, if they have only one. */
async function inventoryFor(session: ClientSession, folder: string | undefined): Promise<EditorInventory> {
  const path = folder === undefined ? undefined : pathOf(folder);
  const asked = path === undefined ? session.client.folders : [path];
  const found = await Promise.all(asked.map((each) => session.inventories.at(each)));
  const [first = [...session.inventories.all()][0]] = found.filter((each) => each !== undefined);
  if (first === undefined) throw new HeirError("environment", "there is no inventory", "open a file of one");
  return first;
}
