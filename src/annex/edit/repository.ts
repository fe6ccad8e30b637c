import { OpenRepository } from "../../library/repository.ts";
import type {
  ApplyOptions,
  EditingRepository,
  PlainPlan,
  PlanOptions,
  RequestedEdit,
  UndoneFiles,
} from "./library-types.ts";

/** A repository that also finds, proves and writes edits: what does so is loaded when it is asked. */
export class EditedRepository extends OpenRepository implements EditingRepository {
  async plan(edit: RequestedEdit, options: PlanOptions = {}): Promise<PlainPlan> {
    const workspace = this.opened(options.signal);
    return (await import("./library.ts")).planOf(workspace, edit, options);
  }

  async apply(plan: PlainPlan, options: ApplyOptions = {}): Promise<PlainPlan> {
    const workspace = this.opened(undefined);
    return (await import("./library.ts")).applied(workspace, plan, options);
  }

  async undo(): Promise<UndoneFiles> {
    const workspace = this.opened(undefined);
    return (await import("./library.ts")).undone(workspace);
  }
}
