import { edgesOf, type Graph, verticesOf } from "../../model/results/graph.ts";

/** `heir graph --json`: vertices, edges, and the chains of groups in `order.yml`. */
export function graphData(graph: Graph) {
  return { v: 1, vertices: verticesOf(graph), edges: edgesOf(graph), order: graph.chains };
}
