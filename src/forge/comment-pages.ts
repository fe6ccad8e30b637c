import { CallFailed } from "./call-failed.ts";
import type { Answer } from "./caller.ts";
import type { Comment } from "./forge.ts";

/** How many comments are asked for at once; the most that the forges give. */
export const PAGE_SIZE = 100;

/** All comments of all pages, the oldest first. Throws CallFailed for an answer that is no list, and what a page throws. */
export async function allComments(
  page: (number: number) => Promise<Answer>,
  comment: (row: unknown) => Comment | undefined,
): Promise<readonly Comment[]> {
  const comments: Comment[] = [];
  for (let number = 1; ; number += 1) {
    const { data, hasNext } = await page(number);
    if (!Array.isArray(data)) throw new CallFailed("the list of comments is no list", { kind: "other" });
    const rows: readonly unknown[] = data;
    comments.push(...rows.flatMap((row) => comment(row) ?? []));
    if (rows.length === 0 || (!hasNext && rows.length < PAGE_SIZE)) break;
  }
  return comments.sort((left, right) => left.id - right.id);
}
