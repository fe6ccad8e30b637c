import type { Group, MembershipCause, MembershipReason } from "../../model/inventory/group.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { exactPlace } from "../../model/values/value.ts";
import { plainText, type Row, segment, textColumns } from "../text/row.ts";

/** Why a node is in a group: the verdict, then its parents and the criteria, each with yes or no. */
export function* reasonRows(reason: Masked<MembershipReason>): Iterable<Row> {
  const { node, group, isMember, by, parents, criteria } = reason;
  const verdict = `${node} is ${isMember ? "" : "not "}in ${group.id}`;
  const origin = "origin" in by ? by.origin : { file: group.file, start: 0, end: 0 };
  yield [segment("node", verdict), plainText(`: ${causeText(by)}  `), segment("source", exactPlace(origin))];
  const parentLines = parents.map((parent) => {
    const instead = parent.instead?.map(({ id, isMember: inIt }) => `${id} ${yes(inIt)}`).join(", ");
    const detail = instead === undefined ? "" : `umbrella, ${instead === "" ? "keeps no node out" : `asks ${instead}`}`;
    return [`parent ${parent.id}`, yes(parent.isMember), detail, exactPlace(parent.origin)];
  });
  const criterionLines = criteria.map(({ text, origin, holds, seen }) => {
    const values = seen.map((each) => `${each.text} (${exactPlace(each.origin)})`);
    return [text, yes(holds), values.join(", ") || "no value", exactPlace(origin)];
  });
  for (const line of textColumns([...parentLines, ...criterionLines])) yield [plainText(`  ${line}`)];
}

function causeText(cause: MembershipCause): string {
  switch (cause.kind) {
    case "joins":
      return "it joins the group";
    case "named":
      return "the group names it";
    case "leaves":
      return `it leaves ${cause.id}`;
    case "children":
      return cause.ids.length === 0 ? "no group below holds it" : `it is in ${cause.ids.join(", ")}`;
    case "parents":
      return "the group holds all nodes that are in all its parents";
    case "match":
      return `${cause.join} of its criteria${cause.not ? ", turned round" : ""}`;
    case "policyServer":
      return "it is a policy server, which the match does not find";
    case "unnamed":
      return "the group lists its nodes, and not this one";
  }
}

function yes(holds: boolean): string {
  return holds ? "yes" : "no";
}

/** `heir groups --json`: the parents and the nodes of each group, by its id. */
export function groupsData(
  groups: readonly { readonly group: Group; readonly nodes: readonly string[]; readonly share?: object | undefined }[],
) {
  const members = groups.map(({ group, nodes, share }) => {
    return [group.id, { parents: group.parents.map(({ name }) => name), nodes, share }] as const;
  });
  return { v: 1, groups: new Map(members) };
}
