import { documentJson } from "../encoding/json.ts";
import { HeirError } from "../model/findings/failure.ts";
import { codeActions } from "./ask/actions.ts";
import { completionItems } from "./ask/completion.ts";
import { hover } from "./ask/hover.ts";
import { codeLenses, inlayHints, preview, previewEffect } from "./ask/lenses.ts";
import { type Asked, type Question, questionAt } from "./ask/question.ts";
import { definition, implementation, references } from "./ask/references.ts";
import { prepareRename, rename, renameWithFiles } from "./ask/rename.ts";
import { documentSymbols, workspaceSymbols } from "./ask/symbols.ts";
import { semanticTokens } from "./ask/tokens.ts";
import type { FileMarks } from "./marks/marks.ts";
import { type Client, PREVIEW_COMMAND } from "./protocol/capabilities.ts";
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
} from "./protocol/params.ts";
import type { ClientSession } from "./session.ts";
import type { EditorInventory } from "./state/editor-inventory.ts";
import { orNone } from "./state/inventories.ts";

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
  ["textDocument/completion", at(async (question) => ({ isIncomplete: false, items: completionItems(question) }))],
  ["textDocument/documentSymbol", inFile(async (asked, { marks }) => documentSymbols(asked, marks))],
  ["workspace/symbol", symbols],
  [
    "textDocument/semanticTokens/full",
    inFile(async (asked, { marks }) => ({ data: semanticTokens({ ...asked, marks }) })),
  ],
  [
    "textDocument/inlayHint",
    inFile(async (asked, { marks, params }) => inlayHints({ ...asked, marks }, rangeIn(params, "range"))),
  ],
  ["textDocument/codeLens", inFile(lensesIn)],
  ["textDocument/prepareRename", at(async (question) => prepareRename(question))],
  ["textDocument/rename", at((question, params, context) => rename(question, textParam(params, "newName"), context))],
  ["workspace/willRenameFiles", filesRenamed],
  [
    "textDocument/codeAction",
    inFile((asked, { marks, params, client }) =>
      codeActions({ ...asked, marks, range: rangeIn(params, "range"), client }),
    ),
  ],
  ["heir/preview", previewed],
  ["workspace/executeCommand", executed],
]);

/** The answer to a question about a place. */
function at(answer: (question: Question, params: Params, context: Context) => Promise<unknown>): RequestAnswer {
  return async (session, params, signal) => {
    const [uri, position] = [documentIn(params), positionIn(params, "position")];
    const asked = await session.asked(uri);
    const question = asked && (await questionAt(asked, asked.path, position));
    return question && answer(question, params, { client: session.client, signal });
  };
}

interface Context {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** A file of an inventory, and what the request says about it. */
interface InFile extends Context {
  readonly marks: FileMarks;
  readonly params: Params;
}

type AskedFile = Asked & { readonly path: string };

/** The answer to a question about a file. */
function inFile(answer: (asked: AskedFile, file: InFile) => Promise<unknown>): RequestAnswer {
  return async (session, params, signal) => {
    const asked = await session.asked(documentIn(params));
    const marks = await asked?.state.marks(asked.path);
    return asked && marks && answer(asked, { marks, params, client: session.client, signal });
  };
}

async function symbols(session: ClientSession, params: Params): Promise<unknown> {
  const query = textParam(params, "query");
  const all = [];
  for (const inventory of session.inventories.all())
    all.push(...workspaceSymbols(await session.askedOf(inventory), query));
  return all;
}

async function lensesIn(asked: AskedFile, { marks, signal }: InFile): Promise<unknown> {
  const effect = await previewEffect(asked.inventory, { signal }).catch(orNone);
  return codeLenses(asked, marks, effect);
}

async function filesRenamed(session: ClientSession, params: Params, signal: AbortSignal): Promise<unknown> {
  const files = listIn(params, "files").map((file) => [textParam(file, "oldUri"), textParam(file, "newUri")] as const);
  const [first] = files;
  const asked = first && (await session.asked(first[0]));
  if (asked === undefined) return undefined;
  const inside = (uri: string) => {
    const path = pathOf(uri);
    return path === undefined ? undefined : asked.inventory.pathIn(path);
  };
  const moved = files.flatMap(([old, now]) => {
    const [from, to] = [inside(old), inside(now)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return renameWithFiles(asked, moved, { client: session.client, signal });
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
