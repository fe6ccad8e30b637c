import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { Tty, type TtyProcess } from "../../src/tui/tty.ts";

/** A process with a terminal that writes down what happens to it. */
function fakeProcess() {
  const events: string[] = [];
  const self = new EventEmitter();
  const stdin = { setRawMode: (isRaw: boolean) => events.push(isRaw ? "raw" : "cooked") };
  const write = (text: string): boolean => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what switches the alternate screen begins with one
    const [, sign] = /\u001b\[\?1049([hl])/.exec(text) ?? [];
    events.push(sign === undefined ? text.trim() : sign === "h" ? "screen taken" : "screen given back");
    return true;
  };
  const stdout = Object.assign(new EventEmitter(), { write, columns: 80, rows: 24 });
  const exit = (code: number): void => {
    events.push(`exit ${code}`);
  };
  const all = Object.assign(self, { stdin, stdout, stderr: { write }, exit, kill: () => true });
  return { events, self: all as unknown as TtyProcess & EventEmitter };
}

test("what is thrown while a frame is drawn gives the terminal back before it is told", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, { resized: () => undefined, ends: () => events.push("ends") });
  tty.open();
  self.emit("uncaughtException", new Error("no such line"));

  expect(events).toEqual([
    ...["raw", "screen taken", "screen given back", "cooked"],
    expect.stringMatching(/^heir hit a bug \(70\): no such line\n/),
    ...["ends", "exit 70"],
  ]);
});

test("an end from elsewhere gives the terminal back too, once", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, { resized: () => undefined });
  tty.open();
  self.emit("exit");
  tty.close();

  expect(events).toEqual(["raw", "screen taken", "screen given back", "cooked"]);
  expect(self.eventNames()).toEqual([]);
});

test("nothing is written to a terminal that is not ours", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, { resized: () => undefined });
  tty.write("before");
  tty.open();
  tty.write("frame");
  tty.close();
  tty.write("after");

  expect(events.filter((each) => /before|frame|after/.test(each))).toEqual(["frame"]);
});
