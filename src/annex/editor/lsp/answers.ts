import type { CodeAction, CreateFile, Range, WorkspaceEdit } from "vscode-languageserver/node";
import { documentJson } from "../../../encoding/json.ts";
import { codes, isCode, keepsValues } from "../../../model/findings/codes.ts";
import { HeirError, orNone } from "../../../model/findings/failure.ts";
import { definitionRoots, rooted } from "../../../model/inventory/settings.ts";
import { lineStartOf, placeOf, type Span, type Stretch } from "../../../model/values/value.ts";
import { relativeName } from "../../../parse/definitions/names.ts";
import { effectText } from "../../../report/properties/chain-text.ts";
import { conflictChoices, questionOf } from "../../../workspace/views/conflict-choices.ts";
import { orderTextWith } from "../../edit/layer/order-file.ts";
import type { NameMark, ReferenceMark } from "../../edit/rename/marks.ts";
import { PREVIEW_COMMAND } from "./capabilities.ts";
import { completionItems } from "./completion.ts";
import type { EditorFinding, EditorInventory, FileQuestion, Question } from "./editor-inventory.ts";
import { hover } from "./hover.ts";
import { codeLenses, inlayHints, preview, previewEffect } from "./lenses.ts";
import { type FileMarks, marksAt } from "./marks.ts";
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
import { TextPositions } from "./positions.ts";
import { definition, implementation, references } from "./references.ts";
import { documentEdit, prepareRename, rename, renameWithFiles, replacement } from "./rename.ts";
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

/** The ways to fix what is found in some lines of a file. */
async function codeActions(question: FileQuestion, { start, end }: Range): Promise<readonly CodeAction[]> {
  const { result, state } = await question.inventory.checked(question.client.level === "info");
  const here = result.findings.filter(({ diagnostic: { span } }) => {
    if (span === undefined || span.file.path !== question.path) return false;
    const range = question.positions(span.file).range(span);
    return range.start.line <= end.line && start.line <= range.end.line;
  });
  const all = await Promise.all(here.map((finding) => fixesOf({ ...question, state }, finding)));
  const unique = new Map(all.flat().map((action) => [action.title, action]));
  return [...unique.values()];
}

async function fixesOf(question: FileQuestion, finding: EditorFinding): Promise<readonly CodeAction[]> {
  const { span } = finding.diagnostic;
  if (span === undefined) return [];
  const before = [nearNames, missingClass, explicitScalars].flatMap((fixes) => fixes(question, finding, span));
  const behind = [firmKey, allowance].flatMap((fixes) => fixes(question, finding, span));
  return [...before, ...(await chains(question, finding)), ...behind];
}

function action(title: string, edit: WorkspaceEdit): CodeAction {
  return { title, kind: "quickfix", edit };
}

/** One for each name of `did you mean a, b or c?`. */
function nearNames(question: FileQuestion, { diagnostic }: EditorFinding, span: Span): readonly CodeAction[] {
  const [, list] = /(?:^|: )did you mean (.+)\?$/.exec(diagnostic.hint ?? "") ?? [];
  if (list === undefined) return [];
  const { marks } = question;
  return list.split(/, | or /).flatMap((quoted) => {
    const name = quoted.replace(/^"(.*)"$/, "$1");
    const inside = marks.marks.filter(({ start, end }) => span.start <= start && end <= span.end);
    const references = inside.filter((mark) => mark.kind === "reference");
    const { text } = marks.file;
    const reference = references.find(({ start, end }) => diagnostic.message.includes(text.slice(start, end)));
    if (reference !== undefined) return nearReference(question, reference, name);
    const named = inside.find((mark) => mark.kind === "name");
    const written = named === undefined ? name : asWritten(named, name, marks);
    return [action(`Change to ${written}`, replacement(question, marks, named ?? withoutQuotes(span), written))];
  });
}

/** The near name is that of the last key. */
function nearReference(question: FileQuestion, mark: ReferenceMark, name: string): readonly CodeAction[] {
  const { marks } = question;
  const { text } = marks.file;
  const last = mark.segments.at(-1);
  if (last === undefined) return [];
  const whole = text.slice(mark.start, last.start) + name + text.slice(last.end, mark.end);
  return [action(`Change to ${whole}`, replacement(question, marks, last, name))];
}

/** A class as the list writes it: with dots, where the name that is there has some and they reach it. */
function asWritten(mark: NameMark, name: string, { defines }: FileMarks): string {
  const [dots = ""] = /^\.+/.exec(mark.written) ?? [];
  return dots === "" || defines === undefined ? name : (relativeName(name, defines.name, dots.length) ?? name);
}

function withoutQuotes({ file, start, end }: Span): Stretch {
  const isQuoted = /^(["'])[\s\S]*\1$/.test(file.text.slice(start, end)) && end - start > 1;
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

function missingClass(question: FileQuestion, { diagnostic }: EditorFinding, span: Span): readonly CodeAction[] {
  if (diagnostic.code !== "class-not-found" || diagnostic.hint?.includes(" is there") === true) return [];
  const names = marksAt(question.marks, span.end).filter((mark) => mark.kind === "name");
  const mark = names.find(({ of }) => of === "class");
  if (mark === undefined || mark.isOpen) return [];
  if (!question.client.createsFiles || !/^[^/\s:${}]+$/.test(mark.name)) return [];
  const root = definitionRoots(question.state.inventory.settings).class;
  const create = creation(question, `${root}${mark.name.replaceAll(".", "/")}.yml`);
  return [action(`Create class ${mark.name}`, { documentChanges: [create] })];
}

function creation({ inventory }: FileQuestion, path: string): CreateFile {
  return { kind: "create", uri: inventory.uri(path), options: { ignoreIfExists: true } };
}

/** What YAML 1.1 reads otherwise than it looks, as text and as it is read. */
function explicitScalars(question: FileQuestion, { diagnostic }: EditorFinding, span: Span): readonly CodeAction[] {
  if (diagnostic.code !== "yaml-1.1-surprise") return [];
  const [, quoted = "", explicit = ""] =
    /^write (".*") for text, or (.*) to be explicit$/.exec(diagnostic.hint ?? "") ?? [];
  return [quoted, explicit].flatMap((text) => {
    return text === "" ? [] : [action(`Write ${text}`, replacement(question, question.marks, span, text))];
  });
}

/** One for each chain of groups that decides a conflict, with what it does. */
async function chains(question: FileQuestion, finding: EditorFinding): Promise<readonly CodeAction[]> {
  const { inventory, snapshot } = question.state;
  const asked = questionOf(finding, inventory);
  if (asked === undefined) return [];
  const path = `${rooted(inventory.settings, "")}order.yml`;
  const blob = snapshot.blobs.get(path);
  const bytes = blob === undefined ? undefined : (await snapshot.read([blob])).get(blob);
  const before = bytes === undefined ? undefined : Buffer.from(bytes).toString();
  const paths = asked.conflict.paths.map((each) => each.path);
  const choices = conflictChoices(inventory, inventory.secrets).all(asked);
  return choices.flatMap((effect) => {
    const after = orderTextWith(before, effect.chain);
    if (effect.refused !== undefined || after === undefined) return [];
    const title = `Order ${effect.chain.join(" below ")}: ${effectText(effect, paths)}`;
    return [action(title, orderEdit(question, path, before ?? "", after))];
  });
}

/** Only what differs is replaced. */
function orderEdit(question: FileQuestion, path: string, before: string, after: string): WorkspaceEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = before.length;
  while (end > start && before[end - 1] === after[after.length - before.length + end - 1]) end -= 1;
  const range = new TextPositions(before, question.client.encoding).range({ start, end });
  const newText = after.slice(start, after.length - before.length + end);
  const isNew = !question.state.snapshot.blobs.has(path);
  return {
    documentChanges: [...(isNew ? [creation(question, path)] : []), documentEdit(question, path, [{ range, newText }])],
  };
}

/** A prefix makes the value win wherever the class is listed. */
function firmKey(question: FileQuestion, { diagnostic }: EditorFinding, span: Span): readonly CodeAction[] {
  // Not where the key holds more than the value.
  if (diagnostic.code !== "order-fragile" || diagnostic.hint?.includes('"~"') !== true) return [];
  const prefix = question.state.inventory.settings.dict_key_override_prefix;
  const key = question.marks.marks.find((mark) => {
    return mark.kind === "key" && (mark.whole.start === span.start || mark.value.start === span.start);
  });
  if (key === undefined || prefix === "") return [];
  const edit = replacement(question, question.marks, { start: key.start, end: key.start }, prefix);
  return [action(`Write ${prefix} before the key`, edit)];
}

/** A comment that allows a finding once its reason is written. */
function allowance(question: FileQuestion, { diagnostic }: EditorFinding, span: Span): readonly CodeAction[] {
  const { code } = diagnostic;
  if (!isCode(code) || (codes[code].severity === "error" && !keepsValues(code))) return [];
  if (!/\.ya?ml$/.test(question.path)) return [];
  const next = lineStartOf(span.file, placeOf(span).line + 1);
  const end = span.file.text.slice(0, next).replace(/\r?\n$/, "").length;
  const edit = replacement(question, question.marks, { start: end, end }, `  # heir: allow ${code} ()`);
  return [action(`Allow ${code} here`, edit)];
}
