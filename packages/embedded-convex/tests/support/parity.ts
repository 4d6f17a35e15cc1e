import { ConvexError } from "convex/values";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";

/**
 * What a behaviour may ask of a backend: public functions by their references, and one POST to an upload URL. It is as
 * much as a browser can do, so that the same list runs on convex-test, on our server through the real client, and on a
 * Convex deployment.
 */
export interface ParityBackend {
  /** A caller with this identity; null is a caller who is not signed in. */
  as(identity: ParityIdentity | null): ParityCaller;
}

/** The claims of a token that our functions read. */
export interface ParityIdentity {
  readonly subject: string;
  readonly org_id?: string;
}

/** A refused call rejects with the ConvexError that the function threw; a fault rejects with any other error. */
export interface ParityCaller {
  query<Query extends FunctionReference<"query">>(
    query: Query,
    args: FunctionArgs<Query>,
  ): Promise<FunctionReturnType<Query>>;
  mutation<Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    args: FunctionArgs<Mutation>,
  ): Promise<FunctionReturnType<Mutation>>;
  action<Action extends FunctionReference<"action">>(
    action: Action,
    args: FunctionArgs<Action>,
  ): Promise<FunctionReturnType<Action>>;
  /** Posts to an absolute URL that `jobs.generateUploadUrl` gave. */
  fetchUpload(url: string, upload: ParityUpload): Promise<Response>;
}

export interface ParityUpload {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** One claim about the backend. A fresh backend is opened for each. */
export interface Behaviour {
  readonly name: string;
  /** What the claim's calls show, as plain values without ids and times. */
  readonly run: (backend: ParityBackend) => Promise<unknown>;
  /** What they must show, on every backend. */
  readonly shows: unknown;
  /** Where convex-test is known not to do as Convex does, and what it does: the claim is then made of our server alone. */
  readonly differs?: string;
}

/** What came of a call: its value, the data of its refusal, or that it failed otherwise. */
export async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: (await call) ?? null };
  } catch (error) {
    if (error instanceof ConvexError) return { refused: error.data as unknown };
    return { failed: true };
  }
}

/** A document without what differs from run to run. */
export function withoutSystem(document: object | null): unknown {
  if (document === null) return null;
  const { _id, _creationTime, ...fields } = document as Record<string, unknown>;
  return fields;
}
