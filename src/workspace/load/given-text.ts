import { HeirError } from "../../model/findings/failure.ts";
import { namedFileText } from "../../source/disk/regular-file.ts";

/** The text of a file that the user names. Throws HeirError if there is none. */
export async function givenText(path: string): Promise<string> {
  const text = await namedFileText(path);
  if (text === undefined) throw new HeirError("usage", `there is no file ${path}`);
  return text;
}
