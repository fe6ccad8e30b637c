/** What the user did: pressed a key (`j`, `enter`, `shift-tab`, `ctrl-c`), pasted text, or used the mouse. */
export type Input =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "paste"; readonly text: string }
  | PointerInput;

/** The first button or the wheel, at a position that counts from 0. */
export interface PointerInput {
  readonly kind: "pointer";
  readonly button: "left" | "wheel-up" | "wheel-down";
  readonly column: number;
  readonly row: number;
}

const ESC = "\u001b";
const REPORT_START = `${ESC}[<`;
const LONGEST_REPORT = 32;
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

/** Splits the input of a terminal into keys. None is lost: not if 300 arrive in one chunk, not if one arrives in two. */
export function keyReader() {
  let rest = "";
  const take = (isEnd: boolean): readonly Input[] => {
    const inputs: Input[] = [];
    while (rest !== "") {
      const found = next(rest, isEnd);
      if (found === undefined) break;
      if (found.input !== undefined) inputs.push(found.input);
      rest = rest.slice(found.length);
    }
    return inputs;
  };
  return {
    push(chunk: string): readonly Input[] {
      rest += chunk;
      return take(false);
    },
    /** Whether the input ends inside a sequence. If nothing follows soon, call `flush`: Escape alone was the key. */
    pending: (): boolean => rest !== "" && !rest.startsWith(PASTE_START) && !isBegunReport(rest),
    flush: (): readonly Input[] => take(true),
  };
}

interface Found {
  readonly length: number;
  /** Absent for what means nothing, such as the release of a mouse button. */
  readonly input?: Input;
}

/** The first key in a text; undefined if the text is not complete. */
function next(text: string, isEnd: boolean): Found | undefined {
  if (text.startsWith(PASTE_START)) return paste(text);
  if (!text.startsWith(ESC)) return single(text);
  const after = text.slice(1);
  const sequence = /^(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/.exec(after)?.[0];
  // A mouse report in the old form, which was not asked for: three more characters belong to it.
  if (sequence === "[M") return text.length < 6 && !isEnd ? undefined : { length: Math.min(6, text.length) };
  if (sequence !== undefined) return { length: sequence.length + 1, ...meant(sequence) };
  // Its end may arrive late, and would act as keys.
  if (isBegunReport(text)) return text.length > LONGEST_REPORT ? { length: text.length } : undefined;
  if (!isEnd && /^(?:\[[0-?]*[ -/]*|O)?$/.test(after)) return undefined;
  // Also if another key follows in the same chunk: slow lines deliver both at once, and heir has no Alt keys.
  return { length: 1, ...named("esc") };
}

function isBegunReport(text: string): boolean {
  return text.startsWith(REPORT_START) && /^[0-9;]*$/.test(text.slice(REPORT_START.length));
}

function meant(sequence: string): Pick<Found, "input"> {
  const [, button = "", column = "", row = ""] = /^\[<(\d{1,3});(\d{1,5});(\d{1,5})M$/.exec(sequence) ?? [];
  const name = BUTTONS[button];
  if (name === undefined) return named(SEQUENCES[sequence.replace(/^O(?=[A-DFH]$)/, "[")]);
  return { input: { kind: "pointer", button: name, column: Number(column) - 1, row: Number(row) - 1 } };
}

/** As terminals number them. With Shift, Alt or Ctrl they are not for us. */
const BUTTONS: Readonly<Record<string, PointerInput["button"]>> = { 0: "left", 64: "wheel-up", 65: "wheel-down" };

function named(key: string | undefined): Pick<Found, "input"> {
  return key === undefined ? {} : { input: { kind: "key", key } };
}

function paste(text: string): Found | undefined {
  const end = text.indexOf(PASTE_END);
  if (end === -1) return undefined;
  const pasted = text.slice(PASTE_START.length, end);
  return { length: end + PASTE_END.length, input: { kind: "paste", text: pasted } };
}

function single(text: string): Found {
  const [character = ""] = text;
  const code = character.charCodeAt(0);
  const key = CONTROLS[character] ?? (code < 0x20 ? `ctrl-${String.fromCharCode(code + 0x60)}` : character);
  return { length: character.length, ...named(key) };
}

const CONTROLS: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
  " ": "space",
  "\u0000": "ctrl-space",
};

/** What follows the escape; xterm, the Linux console, rxvt, tmux and screen differ in a few, and some begin with `O`. */
const SEQUENCES: Readonly<Record<string, string>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[H": "home",
  "[F": "end",
  "[1~": "home",
  "[4~": "end",
  "[7~": "home",
  "[8~": "end",
  "[3~": "delete",
  "[5~": "pgup",
  "[6~": "pgdn",
  "[Z": "shift-tab",
  "[1;2A": "shift-up",
  "[1;2B": "shift-down",
};
