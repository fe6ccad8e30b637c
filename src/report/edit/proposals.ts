import { command } from "../../base/command.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Proposal } from "../../model/values/proposal.ts";
import { plainText, type Row, segment } from "../text/row.ts";

/** Proposals with the commands that carry them out, the one that saves most lines first: `heir extract --json`. */
export function proposalsData(proposals: readonly Proposal[]) {
  const data = proposals.map((proposal) => {
    const { paths, nodes, linesSaved, to } = proposal;
    const shared = { paths: paths.map(printPath), nodes, lines_saved: linesSaved, to: `${to.kind}:${to.name}` };
    return { ...shared, command: commandOf(proposal) };
  });
  return { v: 1, proposals: data };
}

/** A line for each proposal, with the command that carries it out. */
export function* proposalRows(proposals: readonly Proposal[]): Iterable<Row> {
  if (proposals.length > 0) yield [segment("muted", "lines  nodes  command")];
  for (const proposal of proposals) {
    const [lines, nodes] = [String(proposal.linesSaved).padStart(5), String(proposal.nodes.length).padStart(5)];
    yield [plainText(`${lines}  ${nodes}  ${commandOf(proposal)}`)];
  }
}

function commandOf({ wanted, paths, to }: Proposal): string {
  return command(["heir", "extract"], [wanted, ...paths.map(printPath)], ["--to", `${to.kind}:${to.name}`]);
}
