/**
 * How often costly steps were done, counted up from the start of the process. Nothing depends on it: tests and
 * benchmarks look at what one job adds.
 */
export const work = {
  /** Nodes whose groups were found. */
  memberships: 0,
  /** Sets of groups that were put in order. */
  orders: 0,
  /** Pairs of groups compared for that. */
  pairs: 0,
  /** Steps that were merged. */
  merges: 0,
  /** Paths of properties at which groups disagree or might. */
  judged: 0,
};
