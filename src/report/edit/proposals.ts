import { command } from "../../base/command.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Proposal } from "../../model/values/proposal.ts";
import { plainText, type Row, segment } from "../text/row.ts";

/** Proposals for programs: `heir extract --json`. */
export interface ProposalsData {
  readonly v: 1;
  /** The one that saves most lines first. */
  readonly proposals: readonly ProposalData[];
}

interface ProposalData {
  readonly paths: readonly string[];
  readonly nodes: readonly string[];
  readonly lines_saved: number;
  /** `class:NAME` or `group:NAME`; a class can be new. */
  readonly to: string;
  /** The command that carries it out. */
  readonly command: string;
}

/** Proposals for programs. */
export function proposalsData(proposals: readonly Proposal[]): ProposalsData {
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
