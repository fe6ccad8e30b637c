import { textOfLine } from "../../draw/line.ts";
import { fileAt } from "../../state/compared.ts";
import type { TuiState } from "../../state.ts";
import { itemLine } from "./rows.ts";
import { chosenItem, type StagedItem, type StagedState, sectionOf, sectionRange, stagedItems } from "./state.ts";

/**
 * The state after files or the report have changed: the row of the cursor stays, struck out, if nothing of it is left. Where no other row
 * is left there is nothing to compare it with, and it goes.
 */
export function withGoneKept(before: TuiState, after: TuiState): TuiState {
  const { staged } = after;
  const chosen = chosenItem(before.staged);
  const { gone: _gone, ...bare } = staged;
  const own: StagedState = { ...bare, gone: undefined };
  if (chosen === undefined || !staged.isPlaced || stagedItems(own).some(({ id }) => id === chosen.id))
    return { ...after, staged: own };
  if (chosen.kind === "gone") return after;
  const moved = sameElsewhere(own, chosen);
  if (moved !== undefined) return { ...after, staged: { ...own, cursor: { ...own.cursor, id: moved } } };
  // While a list is not there nobody knows what is gone.
  const isComplete = own.files !== undefined && own.report !== undefined;
  if (stagedItems(own).length === 0 || !isComplete) return { ...after, staged: own };
  const section = sectionOf(chosen);
  const at = before.staged.cursor.index - sectionRange(before.staged, section)[0];
  const gone = { id: chosen.id, section, at, text: textOf(before) };
  return { ...after, staged: { ...own, gone, isOpen: false } };
}

function sameElsewhere(staged: StagedState, chosen: StagedItem): string | undefined {
  if (chosen.kind !== "finding") return undefined;
  const { row, look } = chosen;
  const file = fileAt(row.place)?.file;
  const same = stagedItems(staged).find(
    (item) =>
      item.kind === "finding" &&
      item.look === look &&
      item.row.code === row.code &&
      item.row.message === row.message &&
      fileAt(item.row.place)?.file === file,
  );
  return same?.id;
}

function textOf({ staged }: TuiState): string {
  const line = itemLine(chosenItem(staged), staged.report, Number.POSITIVE_INFINITY);
  return textOfLine(line)
    .trim()
    .replaceAll(/\s{2,}/g, "  ");
}
