import { expect, test } from "vitest";
import { type Size, textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import { branchesAnswer } from "../../support/tui/merge.ts";
import { firstAnswers, Played } from "../../support/tui/played.ts";

const low: Size = { columns: 80, rows: 10 };

function lines({ state }: Played): readonly string[] {
  return frame(state, 0).map((line) => textOfLine(line).trimEnd());
}

test("in a list that is longer than the screen the cursor stays in sight", () => {
  const played = new Played(low)
    .answer(...firstAnswers, branchesAnswer)
    .keys("d", ...Array.from({ length: 9 }, () => "down"));
  expect(lines(played).find((line) => line.startsWith(">"))).toContain("origin/main");

  const upAgain = lines(played.keys(...Array.from({ length: 9 }, () => "up")));
  expect(upAgain.find((line) => line.startsWith(">"))).toContain("parent");
});

test.each([["help", "?"], ["goto", ":"], ["picker", "d"], ["reportName"]])(
  "what is typed goes away by the character and as a whole: %s",
  (kind, ...keys) => {
    const own = { typed: "", report: "", top: 0 };
    const played = new Played().answer(...firstAnswers).keys(...keys);
    if (kind === "reportName") played.state = { ...played.state, overlay: { kind, own } };

    expect(played.keys("n", "space", "😀").state.overlay).toMatchObject({ kind, own: { typed: "n 😀" } });
    expect(played.keys("backspace").state.overlay).toMatchObject({ own: { typed: "n " } });
    expect(played.keys("ctrl-u").state.overlay).toMatchObject({ own: { typed: "" } });
  },
);
