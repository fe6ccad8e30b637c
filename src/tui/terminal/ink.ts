import { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { render, useStdin } from "ink";
import { createElement, useLayoutEffect } from "react";

/** The keyboard, as Ink holds it. */
export interface Keyboard {
  /** When it is done nobody listens any more, so that another program can. */
  pause(): Promise<void>;
  resume(): void;
  close(): void;
}

/**
 * Lets Ink have the input of a terminal: raw mode, reading, and ending when the program does. What is typed comes in
 * pieces, as the terminal sends it. Ink draws nothing: its output leads nowhere, the painter writes instead.
 */
export function openKeyboard(stdin: NodeJS.ReadStream, typed: (chunk: string) => void): Keyboard {
  const output = nowhere();
  const shell = (isOn: boolean) => createElement(Shell, { isOn, typed });
  const instance = render(shell(true), { stdin, stdout: output, stderr: output, exitOnCtrlC: false });
  return {
    async pause() {
      instance.rerender(shell(false));
      await nextTurn();
      // Node reads on after `pause` unless the stream was flowing, and would take what is typed for the other program.
      stdin.resume();
      stdin.pause();
      await nextTurn();
    },
    resume: () => instance.rerender(shell(true)),
    close: () => instance.unmount(),
  };
}

interface ShellProps {
  readonly isOn: boolean;
  readonly typed: (chunk: string) => void;
}

/** Shows nothing, and listens while it is on. */
function Shell({ isOn, typed }: ShellProps): null {
  const { stdin, setRawMode } = useStdin();
  useLayoutEffect(() => {
    if (!isOn) return;
    // Ink reads, and takes keys apart in its own way; whole pieces are what our own reader wants.
    stdin.on("data", typed);
    setRawMode(true);
    return () => {
      stdin.off("data", typed);
      setRawMode(false);
      stdin.pause();
    };
  }, [stdin, setRawMode, isOn, typed]);
  return null;
}

/** A terminal that shows nothing. */
function nowhere(): NodeJS.WriteStream {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Ink asks for its size, and whether it is one; nothing else of a terminal is needed where nothing is drawn.
  return Object.assign(sink, { isTTY: true, columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
}
