import { expect, test } from "vitest";
import { frame } from "../../src/tui/frame.ts";
import { painter } from "../../src/tui/terminal/theme.ts";
import { leaked, secretRepo } from "../support/secret-repo.ts";
import { Played } from "../support/tui/played.ts";
import { worker } from "../support/tui/worker.ts";

/** Whole screens, from the list of commits into changes, values, nodes, and each of the other screens. */
const keys = ["enter", "j", "j", "enter", "down", "down", "x", "escape", "t", "escape", "`", "l", "j", "enter", "tab"];
const more = [
  "2",
  "j",
  "enter",
  "c",
  "tab",
  "tab",
  "escape",
  "3",
  "j",
  "enter",
  "4",
  "j",
  "enter",
  "5",
  "j",
  "enter",
  "?",
];

test("no frame of the terminal UI shows a secret", async () => {
  const ask = worker(secretRepo());
  const played = new Played({ columns: 160, rows: 48 });
  const paint = painter({ colour: false, ascii: false });
  const settle = async () => {
    for (const want of played.wants.splice(0)) {
      if (want.kind !== "ask") continue;
      for (const message of await ask(want.request)) if (message.kind === "answer") played.answer(message.answer);
    }
  };
  const frames: string[] = [];
  await settle();
  for (const key of [...keys, ...more]) {
    played.keys(key);
    for (let round = 0; round < 3; round += 1) await settle();
    frames.push(frame(played.state, 0).map(paint).join("\n"));
  }

  expect(frames.join("\n")).toContain("(secret)");
  for (const each of frames) expect(each).not.toMatch(leaked);
});
