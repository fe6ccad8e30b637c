import { spawnSync } from "node:child_process";

/** A terminal program that shows histories. */
export interface TuiProgram {
  readonly name: string;
  readonly argv: readonly string[];
  /** The first text it paints. */
  readonly painted: RegExp;
  /** What leads to the list of commits, once it has painted. */
  readonly first: string;
  /** What it has painted when the cursor is on a commit, counted from 1; absent where it writes only what changed. */
  readonly at?: (commit: number) => RegExp;
}

interface Peer extends Pick<TuiProgram, "first"> {
  readonly command: string;
  readonly words: readonly string[];
  readonly install: string;
}

const PEERS: readonly Peer[] = [
  { command: "tig", words: [], first: "", install: "apt-get install tig" },
  {
    command: "lazygit",
    words: ["--use-config-file", "/dev/null"],
    // Esc closes the greeting of a first start, 4 is the panel of commits.
    first: "\u001b4",
    install: "apt-get install lazygit, or go install github.com/jesseduffield/lazygit@latest",
  },
];

/** heir, and those of the other programs that are installed; of the rest, how to get them. */
export function tuiPrograms(heir: string): { readonly programs: readonly TuiProgram[]; readonly missing: string[] } {
  const programs: TuiProgram[] = [
    {
      name: "heir",
      argv: [process.execPath, heir, "tui"],
      painted: /\?2026l/,
      first: "",
      at: (commit) => new RegExp(`\\b${commit} of \\d[^]*\\?2026l`),
    },
  ];
  const missing: string[] = [];
  for (const { command, words, first, install } of PEERS) {
    const { stdout, status } = spawnSync(command, ["--version"], { encoding: "utf8" });
    if (status !== 0) {
      missing.push(`${command} is not installed: ${install}`);
      continue;
    }
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? "";
    programs.push({ name: `${command} ${version}`, argv: [command, ...words], painted: /[a-z]{4}/, first });
  }
  return { programs, missing };
}
