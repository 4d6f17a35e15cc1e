/** What every layer shares about one function call: who makes it and how it ended. Imports nothing of the package. */
import type { UserIdentity } from "convex/server";
import type { JSONValue } from "convex/values";

export interface Caller {
  /** Null if the client is not signed in. */
  readonly identity: UserIdentity | null;
  /** Where the client reached the server, as `http://127.0.0.1:3000`: the base of the URLs that functions return. */
  readonly origin: string;
  readonly ip?: string | null;
  readonly userAgent?: string | null;
  readonly authToken?: string | null;
}

/** Where a call stands in a `FairQueue`: its organization (the claim `org_id`), its person, its session. */
export function callerPath(
  { identity }: Pick<Caller, "identity">,
  session = "",
): readonly string[] {
  if (identity === null) return ["", "", session];
  const { tokenIdentifier, org_id: organization } = identity;
  const hasOne = typeof organization === "string" && organization !== "";
  return [hasOne ? organization : tokenIdentifier, tokenIdentifier, session];
}

export interface FunctionSuccess {
  readonly ok: true;
  readonly value: JSONValue;
  readonly logLines: string[];
}

export interface FunctionFailure {
  readonly ok: false;
  readonly message: string;
  /** The data of a ConvexError. */
  readonly data?: JSONValue;
  readonly logLines: string[];
}

export type FunctionOutcome = FunctionSuccess | FunctionFailure;

/** The body of a request could not be read. Not an error of the function that read it. */
export class RequestBodyError extends Error {
  override readonly name = "RequestBodyError";
  constructor(cause: unknown) {
    super("The body of the request could not be read.", { cause });
  }
}
