import { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { render, useStdin } from "ink";
import { createElement, useLayoutEffect } from "react";

export type Keyboard = ReturnType<typeof openKeyboard>;

/** Lets Ink read the terminal: raw mode, chunks as they come, cleanup. The painter writes: Ink's output is dropped. */
export function openKeyboard(stdin: NodeJS.ReadStream, typed: (chunk: string) => void) {
  const output = nowhere();
  const shell = (isOn: boolean) => createElement(Shell, { isOn, typed });
  const instance = render(shell(true), { stdin, stdout: output, stderr: output, exitOnCtrlC: false });
  return {
    /** Stops reading, so that another program can. */
    async pause(): Promise<void> {
      instance.rerender(shell(false));
      await nextTurn();
      // Node reads on after `pause` unless the stream was flowing, and would take the input of the other program.
      stdin.resume();
      stdin.pause();
      await nextTurn();
    },
    resume: (): void => instance.rerender(shell(true)),
    close: (): void => instance.unmount(),
  };
}

/** Shows nothing, and listens while it is on. */
function Shell({ isOn, typed }: { readonly isOn: boolean; readonly typed: (chunk: string) => void }): null {
  const { stdin, setRawMode } = useStdin();
  useLayoutEffect(() => {
    if (!isOn) return;
    // Ink parses keys in its own way; our reader needs whole chunks.
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

function nowhere(): NodeJS.WriteStream {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Ink asks for its size and whether it is a terminal; drawing nothing needs no more.
  return Object.assign(sink, { isTTY: true, columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
}
