import { spawnSync } from "node:child_process";

/** A terminal program that shows git history. */
export interface TuiProgram {
  readonly name: string;
  readonly argv: readonly string[];
  /** The first text that it paints. */
  readonly painted: RegExp;
  /** Keys that open the list of commits. */
  readonly first: string;
  /** The text it shows when the cursor is on a commit, counted from 1; absent if it writes only changes. */
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
    words: ["--use-config-file", "/dev/null", "log"],
    // Closes the welcome message, which is there at the first start.
    first: "\u001b",
    install: "pip install lazygit-py, or go install github.com/jesseduffield/lazygit@latest",
  },
];

/** heir and the installed peers; `missing` says how to install the others. */
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
