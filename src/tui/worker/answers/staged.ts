import { stoppedAt } from "../../../workspace/stopping.ts";
import type { Finding } from "../../../workspace/workspace.ts";
import type { StagedReport } from "../data.ts";
import { findingRow } from "../finding-row.ts";
import type { Questions } from "../protocol.ts";
import type { Work } from "../work.ts";

/** What a commit made now would change, and what of it the hook would say. */
export async function* staged(
  { target }: Questions["staged"]["ask"],
  { repository, signal, progress }: Work,
): AsyncGenerator<StagedReport> {
  const { set, fresh, older = [] } = await repository.judge(target, { signal, progress });
  const level = (await (await repository.history()).settings()).get("faillevel");
  const stops = stoppedAt(level === "warning" ? "warning" : "error");
  const first = fresh.filter(stops);
  const others = fresh.filter((finding: Finding) => !stops(finding));
  yield {
    target,
    set,
    findings: [...first, ...others].map((finding) => findingRow(finding, "new")),
    older: older.map((finding) => findingRow(finding, "older")),
    isStopped: first.length > 0,
  };
}
