import type { SECRET_VARIABLES } from "../../../model/secrets/masked.ts";

export type ForgeName = "github" | "gitlab";

/** Variables of a CI job. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: string;
}

/** A status of a commit. */
export interface Status {
  readonly name: string;
  readonly isGood: boolean;
  /** One line. */
  readonly text: string;
}

/** What one forge has of its own; also what a person must change where it refuses, in its words. */
export interface Site {
  readonly tokenVariable: (typeof SECRET_VARIABLES)[number];
  /** What the token needs to comment. */
  readonly toComment: string;
  readonly toSetStatus: string;
  /** Who comments where the token may not ask. */
  readonly usualAuthor: string | undefined;
  /** The request of a CI job, from its environment. Throws HeirError outside one. */
  change(env: Variables): ChangeRequest | Promise<ChangeRequest>;
  /** How it is asked about a request. Throws HeirError for a variable that is missing or wrong. */
  rest(env: Variables, change: ChangeRequest): RestInterface;
}

/** The REST interface of a forge for the comments of one request; paths are below its address. */
export interface RestInterface {
  readonly api: URL;
  headers(token: string): Readonly<Record<string, string>>;
  /** What the forge calls a comment. */
  readonly noun: string;
  /** The path of all comments, and how they are asked for in order. */
  readonly comments: string;
  readonly query: string;
  /** The path of one comment, and the method that edits it. */
  one(id: number): string;
  readonly editing: "PATCH" | "PUT";
  /** The field of the user that holds the account. */
  readonly account: string;
  /** The field of a comment that holds its user. */
  readonly author: string;
  status(status: Status): { readonly path: string; readonly body: Readonly<Record<string, unknown>> };
}

/** One run of a pipeline; a later run has a greater id, and of one run a later attempt a greater number. */
export interface PipelineRun {
  readonly id: number;
  readonly attempt: number;
}

/** A pull or merge request, as the environment of a CI job describes it. */
export interface ChangeRequest {
  readonly number: number;
  /** Where the clone may have a merge of the change into its target; with the commit that it must merge, where that is known. */
  readonly merges: readonly { readonly revision: string; readonly merged?: string }[];
  /** Undefined if the job does not say it. */
  readonly base: string | undefined;
  readonly head: string;
  readonly isFork: boolean;
  readonly run: PipelineRun;
}

/** What a failed call means for what is done next. */
export type ForgeFault =
  /** May work later: the forge is busy or cannot be reached. */
  | { readonly kind: "unavailable"; readonly waitMs: number | undefined }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "forbidden" }
  /** There is nothing there that the token may see. */
  | { readonly kind: "missing" }
  | { readonly kind: "too-long" }
  | { readonly kind: "other" };

/** A call of a forge failed; the message says which, and what was answered. */
export class CallFailed extends Error {
  readonly fault: ForgeFault;

  constructor(message: string, fault: ForgeFault) {
    super(message);
    this.name = "CallFailed";
    this.fault = fault;
  }
}
