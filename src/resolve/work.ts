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
  /** Names that two groups without an order both define. */
  judged: 0,
  /** Sets of groups laid, with what they come to. */
  states: 0,
  /** Orders of groups in which values were computed. */
  orderResults: 0,
  /** Chains tried as proposals. */
  chains: 0,
  /** Walks in another order of groups. */
  walks: 0,
};
