import { ConvexError } from "convex/values";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";

/**
 * A backend as behaviors use it: public functions by reference, and a POST to an upload URL. Limited to what a browser
 * can do, so that the same list runs on convex-test, on our server through the real client, and on a Convex deployment.
 */
export interface ParityBackend {
  /** A caller with this identity; null means not signed in. */
  as(identity: ParityIdentity | null): ParityCaller;
}

/** The claims of a token that our functions read. */
export interface ParityIdentity {
  readonly subject: string;
  readonly org_id?: string;
}

/** Rejects with the ConvexError that the function threw, or with any other error for a failure. */
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
  /** Posts to an absolute upload URL. */
  fetchUpload(url: string, upload: ParityUpload): Promise<Response>;
}

interface ParityUpload {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** One behavior of the backend, tested on a fresh backend. */
export interface Behavior {
  readonly name: string;
  /** Makes the calls and returns their results as plain values without ids and times. */
  readonly run: (backend: ParityBackend) => Promise<unknown>;
  /** The expected results on every backend. */
  readonly shows: unknown;
  /** How convex-test is known to differ from Convex: the behavior is then tested on our server only. */
  readonly differs?: string;
}

/** The outcome of a call: its value, the data of its ConvexError, or another failure. */
export async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: (await call) ?? null };
  } catch (error) {
    if (error instanceof ConvexError) return { refused: error.data as unknown };
    return { failed: true };
  }
}

/** A document without the fields that differ between runs. */
export function withoutSystem(document: object | null): unknown {
  if (document === null) return null;
  const { _id, _creationTime, ...fields } = document as Record<string, unknown>;
  return fields;
}
