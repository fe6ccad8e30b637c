/** What there is to say about one code. Texts hold code in backticks, as Markdown does, and no other marks. */
export interface CodeHelp {
  /** What the finding says, and what heir does then. */
  readonly meaning: string;
  /** How one usually gets there. */
  readonly cause: string;
  /** What to do about it: ways to choose from, the usual one first. */
  readonly remedy: readonly Remedy[];
  readonly example?: CodeExample;
  /** What reclass 1.7 does in the same case, where that is not the same. */
  readonly reclass?: string;
  /** Numbers of the rules in docs/concepts that it goes back to. */
  readonly rules?: readonly string[];
  /** Names of the settings that have a say. */
  readonly settings?: readonly string[];
}

/** One thing to do, with the lines of YAML that come of it. */
export interface Remedy {
  readonly step: string;
  readonly yaml?: readonly string[];
}

/** A small inventory that has the finding. */
export interface CodeExample {
  /** Path to lines. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** What files alone cannot bring about: commands of the shell, run in the folder that holds the files. */
  readonly commands?: readonly string[];
  /** The command that shows the finding; `heir check` if not given. */
  readonly shownBy?: string;
}
