import { createInterface } from "node:readline";

/** A question that is answered by yes or no. */
export interface YesOrNo {
  readonly text: string;
  /** Not asked, and no, unless this one was answered by yes. */
  readonly needs?: YesOrNo | undefined;
}

/**
 * Asks on the terminal; Enter is yes, and the end of input is no to this and all that follow. Undefined if the user
 * interrupted. Any other answer is asked again.
 */
export async function askAll<Asked extends YesOrNo>(
  questions: readonly Asked[],
): Promise<readonly Asked[] | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // One reader for all: what is typed ahead answers the next question.
  const lines = asking[Symbol.asyncIterator]();
  let isInterrupted = false;
  asking.once("SIGINT", () => {
    isInterrupted = true;
    asking.close();
  });
  const agreed: Asked[] = [];
  for (const question of questions) {
    if (question.needs !== undefined && !agreed.some((each) => each === question.needs)) continue;
    for (let answer: string | undefined; answer === undefined; ) {
      asking.setPrompt(`${question.text} [Y/n] `);
      asking.prompt();
      const { value, done } = await lines.next();
      if (isInterrupted) return undefined;
      if (done) return agreed;
      answer = ANSWERS[String(value).trim().toLowerCase()];
      if (answer === "yes") agreed.push(question);
    }
  }
  asking.close();
  return agreed;
}

const ANSWERS: Readonly<Record<string, "yes" | "no" | undefined>> = {
  "": "yes",
  y: "yes",
  yes: "yes",
  n: "no",
  no: "no",
};
