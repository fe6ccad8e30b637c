/** The exit codes. An incomplete comparison is never 0 or 1, whatever it found. */
export const exit = {
  ok: 0,
  /** `check` reported errors, or `diff --exit-code` found differences. */
  findings: 1,
  /** Wrong use, or a broken environment. */
  usage: 2,
  unresolved: 3,
  /** The answer holds a secret, and nothing says whether to mask it. */
  secret: 4,
  bug: 70,
  interrupted: 130,
  /** The reader of the output closed it: as for SIGPIPE. */
  closed: 141,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
