/** How often costly steps were done since the process began; only tests and benchmarks look at it, as differences. */
export const work = {
  /** Nodes whose groups were found. */
  memberships: 0,
  /** Sets of groups that were put in order. */
  orders: 0,
  /** Pairs of groups compared for that. */
  pairs: 0,
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
