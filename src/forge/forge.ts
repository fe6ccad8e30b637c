/** A site that hosts a repository and its pull or merge requests. */
export type ForgeName = "github" | "gitlab";

/** Variables of a CI job. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A comment on a pull or merge request. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  /** The account that wrote it. */
  readonly author: string;
}

/** A status of a commit. */
export interface Status {
  readonly name: string;
  readonly isGood: boolean;
  /** One line. */
  readonly text: string;
}

/**
 * The comments of one pull or merge request, through the REST interface of a forge. Methods throw `CallFailed`; each call
 * but {@link create} is repeated where that can help.
 */
export interface Forge {
  /** All comments, the oldest first. */
  list(): Promise<readonly Comment[]>;
  /** Not repeated: it may have been stored although the answer says otherwise. */
  create(body: string): Promise<Comment>;
  edit(id: number, body: string): Promise<Comment>;
  /** Also done if there is no such comment any more. */
  delete(id: number): Promise<void>;
  /** The account that the token belongs to; undefined if the token may not ask. */
  account(): Promise<string | undefined>;
  setStatus(status: Status): Promise<void>;
}

/** What a person must change where a forge refuses, in the words of that forge. */
export interface ForgeWords {
  /** The variable that holds the token. */
  readonly tokenVariable: string;
  /** What the token needs to comment. */
  readonly toComment: string;
  /** What it needs to set a status. */
  readonly toSetStatus: string;
  /** Who comments where the token may not ask. */
  readonly usualAuthor: string | undefined;
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
  /** Whether it comes from another repository. */
  readonly isFork: boolean;
  readonly run: PipelineRun;
}

/** What a failed call means for what is done next. */
export type ForgeFault =
  /** May work later: the forge is busy or cannot be reached. */
  | { readonly kind: "unavailable"; readonly waitMs: number | undefined }
  /** Was tried as often as it may be. */
  | { readonly kind: "exhausted" }
  /** The token is refused. */
  | { readonly kind: "unauthorized" }
  /** The token may not do that. */
  | { readonly kind: "forbidden" }
  /** There is nothing there that the token may see. */
  | { readonly kind: "missing" }
  /** The comment is too long. */
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
