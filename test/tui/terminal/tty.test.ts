import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { Tty, type TtyProcess } from "../../../src/tui/terminal/tty.ts";

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
  const kill = (pid: number, signal: string): void => {
    events.push(`${signal} to ${pid}, with ${self.listenerCount(signal)} listeners`);
  };
  const all = Object.assign(self, { stdin, stdout, stderr: { write }, exit, kill, pid: 7 });
  return { events, self: all as unknown as TtyProcess & EventEmitter };
}

test("what is thrown while a frame is drawn gives the terminal back before it is reported", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  tty.open();
  self.emit("uncaughtException", new Error("no such line"));

  expect(events).toEqual([
    ...["raw", "screen taken", "screen given back", "cooked"],
    expect.stringMatching(/^heir hit a bug \(70\): no such line\n/),
    "exit 70",
  ]);
});

test.each([
  ["a signal", (self: EventEmitter) => self.emit("SIGHUP")],
  [
    "an error",
    (self: EventEmitter) => self.emit("uncaughtException", Object.assign(new Error("write EIO"), { code: "EIO" })),
  ],
])("where the terminal is gone (%s), the program ends by that: an exit would set modes of the terminal", (_, gone) => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  tty.open();
  gone(self);

  expect(events.slice(2)).toEqual(["screen given back", "cooked", "SIGHUP to 7, with 0 listeners"]);
});

test("an end from elsewhere gives the terminal back too, once", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  tty.open();
  self.emit("exit");
  tty.close();

  expect(events).toEqual(["raw", "screen taken", "screen given back", "cooked"]);
  expect(self.eventNames()).toEqual([]);
});

test("nothing is written to a terminal that is not ours", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  tty.write("before");
  tty.open();
  tty.write("frame");
  tty.close();
  tty.write("after");

  expect(events.filter((each) => /before|frame|after/.test(each))).toEqual(["frame"]);
});

test("the mouse is reported only while the terminal is ours, and comes back with it", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  const written: string[] = [];
  self.stdout.write = ((text: string) =>
    written.push(...(text.match(/\?1000[hl]|\?1049[hl]/g) ?? [])) > 0) as typeof self.stdout.write;
  tty.open();
  tty.mouse(true);
  tty.mouse(true);
  tty.leave();
  tty.enter();
  self.emit("uncaughtException", new Error("no such line"));

  const taken = ["?1049h", "?1000h"];
  const given = ["?1000l", "?1049l"];
  expect(written).toEqual([...taken, ...given, ...taken, ...given]);
  expect(events.at(-1)).toBe("exit 70");
});

test("a mouse that is not wanted any more is not reported any more", () => {
  const { events, self } = fakeProcess();
  const tty = new Tty(self, () => undefined);
  tty.open();
  tty.mouse(true);
  tty.mouse(false);
  tty.close();

  expect(events.filter((each) => each.includes("?1000"))).toEqual([
    expect.stringContaining("?1000h"),
    expect.stringContaining("?1000l"),
  ]);
});
