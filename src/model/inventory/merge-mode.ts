/** The result of merging a value over another. */
export type MergeMode = "merge" | "append" | "prepend" | "replace";

/** What a layer did to a value when it was merged with the value below it. */
export type MergeAction = "merged" | "appended" | "prepended" | "replaced";

interface MergeModeMeaning {
  /** Its letter in an inherit mode. */
  readonly letter: string;
  readonly action: MergeAction;
  /** Whether the result contains the value below too. */
  readonly keepsBelow: boolean;
}

/** `merge`: key by key. `append`: below, then above. `prepend`: above, then below. `replace`: above alone. */
export const MERGE_MODES: Readonly<Record<MergeMode, MergeModeMeaning>> = {
  merge: { letter: "m", action: "merged", keepsBelow: true },
  append: { letter: "a", action: "appended", keepsBelow: true },
  prepend: { letter: "p", action: "prepended", keepsBelow: true },
  replace: { letter: "o", action: "replaced", keepsBelow: false },
};

const OBJECT_MODES = ["merge", "replace"] as const;
const SEQUENCE_MODES = ["append", "prepend", "replace"] as const;

/** How a property is merged with a value of its kind below it: rule P2 of docs/concepts/properties.md. */
export interface InheritMode {
  readonly objects: (typeof OBJECT_MODES)[number];
  readonly lists: (typeof SEQUENCE_MODES)[number];
  readonly text: (typeof SEQUENCE_MODES)[number];
}

/** `moo`: the mode of a property without its own mode and without a property below it, which has this object itself. */
export const defaultMode: InheritMode = { objects: "merge", lists: "replace", text: "replace" };

/** An inherit mode as it is written: three letters. */
export function modeLetters({ objects, lists, text }: InheritMode): string {
  return [objects, lists, text].map((mode) => MERGE_MODES[mode].letter).join("");
}

/** The inherit mode for three letters; undefined for any other text. */
export function readMode(letters: string): InheritMode | undefined {
  const objects = modeOf(letters.charAt(0), OBJECT_MODES);
  const lists = modeOf(letters.charAt(1), SEQUENCE_MODES);
  const text = modeOf(letters.charAt(2), SEQUENCE_MODES);
  if (objects === undefined || lists === undefined || text === undefined || letters.length > 3) return undefined;
  return { objects, lists, text };
}

function modeOf<Mode extends MergeMode>(letter: string, modes: readonly Mode[]): Mode | undefined {
  return modes.find((mode) => MERGE_MODES[mode].letter === letter);
}
